import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SpectatorAgent } from '#shared/protocol/spectator/agents.js';
import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture, staticPage, time, token } from '../state.js';
import { AgentActions } from './agent-actions.js';
import { AgentFigures } from './agent-figures.js';
import { AgentThoughts } from './agent-thoughts.js';
import { Plans } from './plans.js';
import { PlayedShare } from './played-share.js';
import { absenceWords, clockWords, kindWords, playerWords } from './state-words.js';

interface AgentListProps {
  goTo(tile: number): void;
}

/** Number of cards that are open at first. */
const OPEN_CARDS = 2;

/** All players: a card for each agent, then the AI players of the game server. */
export function AgentList({ goTo }: AgentListProps) {
  const view = picture.value?.view;
  if (view === undefined) return null;
  const players = [...view.players.values()].filter((player) => !player.is_barbarian);
  const playing = players.filter(({ id }) => view.agents.has(id)).toSorted((a, b) => a.id - b.id);
  const others = players.filter(({ id }) => !view.agents.has(id));
  if (players.length === 0) return null;
  const needsKey = token.value === undefined && staticPage.value === undefined;
  return (
    <section class="agents" aria-labelledby="agents">
      <h2 id="agents">Who plays</h2>
      {playing.map((player, place) => (
        <AgentCard key={player.id} player={player} isOpen={place < OPEN_CARDS} goTo={goTo} />
      ))}
      {others.length > 0 && (
        <ul class="others">
          {others.map((player) => (
            <li key={player.id} class={player.is_alive ? undefined : 'dead'}>
              <AgentName player={player} /> <span class="model">{kindWords(player)}</span>
            </li>
          ))}
        </ul>
      )}
      {needsKey && others.some((player) => !player.is_ai) && (
        <p class="muted">What agents do and think is shown with a watch key: npm start prints the address.</p>
      )}
    </section>
  );
}

interface AgentCardProps {
  readonly player: SpectatorPlayer;
  readonly isOpen: boolean;
  goTo(tile: number): void;
}

/** One agent: model, turn clock, latest actions with their verdicts, transcript and token counts. */
function AgentCard({ player, isOpen, goTo }: AgentCardProps) {
  const view = picture.value?.view;
  const agent = view?.agents.get(player.id);
  if (view === undefined || agent === undefined) return null;
  const actions = view.actions.filter((action) => action.player === player.id).toReversed();
  const blocks = view.transcript.filter((block) => block.player === player.id);
  const { phase } = view.header;
  const absence = absenceWords(agent, phase);
  return (
    <details class="agent card" open={isOpen}>
      <summary class="agent-head">
        <span class="line-one">
          <AgentName player={player} />
          <AgentClock agent={agent} phase={phase} />
        </span>
        <span class="line-two muted">
          <span class="model">{playerWords(agent)}</span>
          {absence !== '' && <span class="absent"> · {absence}</span>}
          <span class="fold" aria-hidden="true">
            ⌄
          </span>
        </span>
      </summary>
      <p class="share">
        <PlayedShare agent={agent} />
      </p>
      {agent.run?.valid === false && (
        <p class="unplayed">
          <span aria-hidden="true">⚠</span> The run is not valid. {agent.run.invalid_reason}
        </p>
      )}
      <AgentFigures agent={agent} />
      <Plans plans={agent.plans ?? []} of={`the ${player.nation}`} />
      <AgentActions of={player.nation} by={agent.played_by} actions={actions} goTo={goTo} />
      <AgentThoughts of={player.nation} blocks={blocks} />
    </details>
  );
}

/** State of an agent in its turn and, in a live game, the time it has taken or has left. */
function AgentClock({ agent, phase }: { readonly agent: SpectatorAgent; readonly phase: string }) {
  const { clock } = agent;
  const now = useSignal(Date.now());
  const isRunning = time.value.kind === 'live' && clock.state === 'thinking';
  useEffect(() => {
    if (!isRunning) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 1000);
    return () => clearInterval(timer);
  }, [isRunning, clock.since]);
  const shown = clockWords(agent, phase, isRunning ? now.value : undefined);
  if (shown === undefined) return null;
  const { word, isThinking, time: taken } = shown;
  return (
    <span class={isThinking ? 'agent-clock thinking' : 'agent-clock'}>
      <span class="beat" aria-hidden="true" />
      {word}
      {taken !== undefined && <span class="seconds"> {taken}</span>}
    </span>
  );
}

/** The nation of a player, with its colour. */
function AgentName({ player }: { readonly player: SpectatorPlayer }) {
  return (
    <span class="who">
      <span class="swatch" style={{ background: softenColor(player.color) }} aria-hidden="true" />{' '}
      <strong>{player.nation}</strong>
    </span>
  );
}
