import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { RealmBasis, RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { bestTileSwap, type TileSwap } from '../rules/tile-swap.js';
import { changeWords, weightFrom } from './line-parts.js';

const MAX_LINES = 2;

/** The cities with a citizen that would bring more on another tile, and nothing less; the greatest gains, at most two. */
export function tileCounsel({ world, cities }: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  const swaps = cities.flatMap((basis) => {
    const swap = bestTileSwap(world, basis);
    return swap === undefined ? [] : [{ city: basis.city, swap }];
  });
  return swaps
    .sort((a, b) => b.swap.gain - a.swap.gain)
    .slice(0, MAX_LINES)
    .map(({ city, swap }) => tileLine(world, city, swap, now));
}

function tileLine(
  world: World,
  city: City,
  { from, to, before, after, gain }: TileSwap,
  now: RealmTotals,
): CounselLine {
  const change = (output: number) => ({
    now: before.surplus[output] ?? 0,
    after: after.surplus[output] ?? 0,
  });
  const figures = {
    city_id: city.id,
    from: world.map.position(from),
    to: world.map.position(to),
    food: change(outputs.food),
    shields: change(outputs.shields),
    trade: change(outputs.trade),
  };
  const { food, shields, trade } = figures;
  const place = ({ x, y }: { readonly x: number; readonly y: number }) => `(${x}, ${y})`;
  return {
    kind: 'tile',
    text: `${nameText(city.name)}: work ${place(figures.to)} instead of ${place(figures.from)}: food ${changeWords(food)}, shields ${changeWords(shields)}, trade ${changeWords(trade)}`,
    weight: weightFrom(gain, 0, now),
    figures,
  };
}
