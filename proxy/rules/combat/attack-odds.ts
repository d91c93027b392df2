import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt } from '../lookup/nativity.js';
import { unitsOn } from '../lookup/tiles.js';
import { canUnload } from '../movement/transport.js';
import { showsAllUnits } from '../units/visibility.js';
import { type Battle, battleOdds, type Odds } from './battle-odds.js';
import { attackPower, combatRounds, defensePower, firepowers } from './strength.js';
import { canTypeTarget, isGameLossProtected } from './targets.js';

/** What would come of an attack on a tile. */
export interface AttackOdds extends Odds {
  /** The unit the server would let defend. */
  readonly defender: Unit;
  /** False when there may be units that this seat does not see. */
  readonly certain: boolean;
}

/**
 * The odds of a unit attacking a tile where it stands beside it, against the defender the server would choose among
 * those seen. Undefined when there is nobody it could fight. Says nothing of whether treaties or moves allow it.
 */
export function attackOdds(world: World, attacker: Unit, tile: number): AttackOdds | undefined {
  const candidates = unitsOn(world, tile).flatMap((defender) => {
    if (!canDefend(world, attacker, defender)) return [];
    const battle = battleOf(world, attacker, defender);
    return battle === undefined ? [] : [{ defender, battle, odds: battleOdds(battle) }];
  });
  const [best] = candidates
    .map((candidate) => ({ rank: defenderRank(world, candidate), ...candidate }))
    .sort((a, b) => compareRanks(b.rank, a.rank));
  if (best === undefined) return undefined;
  // Strangers' passengers are not shown, and may be the ones that defend.
  const passengers = unitsOn(world, tile).some((unit) => unit.occupied && unit.owner !== attacker.owner);
  return { ...best.odds, defender: best.defender, certain: showsAllUnits(world, tile) && !passengers };
}

/** Both sides' strengths as the server reckons them; undefined when a unit's type is not known. */
function battleOf(world: World, attacker: Unit, defender: Unit): Battle | undefined {
  const attack = attackPower(world, attacker, defender.tile);
  const defence = defensePower(world, attacker, defender);
  const fire = firepowers(world, attacker, defender);
  if (attack === undefined || defence === undefined || fire === undefined) return undefined;
  return {
    attack,
    defence,
    attackerHp: attacker.hp,
    defenderHp: defender.hp,
    attackerFirepower: fire.attacker,
    defenderFirepower: fire.defender,
    rounds: combatRounds(world, attacker),
  };
}

/** Passengers fight only where they could stand and step off; some units cannot be reached by others. */
function canDefend(world: World, attacker: Unit, defender: Unit): boolean {
  const type = world.ruleset.unitTypes.get(defender.type);
  if (type === undefined || canExistAt(world, type, defender.tile) === false) return false;
  if (defender.transportedBy !== undefined && canUnload(world, defender) === false) return false;
  return canTypeTarget(world, attacker, defender);
}

interface Candidate {
  readonly defender: Unit;
  readonly battle: Battle;
  readonly odds: Odds;
}

/** The server prefers the best chance in steps of a hundred thousandth, then the cheaper, then the more solid unit. */
function defenderRank(world: World, { defender, battle, odds }: Candidate): readonly number[] {
  const cost = world.ruleset.unitTypes.get(defender.type)?.buildCost ?? 0;
  const lasts = Math.ceil(battle.defenderHp / battle.attackerFirepower);
  const chance = Math.trunc(100_000 * (1 - odds.fightToTheEnd));
  const held = isGameLossProtected(world, defender) ? -1 : chance;
  return [held, -cost, battle.defence * lasts * battle.defenderFirepower];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    if (value !== other) return value - other;
  }
  return 0;
}
