import type { EntityFacts } from '#shared/protocol/state/action-result.js';
import { type Named, wireNameOf } from '../rules/lookup/names.js';
import { techState } from '../rules/lookup/research.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** The compared facts of a unit: moves left, home and orders only of own units. Moves, not fragments. */
export function unitFacts(world: World, unit: Unit): EntityFacts {
  const { x, y } = world.map.position(unit.tile);
  return {
    type: nameOrNone(world.ruleset.unitTypes.get(unit.type)),
    owner: unit.owner,
    x,
    y,
    hp: unit.hp,
    veteran: unit.veteran,
    activity: unit.activity.replace('ACTIVITY_', '').toLowerCase(),
    ...(unit.detail === undefined
      ? {}
      : {
          moves_left:
            Math.round((unit.detail.movesleft / (world.ruleset.terrainControl?.moveFragments ?? 1)) * 100) /
            100,
          home_city: unit.detail.homecity,
          has_orders: unit.detail.hasOrders,
        }),
  };
}

/** The compared facts of a city: what it builds and its shields only where its details are known. */
export function cityFacts(world: World, city: City): EntityFacts {
  const { x, y } = world.map.position(city.tile);
  return {
    name: city.name,
    owner: city.owner,
    x,
    y,
    size: city.size,
    ...(city.detail === undefined
      ? {}
      : {
          production: productionName(world, city.detail.productionKind, city.detail.productionValue),
          shield_stock: city.detail.shieldStock,
        }),
  };
}

function productionName(world: World, kind: string, value: number): string {
  const { unitTypes, improvements } = world.ruleset;
  return nameOrNone(kind === 'VUT_UTYPE' ? unitTypes.get(value) : improvements.get(value));
}

/** The compared facts of the seat's player: gold, government, rates, whether its turn is done. */
export function playerFacts(world: World): EntityFacts | undefined {
  const player = world.players.get(world.seat.player ?? -1);
  if (player === undefined) return undefined;
  const { gold, tax, luxury, science, phaseDone } = player;
  const government = nameOrNone(world.ruleset.governments.get(player.government));
  return { gold, government, tax, luxury, science, turn_done: phaseDone };
}

/** The compared facts of the seat's research, in bulbs. */
export function researchFacts(world: World): EntityFacts | undefined {
  const research = world.research.get(world.seat.player ?? -1);
  if (research === undefined) return undefined;
  // A technology found in a hut ends its own research.
  const isKnown = techState(research, research.researching) === 'known';
  return {
    researching: nameOrNone(isKnown ? undefined : world.ruleset.techs.get(research.researching)),
    goal: nameOrNone(world.ruleset.techs.get(research.techGoal)),
    bulbs: research.bulbsResearched,
  };
}

/** The wire name of a thing of the ruleset, `none` where there is none. */
export function nameOrNone(thing: Named | undefined): string {
  return wireNameOf(thing) ?? 'none';
}
