import type { Point } from './layout.js';

/** Where names already stand, in pixels of the screen. */
export type LabelBoxes = { left: number; right: number; top: number }[];

/**
 * Where a name of that half width and height goes, as the distance of its top from the middle of its city: below the mark,
 * else above it, else a line further down; undefined where other names stand in all of these places. Takes the place.
 */
export function placeLabel(
  at: Point,
  { half, font, size }: { readonly half: number; readonly font: number; readonly size: number },
  taken: LabelBoxes,
): number | undefined {
  const [left, right] = [at.x - half, at.x + half];
  const below = size * 0.4;
  return [below, -below - font * 1.2, below + font * 1.1].find((shift) => {
    const top = at.y + shift;
    const isTaken = taken.some(
      (other) => left < other.right && right > other.left && Math.abs(top - other.top) < font,
    );
    if (!isTaken) taken.push({ left, right, top });
    return !isTaken;
  });
}
