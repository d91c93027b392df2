import type { RatedPlayer } from '../../statistics/rating-intervals.js';
import { colorOf } from './series-colors.js';

interface RatingChartProps {
  readonly label: string;
  /** The best first. */
  readonly ratings: readonly RatedPlayer[];
  readonly contestants: readonly string[];
}

const WIDTH = 480;
const ROW = 30;
const NAMES = 150;
const TOP = 10;
const BOTTOM = 26;

/** Ratings with their 95 per cent intervals, a row each. */
export function RatingChart({ label, ratings, contestants }: RatingChartProps) {
  const low = Math.floor(Math.min(...ratings.map((one) => one.low)) / 100) * 100;
  const high = Math.ceil(Math.max(...ratings.map((one) => one.high)) / 100) * 100;
  const height = ratings.length * ROW + BOTTOM + TOP;
  const x = (points: number) => NAMES + ((points - low) / Math.max(1, high - low)) * (WIDTH - NAMES - 24);
  return (
    <svg class="ratings" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {roundMarks(low, high).map((mark) => (
        <g key={mark}>
          <line class="grid" x1={x(mark)} x2={x(mark)} y1={TOP} y2={height - BOTTOM} />
          <text x={x(mark)} y={height - 8} text-anchor="middle">
            {mark}
          </text>
        </g>
      ))}
      {ratings.map((one, index) => {
        const y = TOP + index * ROW + ROW / 2;
        const color = colorOf(one.player, contestants);
        return (
          <g key={one.player}>
            <title>{`${one.player}: ${Math.round(one.points)} (${intervalText(one)})`}</title>
            <text x={0} y={y + 4}>
              {one.player}
            </text>
            <line x1={x(one.low)} x2={x(one.high)} y1={y} y2={y} stroke={color} stroke-width={3} />
            <circle cx={x(one.points)} cy={y} r={6} fill={color} />
          </g>
        );
      })}
    </svg>
  );
}

/** `930 to 1075`, or that it was fixed beforehand. */
export function intervalText({ low, high, isFixed }: RatedPlayer): string {
  return isFixed ? 'fixed' : `${Math.round(low)} to ${Math.round(high)}`;
}

/** Hundreds between two ends, a dozen at most. */
function roundMarks(low: number, high: number): readonly number[] {
  const step = high - low > 1200 ? 400 : high - low > 500 ? 200 : 100;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, index) => first + index * step);
}
