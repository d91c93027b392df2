import { hasBit } from '../../freeciv/value-codecs.js';
import type { World } from '../../world/world.js';
import {
  diplomacyEntry,
  isInTouchWith,
  isPlayer,
  livingPlayers,
  type Player,
  relation,
} from '../lookup/players.js';
import { knownTile } from '../lookup/tiles.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import { anyPlayerInRange } from './player-questions.js';
import type { Question } from './requirement.js';
import { requiredName } from './requirement-names.js';

/** Whether the effects show one player to another as if it had an embassy there. */
export type EmbassyByEffect = (world: World, player: number, other: number) => Tristate;

/** VUT_DIPLREL: whether players in range stand to each other in that state or relation (`is_diplrel_between`). */
export const diplomacyQuestion =
  (embassyByEffect: EmbassyByEffect): Question =>
  (world, requirement, { player, otherPlayer }) => {
    const name = requiredName(requirement);
    const between = (a: number, b: number) => isRelated(world, a, b, name, embassyByEffect);
    if (requirement.range === 'REQ_RANGE_LOCAL') {
      return player === undefined || otherPlayer === undefined ? undefined : between(player, otherPlayer);
    }
    const toAnyOther = (someone: Player) =>
      anyOf(livingPlayers(world), (other) =>
        other.playerno === someone.playerno ? false : between(someone.playerno, other.playerno),
      );
    return anyPlayerInRange(world, requirement, player, toAnyOther);
  };

/** VUT_DIPLREL_TILE, VUT_DIPLREL_TILE_O: the same between the owner of the tile and the player of the context. */
export const tileDiplomacyQuestion =
  (embassyByEffect: EmbassyByEffect, side: 'player' | 'otherPlayer'): Question =>
  (world, requirement, context) => {
    const player = context[side];
    const tile = context.tile === undefined ? undefined : knownTile(world, context.tile);
    if (player === undefined || context.tile === undefined) return undefined;
    if (requirement.range !== 'REQ_RANGE_LOCAL') return 'unknown';
    if (tile === undefined) return 'unknown';
    if (!isPlayer(tile.owner)) return undefined;
    return isRelated(world, tile.owner, player, requiredName(requirement), embassyByEffect);
  };

function isRelated(
  world: World,
  player: number,
  other: number,
  name: string,
  embassyByEffect: EmbassyByEffect,
): Tristate {
  if (player === other) return false;
  switch (name) {
    case 'DRO_FOREIGN':
      return true;
    case 'DRO_GIVES_SHARED_VISION':
      return givesVision(world, player, other);
    case 'DRO_RECEIVES_SHARED_VISION':
      return givesVision(world, other, player);
    case 'DRO_HAS_REAL_EMBASSY':
      return realEmbassy(world, player, other);
    case 'DRO_HOSTS_REAL_EMBASSY':
      return realEmbassy(world, other, player);
    case 'DRO_HAS_EMBASSY':
      return anyOf([realEmbassy, embassyByEffect], (embassy) => embassy(world, player, other));
    case 'DRO_HOSTS_EMBASSY':
      return anyOf([realEmbassy, embassyByEffect], (embassy) => embassy(world, other, player));
    case 'DRO_HAS_CASUS_BELLI':
      return hasCasusBelli(world, player, other);
    case 'DRO_PROVIDED_CASUS_BELLI':
      return hasCasusBelli(world, other, player);
    default: {
      const state = relation(world, player, other);
      return state === undefined ? 'unknown' : state === name;
    }
  }
}

function realEmbassy(world: World, player: number, other: number): Tristate {
  const has = world.players.get(player)?.realEmbassy[other] ?? false;
  return has || seesRelation(world, player, other) ? has : 'unknown';
}

function givesVision(world: World, player: number, other: number): Tristate {
  const bits = world.players.get(player)?.givesSharedVision;
  const gives = bits !== undefined && hasBit(bits, other);
  return gives || seesRelation(world, player, other) ? gives : 'unknown';
}

function hasCasusBelli(world: World, player: number, other: number): Tristate {
  if (!seesRelation(world, player, other)) return 'unknown';
  return (diplomacyEntry(world, player, other)?.hasReasonToCancel ?? 0) > 0;
}

/** Whether the server sends this seat how two players stand: the seat is one of them, or in touch with `player`. */
function seesRelation(world: World, player: number, other: number): boolean {
  return world.seat.player === other || isInTouchWith(world, player);
}
