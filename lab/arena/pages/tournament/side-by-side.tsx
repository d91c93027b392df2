import type { CurveColumn } from '../../statistics/mean-curve.js';
import type { Tournament } from '../../statistics/tournament.js';
import { Curves } from './curves.js';
import { colorOf } from './series-colors.js';
import { type Compared, goTo, place } from './tournament-state.js';

/** Two players, each from the same place of the same map, in the two games in which they had it. */
export function SideBySide({ tournament: { contestants, matches } }: { readonly tournament: Tournament }) {
  const seeds = [...new Set(matches.map(({ seed }) => seed))];
  const places = [...new Set(matches.flatMap(({ players }) => players.map(({ player }) => player)))];
  const [first = '', second = ''] = contestants;
  const now = place.value.compared ?? { first, second, seed: seeds[0] ?? 0, place: 0 };
  const names = [now.first, now.second];
  const games = names.flatMap((name) => gameOf(matches, name, now) ?? []);
  return (
    <section class="card" aria-labelledby="compare">
      <h2 id="compare">Side by side</h2>
      <Choices {...{ now, contestants, seeds, places }} />
      {games.length === 0 ? (
        <p class="muted">Neither has played from there.</p>
      ) : (
        <>
          <Curves
            label="from the same place"
            lines={games.map(({ contestant, curve, match }) => ({
              ...{ name: `${contestant} in ${match}`, color: colorOf(contestant, contestants) },
              points: (column: CurveColumn) => curve.map((entry) => [entry[0], entry[column]] as const),
            }))}
          />
          <div class="pair">
            {games.map(({ contestant, match }) => (
              <LastMap key={contestant} {...{ contestant, match }} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function LastMap({ contestant, match }: { readonly contestant: string; readonly match: string }) {
  return (
    <figure>
      <figcaption>
        {contestant} <a href={`#match=${encodeURIComponent(match)}`}>{match}</a>
      </figcaption>
      <img class="last-map" src={`maps/${match}.png`} alt={`The map of ${match} at its end`} loading="lazy" />
    </figure>
  );
}

/** How a contestant did from that place; undefined when it has not played from there. */
function gameOf(matches: Tournament['matches'], contestant: string, { seed, place: player }: Compared) {
  for (const { match, seed: own, players } of matches) {
    const found = players.find((one) => one.contestant === contestant && one.player === player);
    if (own === seed && found !== undefined) return { match, contestant, curve: found.curve };
  }
  return undefined;
}

interface ChoicesProps {
  readonly now: Compared;
  readonly contestants: readonly string[];
  readonly seeds: readonly number[];
  readonly places: readonly number[];
}

function Choices({ now, contestants, seeds, places }: ChoicesProps) {
  const change = (changed: Partial<Compared>) => {
    const next = { ...now, ...changed };
    goTo(`compare=${[next.first, next.second, next.seed, next.place].map(encodeURIComponent).join(',')}`);
  };
  const setFirst = (first: string) => change({ first });
  const setSecond = (second: string) => change({ second });
  const setSeed = (seed: string) => change({ seed: Number(seed) });
  const setPlace = (at: string) => change({ place: Number(at) });
  return (
    <div class="choices">
      <Choice label="First" value={now.first} values={contestants} onChange={setFirst} />
      <Choice label="Second" value={now.second} values={contestants} onChange={setSecond} />
      <Choice label="Seed" value={now.seed} values={seeds} onChange={setSeed} />
      <Choice label="Place" value={now.place} values={places} onChange={setPlace} />
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | number;
  readonly values: readonly (string | number)[];
  onChange(value: string): void;
}

function Choice({ label, value, values, onChange }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={String(value)} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {values.map((one) => (
          <option key={one} value={String(one)}>
            {label === 'Place' ? Number(one) + 1 : one}
          </option>
        ))}
      </select>
    </label>
  );
}
