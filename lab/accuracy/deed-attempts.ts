import type { Offer } from '#shared/protocol/state/offer.js';
import type { StateBefore } from '../../proxy/actions/changes.js';
import { unitActionName } from '../../proxy/actions/unit/unit-actions.js';
import type { GenAction } from '../../proxy/freeciv/generated/packets.js';
import { adjacentTiles, stepsFrom } from '../../proxy/rules/lookup/adjacency.js';
import { cityAt, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { unitActionOf } from '../../proxy/rules/units/later-actions.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { sendSteps } from '../../test/support/orders.js';
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

/**
 * Every unit action of the protocol against all that stands on the own tile and the ones beside it; but moves, which are
 * attempts of their own. What an action of agents comes down to is tried last: one of several, not each, may be possible.
 */
export function deedAttempts(world: World, unit: Unit): Attempt[] {
  const actions = [...world.ruleset.actions.keys()].filter((action) => !isMove.test(action));
  const isOwn = (action: GenAction) => unitActionOf(action) === action;
  return [...actions.filter(isOwn), ...actions.filter((action) => !isOwn(action))].flatMap((action) =>
    adjacentTiles(world.map, unit.tile).flatMap((tile) =>
      targetsOf(world, unit, action, tile).map((targetId) => deed(world, unit, action, tile, targetId)),
    ),
  );
}

const isMove = /^ACTION_(UNIT_MOVE|TRANSPORT_DISEMBARK|HUT_|CONQUER_EXTRAS)/;

function deed(world: World, unit: Unit, action: GenAction, tile: number, targetId: number): Attempt {
  const { id } = unit;
  return {
    kind: 'unit actions',
    isOneOfSeveral: unitActionOf(action) !== action,
    what: `${unitName(world, id)} ${action} ${targetId} from ${place(world, unit.tile)} at ${place(world, tile)}`,
    offered: (offer) => isOffered(world, unit, action, tile, targetId, offer),
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

/** Whether an offer is this unit action: under its own name, or under that of what agents do it by. */
function isOffered(
  world: World,
  { id, tile: from }: Unit,
  action: GenAction,
  tile: number,
  targetId: number,
  { type, unit_id: actor, target }: Offer,
): boolean {
  const isThere = target === undefined ? tile === from : isAt(world, target, tile);
  const onBoardOf = (transport: number) => target !== undefined && 'id' in target && target.id === transport;
  const known = unitActionOf(action);
  if (known !== undefined) return type === offeredName(known) && actor === id && isThere;
  switch (type) {
    case 'unit_move':
      return action.startsWith('ACTION_TRANSPORT_EMBARK') && actor === id && isThere;
    case 'unit_load':
      return boarding.test(action)
        ? actor === id && onBoardOf(targetId)
        : action.startsWith('ACTION_TRANSPORT_LOAD') && actor === targetId && onBoardOf(id);
    case 'unit_unload':
      return (
        (action === 'ACTION_TRANSPORT_DEBOARD' && actor === id) ||
        (action === 'ACTION_TRANSPORT_UNLOAD' && actor === targetId)
      );
    default:
      return false;
  }
}

const boarding = /^ACTION_TRANSPORT_(BOARD|EMBARK)/;

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
    case 'ATK_EXTRAS':
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

/** The type and the id of a unit, in words. */
export function unitName(world: World, id: number): string {
  return `${world.ruleset.unitTypes.get(world.units.get(id)?.type ?? -1)?.name} ${id}`;
}

function place(world: World, tile: number): string {
  const { x, y } = world.map.position(tile);
  return `(${x},${y})`;
}
