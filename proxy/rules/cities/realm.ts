import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { citiesByOwner, unitsByHome } from '../lookup/entity-index.js';
import { VersionCache } from '../lookup/version-cache.js';
import { buildingHasEffect, effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';

const centresByOwner = new VersionCache<Map<number, readonly City[]>>(
  (world) => world,
  () => new Map(),
);

/** The cities of a player that this seat knows, by id. */
export function citiesOf(world: World, player: number): readonly City[] {
  return citiesByOwner(world).get(player) ?? [];
}

/** The units that a city supports, as far as this seat is told. */
export function supportedUnits(world: World, city: City): readonly Unit[] {
  return unitsByHome(world).get(city.id) ?? [];
}

/** Whether a city is the capital of its owner (`EFT_CAPITAL_CITY`): a nation that loses it may fall apart (`civil_war`). */
export function isCapital(world: World, { improvements }: City): boolean {
  return [...world.ruleset.improvements.keys()].some(
    (building) => hasBit(improvements, building) && buildingHasEffect(world, building, 'EFT_CAPITAL_CITY'),
  );
}

/** The cities of a player that are centres of government (`EFT_GOV_CENTER`). */
export function centresOf(world: World, player: number): readonly City[] {
  const byOwner = centresByOwner.of(world);
  let centres = byOwner.get(player);
  if (centres === undefined) {
    centres = citiesOf(world, player).filter(
      (one) => effectValue(world, 'EFT_GOV_CENTER', cityContext(one)) > 0,
    );
    byOwner.set(player, centres);
  }
  return centres;
}

/** Tiles to the nearest centre of government of the same player; undefined without any. */
export function distanceToCentre(world: World, city: City): number | undefined {
  const centres = centresOf(world, city.owner);
  if (centres.length === 0) return undefined;
  return Math.min(...centres.map(({ tile }) => world.map.distance(tile, city.tile)));
}
