import { type Layout, modulo } from '../map/layout.js';

/** A way on the screen: as an arrow, and the key of the number block that lies so. */
export interface Direction {
  readonly arrow: string;
  readonly digit: string;
}

/** By eighths of a turn, from the right on downwards. */
const directions: readonly Direction[] = [
  { arrow: '→', digit: '6' },
  { arrow: '↘', digit: '3' },
  { arrow: '↓', digit: '2' },
  { arrow: '↙', digit: '1' },
  { arrow: '←', digit: '4' },
  { arrow: '↖', digit: '7' },
  { arrow: '↑', digit: '8' },
  { arrow: '↗', digit: '9' },
];

/** In which direction a tile lies from another on the screen, the short way round the world; undefined for the same. */
export function directionTo(layout: Layout, from: number, to: number): Direction | undefined {
  const [a, b] = [layout.middle(from), layout.middle(to)];
  const dx = shortWay(b.x - a.x, layout.periodX);
  const dy = shortWay(b.y - a.y, layout.periodY);
  if (dx === 0 && dy === 0) return undefined;
  return directions[modulo(Math.round(Math.atan2(dy, dx) / (Math.PI / 4)), 8)];
}

function shortWay(distance: number, period: number): number {
  return period === 0 ? distance : modulo(distance + period / 2, period) - period / 2;
}
