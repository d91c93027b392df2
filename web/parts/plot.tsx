import { useSignal } from '@preact/signals';
import type { HistoryRow, SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { history, picture, time } from '../state.js';

const measures = [
  ['Score', 2],
  ['Cities', 3],
  ['Techs', 4],
  ['Gold', 5],
] as const;

type Measure = (typeof measures)[number];

const WIDTH = 360;
const HEIGHT = 130;
const LEFT = 34;
const BOTTOM = 18;

/** Line chart of the players' score, cities, techs or gold by turn. */
export function Plot() {
  const shown = useSignal<Measure>(measures[0]);
  const view = picture.value?.view;
  const rows = history.value;
  return (
    <section aria-labelledby="plot">
      <h2 id="plot">Over the turns</h2>
      <fieldset class="tabs" aria-label="What is plotted">
        {measures.map((measure) => (
          <button
            key={measure[0]}
            type="button"
            aria-pressed={shown.value === measure}
            onClick={() => {
              shown.value = measure;
            }}
          >
            {measure[0]}
          </button>
        ))}
      </fieldset>
      {new Set(rows.map(([turn]) => turn)).size < 2 ? (
        <p class="muted">Lines begin with the next turn.</p>
      ) : (
        <Lines rows={rows} measure={shown.value} players={[...(view?.players.values() ?? [])]} />
      )}
    </section>
  );
}

interface LinesProps {
  readonly rows: readonly HistoryRow[];
  readonly measure: Measure;
  readonly players: readonly SpectatorPlayer[];
}

function Lines({ rows, measure: [name, column], players }: LinesProps) {
  const turns = rows.map(([turn]) => turn);
  const [first, last] = [Math.min(...turns), Math.max(...turns)];
  const most = niceCeiling(Math.max(1, ...rows.map((row) => row[column] ?? 0)));
  const x = (turn: number) => LEFT + ((turn - first) / Math.max(1, last - first)) * (WIDTH - LEFT - 6);
  const past = time.value.kind === 'past' ? x(Math.min(last, Math.max(first, time.value.turn))) : undefined;
  const y = (value: number) => HEIGHT - BOTTOM - (Math.max(0, value) / most) * (HEIGHT - BOTTOM - 8);
  return (
    <svg
      class="plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${name} of each nation over the turns`}
    >
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={WIDTH - 6} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 5} y={y(value) + 3.5} text-anchor="end">
            {Math.round(value)}
          </text>
        </g>
      ))}
      {past !== undefined && <line class="now" x1={past} x2={past} y1={4} y2={HEIGHT - BOTTOM} />}
      <text x={LEFT} y={HEIGHT - 4}>
        turn {first}
      </text>
      <text x={WIDTH - 6} y={HEIGHT - 4} text-anchor="end">
        {last}
      </text>
      {players.map(({ id, color, nation }) => {
        // A line has the turns only of which something is known.
        const own = rows.flatMap((row) => {
          const value = row[1] === id ? row[column] : null;
          return value === null ? [] : [`${x(row[0]).toFixed(1)},${y(value).toFixed(1)}`];
        });
        const points = own.join(' ');
        return (
          <polyline key={id} points={points} stroke={softenColor(color)}>
            <title>{nation}</title>
          </polyline>
        );
      })}
    </svg>
  );
}

/** The next of 1, 2, 5, 10, 20 ... */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
