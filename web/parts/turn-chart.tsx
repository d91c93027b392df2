/** A line of a chart: its color as CSS, and what was measured in which turn, with the half width of the band around it. */
interface TurnLine {
  readonly key: string | number;
  readonly name: string;
  readonly color: string;
  readonly points: readonly (readonly [turn: number, value: number, margin?: number])[];
}

interface TurnChartProps {
  readonly label: string;
  readonly lines: readonly TurnLine[];
  /** The first and the last turn of the axis. */
  readonly turns: readonly [number, number];
  /** The value at the top of the axis. */
  readonly most: number;
  /** Pixels of the drawing before it is scaled; by default those of a side panel. */
  readonly width?: number;
  readonly height?: number;
  /** A turn that is marked by a line. */
  readonly marked?: number | undefined;
  /** How a value of the axis is written. */
  format?(value: number): string;
}

const LEFT = 36;
const BOTTOM = 20;
const EDGE = 8;

/** Lines over the turns of a game, with their axes. */
export function TurnChart(props: TurnChartProps) {
  const { label, lines, turns, most, width = 360, height = 130, marked } = props;
  const { format = (value: number) => String(Math.round(value)) } = props;
  const [first, last] = turns;
  const x = (turn: number) => LEFT + ((turn - first) / Math.max(1, last - first)) * (width - LEFT - EDGE);
  const y = (value: number) =>
    height - BOTTOM - (Math.min(most, Math.max(0, value)) / most) * (height - BOTTOM - EDGE);
  const at = (turn: number, value: number) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`;
  const mark = marked === undefined ? undefined : x(Math.min(last, Math.max(first, marked)));
  return (
    <svg class="turn-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={width - EDGE} y1={y(value)} y2={y(value)} />
          <text x={LEFT - 5} y={y(value) + 3.5} text-anchor="end">
            {format(value)}
          </text>
        </g>
      ))}
      {mark !== undefined && <line class="now" x1={mark} x2={mark} y1={4} y2={height - BOTTOM} />}
      <text x={LEFT} y={height - 5}>
        turn {first}
      </text>
      <text x={width - EDGE} y={height - 5} text-anchor="end">
        {last}
      </text>
      {lines.map(({ key, color, points }) => {
        const upper = points.map(([turn, value, margin = 0]) => at(turn, value + margin));
        const lower = points.toReversed().map(([turn, value, margin = 0]) => at(turn, value - margin));
        const hasBand = points.some(([, , margin]) => margin !== undefined);
        return hasBand && <polygon key={key} fill={color} points={[...upper, ...lower].join(' ')} />;
      })}
      {lines.map(({ key, name, color, points }) => (
        <polyline key={key} stroke={color} points={points.map(([turn, value]) => at(turn, value)).join(' ')}>
          <title>{name}</title>
        </polyline>
      ))}
    </svg>
  );
}

/** The top of an axis: the next of 1, 2, 5, 10, 20 ... */
export function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}
