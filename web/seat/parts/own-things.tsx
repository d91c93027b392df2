import { Plans } from '../../parts/plans.js';
import { picture } from '../../state.js';
import type { Actor } from '../offers.js';
import { type PlayState, tileOf, waitingUnits } from '../play-state.js';
import type { PlayedSeat } from '../played-seat.js';

interface OwnThingsProps {
  readonly seat: PlayedSeat;
  goTo(tile: number): void;
}

/** List of own units and cities to choose from; units that wait for orders come first. */
export function OwnThings({ seat, goTo }: OwnThingsProps) {
  const state = seat.state.value;
  if (state === undefined) return null;
  const own = state.cities.filter(({ owner }) => owner === state.player_id);
  const waiting = new Set(waitingUnits(state).map(({ id }) => id));
  const units = state.units
    .filter(({ owner }) => owner === state.player_id)
    .toSorted((a, b) => Number(waiting.has(b.id)) - Number(waiting.has(a.id)) || a.id - b.id);
  const choose = (actor: Actor, place: { x: number; y: number }) => {
    seat.chosen.value = actor;
    goTo(tileOf(state, place));
  };
  const isChosen = ({ kind, id }: Actor) => seat.chosen.value?.kind === kind && seat.chosen.value.id === id;
  return (
    <section class="own" aria-labelledby="own">
      <h2 id="own">Yours</h2>
      {own.length > 0 && (
        <ul class="chips" aria-label="Cities">
          {own.map((city) => (
            <li key={city.id}>
              <button
                type="button"
                aria-pressed={isChosen({ kind: 'city', id: city.id })}
                onClick={() => choose({ kind: 'city', id: city.id }, city)}
              >
                ⌂ {city.name} <span class="sub">{city.size}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul class="chips" aria-label="Units">
        {units.map((unit) => (
          <li key={unit.id}>
            <button
              type="button"
              class={waiting.has(unit.id) ? 'waits' : ''}
              aria-pressed={isChosen({ kind: 'unit', id: unit.id })}
              onClick={() => choose({ kind: 'unit', id: unit.id }, unit)}
            >
              {unit.type_name} <span class="sub">{doing(unit, waiting.has(unit.id))}</span>
            </button>
          </li>
        ))}
      </ul>
      <Plans plans={picture.value?.view.agents.get(state.player_id)?.plans ?? []} of="your nation" />
      {units.length + own.length === 0 && <p class="muted">Nothing any more.</p>}
    </section>
  );
}

function doing(unit: PlayState['units'][number], isWaiting: boolean): string {
  if (isWaiting) return `${unit.moves_left}`;
  if (unit.goto) return 'on its way';
  return unit.activity === 'idle' ? 'moved' : unit.activity.replaceAll('_', ' ');
}
