import type { StateBefore } from '../../proxy/actions/changes.js';
import { unitActionName } from '../../proxy/actions/unit/unit-actions.js';
import type { GenAction } from '../../proxy/freeciv/generated/packets.js';
import { adjacentTiles, stepsFrom } from '../../proxy/rules/lookup/adjacency.js';
import { cityAt, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { sendSteps } from '../support/orders.js';
import type { Attempt } from './attempt.js';
import { isAt } from './offer-target.js';

/** A step onto every neighbouring tile. */
export function moveAttempts(world: World, { id, tile: from }: Unit): Attempt[] {
  const now = () => world.units.get(id);
  return stepsFrom(world.map, from).map((step) => ({
    kind: 'move',
    what: `${unitName(world, id)} from ${place(world, from)} to ${place(world, step.tile)}`,
    offered: (offer) =>
      offer.type === 'unit_move' && offer.unit_id === id && isAt(world, offer.target, step.tile),
    send: (seat) => sendSteps(seat, id, [step]),
    taken: () => now()?.tile === step.tile,
    stillThere: () => now()?.tile === from,
  }));
}

/** Every unit action of the protocol against all that stands on the own tile and the ones beside it. */
export function deedAttempts(world: World, unit: Unit): Attempt[] {
  return adjacentTiles(world.map, unit.tile).flatMap((tile) =>
    [...world.ruleset.actions.keys()].flatMap((action) =>
      targetsOf(world, unit, action, tile).map((targetId) => deed(world, unit, action, tile, targetId)),
    ),
  );
}

function deed(world: World, unit: Unit, action: GenAction, tile: number, targetId: number): Attempt {
  const { id } = unit;
  const name = offeredName(action);
  return {
    kind: 'unit actions',
    what: `${unitName(world, id)} ${action} ${targetId} from ${place(world, unit.tile)} at ${place(world, tile)}`,
    offered: ({ type, unit_id: actor, target }) =>
      type === name &&
      actor === id &&
      (target === undefined ? tile === unit.tile : isAt(world, target, tile)),
    send: (seat) =>
      seat.request('unit_do_action', {
        actorId: id,
        targetId,
        subTgtId: -1,
        name: `Try${id}`,
        actionType: action,
      }),
    taken: (before) => hasActed(world, unit, before),
    stillThere: () => world.units.get(id)?.tile === unit.tile,
  };
}

/** The action that offers one of the server's unit actions. */
export function offeredName(action: GenAction): string {
  return action === 'ACTION_FOUND_CITY' ? 'unit_build_city' : unitActionName(action);
}

/** The ids that `target_id` could be for an action against a tile. */
function targetsOf(world: World, unit: Unit, action: GenAction, tile: number): number[] {
  switch (world.ruleset.actions.get(action)?.tgtKind) {
    case 'ATK_CITY': {
      const city = cityAt(world, tile);
      return city === undefined ? [] : [city.id];
    }
    case 'ATK_UNIT':
      return unitsOn(world, tile)
        .filter(({ id }) => id !== unit.id)
        .map(({ id }) => id);
    case 'ATK_UNITS':
    case 'ATK_TILE':
      return [tile];
    default:
      return tile === unit.tile ? [unit.id] : [];
  }
}

/** Something happened to the unit or because of it. */
function hasActed(world: World, unit: Unit, before: StateBefore): boolean {
  const now = world.units.get(unit.id);
  if (now === undefined || now.tile !== unit.tile || now.type !== unit.type || now.hp !== unit.hp)
    return true;
  if (now.detail?.homecity !== unit.detail?.homecity) return true;
  const spent = now.detail?.movesleft !== before.units.get(unit.id)?.detail?.movesleft;
  return spent && isElsewhereNews(world, unit, before);
}

/** A city or another unit is not what it was: bombs hurt without killing. */
function isElsewhereNews(world: World, { id }: Unit, { version }: StateBefore): boolean {
  const others = [...world.units.changedSince(version)].filter((other) => other.id !== id);
  return (
    others.length > 0 || world.units.removedSince(version).length > 0 || world.cities.latestVersion > version
  );
}

export function unitName(world: World, id: number): string {
  return `${world.ruleset.unitTypes.get(world.units.get(id)?.type ?? -1)?.name} ${id}`;
}

function place(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  return `(${x},${y})`;
}
