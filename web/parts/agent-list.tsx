import { picture } from '../state.js';
import { AgentCard, AgentName } from './agent-card.js';

interface AgentListProps {
  goTo(tile: number): void;
}

/** Number of cards that are open at first. */
const OPEN = 2;

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
        <AgentCard key={player.id} player={player} isOpen={place < OPEN} goTo={goTo} />
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
