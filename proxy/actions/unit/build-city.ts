import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { nationOf } from '../../orders/descriptions.js';
import { displayName } from '../../rules/lookup/names.js';
import { knownTile, terrainOf } from '../../rules/lookup/tiles.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, gameText, MAX_FOUNDED_CITY_NAME_BYTES, singleSpaced } from '../common-fields.js';
import { movesRefusal } from './move-refusal.js';
import { offerOdds, unitActionOdds } from './server-odds.js';
import { doUnitAction } from './unit-orders.js';

/** Action `unit_build_city` (ACTION_FOUND_CITY). */
export const unitBuildCity = defineUnitAction({
  name: 'unit_build_city',
  aliases: ['unit_found_city'],
  doc: 'Found a city where a settler unit stands. Without a name the server suggests one.',
  schema: z.looseObject({ ...actorFields, city_name: gameText(MAX_FOUNDED_CITY_NAME_BYTES).optional() }),
  sends: ['unit_get_actions', 'city_name_suggestion_req', 'unit_do_action'],
  offers: ({ ofUnitsAble }) =>
    ofUnitsAble('ACTION_FOUND_CITY', (unit, answers) => {
      const here = answers.find(({ tile }) => tile === unit.tile);
      const probability = here?.odds.get('ACTION_FOUND_CITY');
      return probability === undefined
        ? []
        : [{ priority: 'high', ...offerOdds(probability), what: 'found a city here' }];
    }),
  async plan(port, unit, fields) {
    const { id, tile, owner } = unit;
    const { odds } = await unitActionOdds(port, unit, tile);
    if (!odds.has('ACTION_FOUND_CITY') && !port.skipsRules) {
      const reason = foundingRefusal(port.world, unit);
      if (reason !== undefined) return invalidAction(reason, 'data.actor_id');
      return invalidAction('This unit cannot found a city here now', 'data.actor_id', {
        reasons:
          'it must be able to found cities, have moves left, and stand on land far enough from other cities and not foreign',
      });
    }
    const wished = singleSpaced(fields.city_name ?? '');
    const name = wished === '' ? await suggestedName(port, id) : wished;
    return ok({
      send: () => doUnitAction(port, id, tile, 'ACTION_FOUND_CITY', { name }),
      effect: (before, after) => {
        const city = [...after.cities.values()].find(
          (other) => other.tile === tile && other.owner === owner && !before.cities.has(other.id),
        );
        return (
          city && { city_built: true, city_id: city.id, name: city.name, position: after.map.position(tile) }
        );
      },
    });
  },
});

async function suggestedName(port: ActionPort<'city_name_suggestion_req'>, unitId: number): Promise<string> {
  const { packets } = await port.request('city_name_suggestion_req', { unitId });
  const suggestion = packets.find((packet) => packet.name === 'city_name_suggestion_info');
  return suggestion?.fields.name ?? `City ${unitId}`;
}

/** Why a unit cannot found a city where it stands: the reason that applies; undefined when it is not known. */
export function foundingRefusal(world: World, unit: Unit): string | undefined {
  const name = displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'This unit');
  if (!canFoundCities(world, unit)) return `${name} ${unit.id} cannot found cities: only settlers can`;
  return placeRefusal(world, unit) ?? movesRefusal(world, unit);
}

function placeRefusal(world: World, unit: Unit): string | undefined {
  const tooNear = [...world.cities.values()].find(
    (city) => world.map.distance(unit.tile, city.tile) < (world.game?.citymindist ?? 2),
  );
  if (tooNear !== undefined)
    return `${tooNear.name} is too near: cities must be ${world.game?.citymindist ?? 2} tiles apart`;
  const terrain = terrainOf(world, unit.tile);
  if (terrain?.flags.has('TER_NO_CITIES') === true)
    return `No city can stand on ${displayName(terrain.name)}`;
  const owner = knownTile(world, unit.tile)?.owner ?? unit.owner;
  return world.players.has(owner) && owner !== unit.owner
    ? `This tile belongs to the ${nationOf(world, owner, 'foreign')} player ${owner}`
    : undefined;
}
