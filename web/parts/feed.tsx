import type { SpectatorEvent } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { picture, watch } from '../state.js';

const SHOWN = 80;

const signs: Readonly<Record<string, string>> = {
  city_founded: '⌂',
  city_seen: '⌂',
  city_taken: '⚑',
  city_lost: '✕',
  combat: '⚔',
  tech: '✦',
  wonder: '★',
  diplomacy: '☮',
  war: '⚔',
  government: '♔',
  player_dead: '☠',
};

interface FeedProps {
  goTo(tile: number): void;
}

/** The events of the game, the newest first; each line is a button to its place. */
export function Feed({ goTo }: FeedProps) {
  const view = picture.value?.view;
  const events = view?.events.slice(-SHOWN).toReversed() ?? [];
  return (
    <section class="feed" aria-labelledby="feed">
      <h2 id="feed">What happens</h2>
      {events.length === 0 && <p class="muted">Nothing yet that people would talk about.</p>}
      <ol>
        {events.map((event) => (
          <li key={event.id}>
            <Line event={event} color={view?.players.get(event.players?.[0] ?? -1)?.color} goTo={goTo} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface LineProps extends FeedProps {
  readonly event: SpectatorEvent;
  readonly color: string | undefined;
}

function Line({ event, color, goTo }: LineProps) {
  const { tile, turn, text, kind } = event;
  const words = (
    <>
      <span
        class="sign"
        aria-hidden="true"
        style={{ borderColor: color === undefined ? 'transparent' : softenColor(color) }}
      >
        {signs[kind] ?? '•'}
      </span>
      <span class="what">{text}</span>
    </>
  );
  return (
    <span class="line">
      {tile === undefined ? (
        <span class="event">{words}</span>
      ) : (
        <button type="button" class="event" onClick={() => goTo(tile)} title="Show the place">
          {words}
        </button>
      )}
      <button
        type="button"
        class="when muted"
        title={`Watch turn ${turn}`}
        aria-label={`Watch turn ${turn}`}
        onClick={() => watch.value?.seek(turn)}
      >
        {turn}
      </button>
    </span>
  );
}
