import { useSignal } from '@preact/signals';
import type { ContestantResult } from '../../agent/arena/play/match-result.js';

const measures = [
  ['Score', 1],
  ['Cities', 2],
  ['Techs', 3],
] as const;

/** A line: what a contestant had as each turn began. */
export interface CurveLine {
  readonly name: string;
  readonly color: string;
  readonly curve: ContestantResult['curve'];
}

const WIDTH = 480;
const HEIGHT = 230;
const LEFT = 42;
const BOTTOM = 24;
const EDGE = 10;

/** Line chart of score, cities or technologies by turn. */
export function Curves({ lines, label }: { readonly lines: readonly CurveLine[]; readonly label: string }) {
  const shown = useSignal<(typeof measures)[number]>(measures[0]);
  const [name, column] = shown.value;
  return (
    <div class="curves">
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
      <Lines lines={lines} column={column} label={`${name}, ${label}`} />
      <ul class="legend">
        {lines.map((line) => (
          <li key={line.name}>
            <span class="swatch" style={{ background: line.color }} aria-hidden="true" />
            {line.name}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinesProps {
  readonly lines: readonly CurveLine[];
  readonly column: 1 | 2 | 3;
  readonly label: string;
}

function Lines({ lines, column, label }: LinesProps) {
  const entries = lines.flatMap(({ curve }) => curve);
  const last = Math.max(1, ...entries.map(([turn]) => turn));
  const most = niceCeiling(Math.max(1, ...entries.map((entry) => entry[column])));
  const x = (turn: number) => LEFT + (turn / last) * (WIDTH - LEFT - EDGE);
  const y = (value: number) => HEIGHT - BOTTOM - (Math.max(0, value) / most) * (HEIGHT - BOTTOM - EDGE);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={WIDTH - EDGE} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {Math.round(value)}
          </text>
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 6}>
        turn 0
      </text>
      <text x={WIDTH - EDGE} y={HEIGHT - 6} text-anchor="end">
        turn {last}
      </text>
      {lines.map(({ name, color, curve }) => (
        <polyline
          key={name}
          stroke={color}
          points={curve.map((entry) => `${x(entry[0]).toFixed(1)},${y(entry[column]).toFixed(1)}`).join(' ')}
        >
          <title>{name}</title>
        </polyline>
      ))}
    </svg>
  );
}

/** The next of 1, 2, 5, 10, 20 ... */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
