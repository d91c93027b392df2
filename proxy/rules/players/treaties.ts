import { hasBit } from '../../freeciv/enum-codec.js';
import type { City } from '../../world/city.js';
import type { Clause } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { areAllied, areAtWar, hasRealEmbassy, livingPlayers, researchOf } from '../lookup/players.js';
import { reachability, type Tech, techState } from '../lookup/research.js';
import { allOf, anyOf, type Tristate } from '../lookup/tristate.js';
import { buildingHasEffect } from '../requirements/effects.js';
import { isPact, isPactPossible } from './diplomacy.js';

/** Whether the server would let the seat accept what a clause asks of it: only the giver is asked, or both for a pact. */
export function canGiveClause(world: World, other: number, { giver, type, value }: Clause): Tristate {
  const own = world.seat.player ?? -1;
  if (giver !== own && !isPact(type)) return true;
  switch (type) {
    case 'CLAUSE_EMBASSY':
      return !hasRealEmbassy(world, other, own);
    case 'CLAUSE_ADVANCE': {
      if (!teachableTechs(world, own, other).some(({ id }) => id === value)) return false;
      return researchOf(world, other) === undefined ? 'unknown' : true;
    }
    case 'CLAUSE_CITY': {
      const city = world.cities.get(value);
      return city !== undefined && canBeGiven(world, city, own);
    }
    case 'CLAUSE_GOLD':
      return (world.players.get(own)?.gold ?? 0) >= value;
    case 'CLAUSE_CEASEFIRE':
    case 'CLAUSE_PEACE':
      return isPactPossible(world, other, type);
    case 'CLAUSE_ALLIANCE':
      return isPactPossible(world, other, type) ? hasNoFeud(world, own, other) : false;
    default:
      return true;
  }
}

/** Nobody allies with whom an ally of his is at war with. */
function hasNoFeud(world: World, one: number, other: number): Tristate {
  const third = livingPlayers(world).filter(({ playerno }) => playerno !== one && playerno !== other);
  const feud = (enemy: number, friend: number) =>
    anyOf(third, ({ playerno }) =>
      both(areAtWar(world, enemy, playerno), areAllied(world, friend, playerno)),
    );
  return allOf([feud(one, other), feud(other, one)], (there) => (there === 'unknown' ? there : !there));
}

function both(one: Tristate, other: Tristate): Tristate {
  return allOf([one, other], (truth) => truth);
}

/** What one player knows and another could learn from it; research nobody told the seat of is no hindrance. */
export function teachableTechs(world: World, giver: number, taker: number): Tech[] {
  const from = researchOf(world, giver);
  const to = researchOf(world, taker);
  const holes = world.game?.techTradeAllowHoles === true;
  const hasWay = to === undefined ? () => true : reachability(world, to);
  return [...world.ruleset.techs.values()].filter(({ id }) => {
    if (from !== undefined && techState(from, id) !== 'known') return false;
    if (to === undefined) return true;
    return holes ? techState(to, id) !== 'known' && hasWay(id) : techState(to, id) === 'researchable';
  });
}

/** Whether a city may change hands by treaty: all but the capital. */
export function canBeGiven(world: World, city: City, giver: number): boolean {
  const isCapital = [...world.ruleset.improvements.keys()].some(
    (building) =>
      hasBit(city.improvements, building) && buildingHasEffect(world, building, 'EFT_CAPITAL_CITY'),
  );
  return city.owner === giver && !isCapital;
}

/** Whether one player lets another see what it sees. */
export function sharesVision(world: World, giver: number, taker: number): boolean {
  const player = world.players.get(giver);
  return player !== undefined && hasBit(player.givesSharedVision, taker);
}
