import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SpectatorAgent, SpectatorClock } from '#shared/protocol/spectator/agents.js';
import type { SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture, time } from '../state.js';
import { AgentActions } from './agent-actions.js';
import { AgentThoughts } from './agent-thoughts.js';
import { Plans } from './plans.js';
import { PlayedShare } from './played-share.js';

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
              <AgentName player={player} />{' '}
              <span class="model">{player.is_ai ? 'AI' : 'not an agent here'}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface AgentCardProps {
  readonly player: SpectatorPlayer;
  readonly isOpen: boolean;
  goTo(tile: number): void;
}

const presences = { connected: '', away: 'connection lost', gone: 'has left' } as const;

/** One agent: model, turn clock, latest actions with their verdicts, transcript and token counts. */
function AgentCard({ player, isOpen, goTo }: AgentCardProps) {
  const view = picture.value?.view;
  const agent = view?.agents.get(player.id);
  if (view === undefined || agent === undefined) return null;
  const actions = view.actions.filter((action) => action.player === player.id).toReversed();
  const blocks = view.transcript.filter((block) => block.player === player.id);
  const presence = presences[agent.presence];
  return (
    <details class="agent card" open={isOpen}>
      <summary class="agent-head">
        <span class="line-one">
          <AgentName player={player} />
          <AgentClock clock={agent.clock} />
        </span>
        <span class="line-two muted">
          <span class="model">{agent.model ?? 'an agent of no known model'}</span>
          {presence !== '' && <span class="absent"> · {presence}</span>}
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
      <Figures agent={agent} />
      <Plans plans={agent.plans ?? []} of={`the ${player.nation}`} />
      <AgentActions of={player.nation} actions={actions} goTo={goTo} />
      <AgentThoughts of={player.nation} blocks={blocks} />
    </details>
  );
}

function Figures({ agent: { tokens, verdicts, run } }: { readonly agent: SpectatorAgent }) {
  const failed = verdicts.rejected + verdicts.invalid;
  const figures = [
    ['applied', verdicts.applied],
    ['no effect', verdicts.no_effect],
    ['refused', failed],
    ...(run?.usage == null ? transcriptFigures(tokens) : usageFigures(run.usage)),
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={typeof count === 'number' ? count.toLocaleString('en') : count}>
            {typeof count === 'number' ? shortCount(count) : count}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What its transcript says of tokens; nothing where it says nothing. */
function transcriptFigures(tokens: SpectatorAgent['tokens']) {
  if (tokens === null) return [];
  return [
    ['tokens in', tokens.input],
    ['tokens out', tokens.output],
  ] as const;
}

/** What its agent reports of its model. */
function usageFigures(usage: NonNullable<NonNullable<SpectatorAgent['run']>['usage']>) {
  const cost = usage.cost_usd === null ? [] : ([['cost', `$${usage.cost_usd.toFixed(2)}`]] as const);
  return [
    ['calls', usage.calls],
    ['new in', usage.input_tokens],
    ['cached in', usage.cached_tokens],
    ['tokens out', usage.output_tokens],
    ['model s', Math.round(usage.duration_s)],
    ...cost,
  ] as const;
}

/** 1234567 as `1.2M`. */
function shortCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en');
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

const words = { thinking: 'thinking', ended: 'turn ended', waiting: 'waiting', out: 'out' } as const;

/** State of an agent in its turn and, in a live game, the time it has taken or has left. */
function AgentClock({ clock }: { readonly clock: SpectatorClock }) {
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
  return (
    <span class={`agent-clock ${clock.state}`}>
      <span class="beat" aria-hidden="true" />
      {words[clock.state]}
      {isRunning && <span class="seconds"> {timeText(clock, now.value)}</span>}
    </span>
  );
}

function timeText({ since, ends_at: endsAt }: SpectatorClock, now: number): string {
  return endsAt === null ? minutes(now - since) : `${minutes(endsAt - now)} left`;
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
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
