import { type MapLayout, modulo } from '../map/layout.js';

/** A direction on the screen: as an arrow, and as a key of the numeric keypad. */
export interface ScreenDirection {
  readonly arrow: string;
  readonly digit: string;
}

/** Clockwise by eighths of a turn, from the right. */
const directions: readonly ScreenDirection[] = [
  { arrow: '→', digit: '6' },
  { arrow: '↘', digit: '3' },
  { arrow: '↓', digit: '2' },
  { arrow: '↙', digit: '1' },
  { arrow: '←', digit: '4' },
  { arrow: '↖', digit: '7' },
  { arrow: '↑', digit: '8' },
  { arrow: '↗', digit: '9' },
];

/** The direction on the screen from one tile to another, the shorter way around a wrapping world; undefined for the same tile. */
export function directionTo(layout: MapLayout, from: number, to: number): ScreenDirection | undefined {
  const [a, b] = [layout.middle(from), layout.middle(to)];
  const dx = shorterWay(b.x - a.x, layout.periodX);
  const dy = shorterWay(b.y - a.y, layout.periodY);
  if (dx === 0 && dy === 0) return undefined;
  return directions[modulo(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)), 8)];
}

function shorterWay(distance: number, period: number): number {
  return period === 0 ? distance : modulo(distance + period / 2, period) - period / 2;
}
