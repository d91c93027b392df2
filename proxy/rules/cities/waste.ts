import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';
import { outputs } from './outputs.js';
import { distanceToCentre } from './realm.js';

/**
 * What corruption and waste take of a city's output (`city_waste`): by effects, by the distance from a centre of
 * government, and of the trade of small cities by the settings `notradesize` and `fulltradesize`.
 */
export function cityWaste(world: World, city: City, output: number, total: number): number {
  const bySize = output === outputs.trade ? lostBySize(world, city, total) : 0;
  const rest = total - bySize;
  if (rest <= 0) return bySize;
  const level = wastePercent(world, city, output);
  if (level === undefined) return total;
  const lost = level > 0 ? Math.trunc((rest * level) / 100) : 0;
  const spared = effectValue(world, 'EFT_OUTPUT_WASTE_PCT', { ...cityContext(city), output });
  return bySize + Math.min(rest, Math.max(0, lost - Math.trunc((lost * spared) / 100)));
}

/** Per cent that is lost; undefined where all is, because there is no centre of government. */
function wastePercent(world: World, city: City, output: number): number | undefined {
  const context = { ...cityContext(city), output };
  const level = effectValue(world, 'EFT_OUTPUT_WASTE', context);
  const byDistance = effectValue(world, 'EFT_OUTPUT_WASTE_BY_DISTANCE', context);
  const byShare = effectValue(world, 'EFT_OUTPUT_WASTE_BY_REL_DISTANCE', context);
  if (byDistance <= 0 && byShare <= 0) return level;
  const distance = distanceToCentre(world, city);
  if (distance === undefined) return undefined;
  const span = Math.max(1, world.map.xsize, world.map.ysize);
  const byRelative = byShare > 0 ? Math.trunc(Math.trunc((byShare * 50 * distance) / 100) / span) : 0;
  return level + Math.trunc((byDistance * distance) / 100) + byRelative;
}

function lostBySize({ game }: World, { size }: City, total: number): number {
  const none = Math.min(game?.notradesize ?? 0, game?.fulltradesize ?? 1);
  const full = Math.max(game?.notradesize ?? 0, game?.fulltradesize ?? 1);
  if (size <= none) return total;
  return size >= full ? 0 : Math.trunc((total * (full - size)) / (full - none));
}
