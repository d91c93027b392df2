import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';
import type { CityEffects, WasteEffects } from './city-effects.js';
import { distanceToCentre } from './realm.js';

/** What decides how much of an output a city loses by corruption and waste. */
export interface WasteFactors {
  /** Per cent that is lost; undefined where all is lost, because there is no centre of government. */
  readonly percent: number | undefined;
  /** Per cent of the loss that buildings spare. */
  readonly spared: number;
}

/** How a city loses each output, by its number: by effects, and by the distance from a centre of government. */
export function wasteFactors(world: World, city: City, { waste }: CityEffects): readonly WasteFactors[] {
  return waste.map((effects) => ({ percent: wastePercent(world, city, effects), spared: effects.spared }));
}

/** Corruption and waste of a city's output (`city_waste`), with `notradesize` and `fulltradesize` for trade. */
export function wasteOf(
  world: World,
  city: City,
  output: number,
  total: number,
  { percent, spared }: WasteFactors,
): number {
  const bySize = output === outputs.trade ? lostBySize(world, city, total) : 0;
  const rest = total - bySize;
  if (rest <= 0) return bySize;
  if (percent === undefined) return total;
  const lost = percent > 0 ? Math.trunc((rest * percent) / 100) : 0;
  return bySize + Math.min(rest, Math.max(0, lost - Math.trunc((lost * spared) / 100)));
}

function wastePercent(
  world: World,
  city: City,
  { level, byDistance, byRelativeDistance: byShare }: WasteEffects,
): number | undefined {
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
