import { type MapLayout, nearestCopy, type Point } from './layout.js';

/** Homes that are at most this share of the screen apart are shown together. */
const SHARED_SHARE = 0.9;

/**
 * The middle of the screen with which a game opens: between these tiles where the screen shows them all, else on the first
 * of them; no nearer to the edge of a flat world than the screen reaches. `screen` in units of the layout. Undefined
 * without tiles.
 */
export function openingPlace(
  layout: MapLayout,
  tiles: readonly number[],
  screen: { readonly width: number; readonly height: number },
): Point | undefined {
  const [first, ...others] = tiles.map((tile) => layout.middle(tile));
  if (first === undefined) return undefined;
  const places = [first, ...others.map((place) => nearestCopy(layout, place, first))];
  const across = extentOf(places.map(({ x }) => x));
  const down = extentOf(places.map(({ y }) => y));
  const areTogether = across.size <= SHARED_SHARE * screen.width && down.size <= SHARED_SHARE * screen.height;
  const place = areTogether ? { x: across.middle, y: down.middle } : first;
  return {
    x: layout.periodX > 0 ? place.x : inside(place.x, screen.width, layout.width),
    y: layout.periodY > 0 ? place.y : inside(place.y, screen.height, layout.height),
  };
}

function extentOf(values: readonly number[]): { readonly size: number; readonly middle: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { size: most - least, middle: (least + most) / 2 };
}

/** The nearest middle of a screen that does not reach beyond the world; the middle of a world that is smaller. */
function inside(value: number, screen: number, world: number): number {
  return screen >= world ? world / 2 : Math.max(screen / 2, Math.min(world - screen / 2, value));
}
