import { picture } from '../state.js';
import { AgentCard } from './agent-card.js';
import { AgentName } from './agent-name.js';

interface AgentListProps {
  goTo(tile: number): void;
}

/** So many are open from the beginning. */
const OPEN = 2;

/** Who plays: each agent with what it thinks and does, then the AIs of the game itself. */
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
