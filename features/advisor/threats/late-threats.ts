import type { Threat } from '#shared/protocol/state/prospects.js';
import { unitName } from '../../../proxy/orders/descriptions.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { isCapital } from '../../../proxy/rules/cities/realm.js';
import { displayName, listUpTo } from '../../../proxy/rules/lookup/names.js';
import { areAllied, areAtWar } from '../../../proxy/rules/lookup/players.js';
import { extrasOn, knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { buildingHasEffect } from '../../../proxy/rules/requirements/effects.js';
import { canTypeDo, isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { landChanges } from '../rules/known-lands.js';
import { type Situation, situationOf } from '../situation.js';
import { countText, nearestCity, positionText } from '../text-parts.js';

/** The most lines on weapons: the answer to each is the same. */
const MAX_WEAPONS = 2;
/** The most places in one line. */
const MAX_PLACES = 4;
const CLEANING = ['ERM_CLEANPOLLUTION', 'ERM_CLEANFALLOUT'] as const;

/** The visible nuclear weapons of others that are nearest to own cities, with the building that protects a city. */
export function nuclearThreats(situation: Situation): readonly Threat[] {
  const { world, me, cities } = situation;
  const weapons = [...world.units.values()].filter(
    (unit) => unit.owner !== me && isNuclear(situation, unit) && areAllied(world, me, unit.owner) !== true,
  );
  const shields = [...world.ruleset.improvements.values()].filter(({ id }) =>
    buildingHasEffect(world, id, 'EFT_NUKE_PROOF'),
  );
  const help = shields.map(({ name }) => displayName(name)).join(' or ');
  return weapons
    .flatMap((unit) => {
      const near = nearestCity(world, unit.tile, cities);
      return near === undefined ? [] : [{ unit, near }];
    })
    .toSorted((a, b) => a.near.distance - b.near.distance)
    .slice(0, MAX_WEAPONS)
    .map(({ unit, near: { city, distance } }) => {
      const who = nameText(world.players.get(unit.owner)?.name ?? 'a rival');
      const what = isCapital(world, city) ? ', the capital' : '';
      return {
        type: 'nuclear',
        description: `${who} has ${unitName(world, unit)} at ${positionText(world, unit.tile)}, ${countText(distance, 'tile')} from ${nameText(city.name)}${what}${help === '' ? '' : `; ${help} protects a city from it`}`,
        severity: areAtWar(world, me, unit.owner) === true ? 'high' : 'medium',
        player_id: unit.owner,
      };
    });
}

function isNuclear({ world }: Situation, { type }: Unit): boolean {
  const unitType = world.ruleset.unitTypes.get(type);
  return unitType !== undefined && canTypeDo(world, unitType, 'ACTION_NUKE');
}

/** Worked tiles with pollution or fallout, which yield less until they are cleaned; nothing while an auto worker cleans them. */
export function pollutionThreats(situation: Situation): readonly Threat[] {
  const { world, units } = situation;
  const dirty = dirtyTiles.of(world);
  if (dirty.length === 0) return [];
  const workers = units.filter(({ type }) => isWorkerType(situation.world, type));
  if (workers.some(({ detail }) => detail?.ai === true)) return [];
  const help =
    workers.length === 0
      ? 'no unit can clean them'
      : `${countText(workers.length, 'worker')} can clean them, none on auto work (unit_auto_work)`;
  const places = listUpTo(
    MAX_PLACES,
    dirty.map((tile) => positionText(world, tile)),
  );
  return [
    {
      type: 'pollution',
      description: `Pollution lowers the yields of ${countText(dirty.length, 'worked tile')} at ${places}: ${help}`,
      severity: 'low',
    },
  ];
}

/** The worked tiles with pollution or fallout, which change with the cities and the land. */
const dirtyTiles = new VersionCache<readonly number[]>(
  (world) => world,
  (world) =>
    situationOf(world).cities.flatMap((city) =>
      workedTiles(world, city).filter((tile) => isDirty(world, tile)),
    ),
  (world) => [world.cities.positionVersion, landChanges(world), world.ruleset, world.seat.player],
);

function isDirty(world: World, tile: number): boolean {
  const known = knownTile(world, tile);
  if (known === undefined) return false;
  return extrasOn(world, known).some(({ rmcauses }) => CLEANING.some((cause) => rmcauses.has(cause)));
}
