import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt } from '../lookup/nativity.js';
import { unitsOn } from '../lookup/tiles.js';
import { canUnload } from '../movement/transport.js';
import { showsAllUnits } from '../units/visibility.js';
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
 * The odds of a unit attacking an adjacent tile, against the defender that the server would choose among
 * those seen. Undefined without a unit that it could fight. It ignores whether treaties or moves allow the attack.
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
  const lasts = blowsFor(battle.defenderHp, battle.attackerFirepower);
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

/** Two sides about to fight: each round one of them loses hit points, by chance of their strengths. */
export interface Battle {
  readonly attack: number;
  readonly defence: number;
  readonly attackerHp: number;
  readonly defenderHp: number;
  /** Hit points the other side loses in a round lost. */
  readonly attackerFirepower: number;
  readonly defenderFirepower: number;
  /** Rounds after which both sides leave it; 0 for a fight to the end. */
  readonly rounds: number;
}

/** Chances between 0 and 1. */
export interface Odds {
  /** That the defender dies. */
  readonly win: number;
  /** That the attacker dies. */
  readonly lose: number;
  /** That both live when the rounds are over; 0 for a fight to the end. */
  readonly undecided: number;
  /** That the defender would die if there were no end of rounds: what the server tells as the odds of an attack. */
  readonly fightToTheEnd: number;
}

/** A chance in hundredths, as agents are told it: what is hardly ever seen counts as never. */
export function hundredths(chance: number): number {
  return Math.round(chance * 100) / 100;
}

/** Exact odds (`win_chance`), also for fights that end after some rounds (`EFT_COMBAT_ROUNDS`). */
export function battleOdds(battle: Battle): Odds {
  const win = chanceOfWinning(battle);
  const toTheEnd = { undecided: 0, fightToTheEnd: win };
  if (battle.attack === 0) return { win: 0, lose: 1, ...toTheEnd };
  if (battle.defence === 0) return { win: 1, lose: 0, ...toTheEnd };
  if (battle.rounds <= 0) return { win, lose: 1 - win, ...toTheEnd };
  const { attackerHp, defenderHp, attackerFirepower, defenderFirepower, attack, defence } = battle;
  const reversed = {
    ...battle,
    attack: defence,
    defence: attack,
    attackerHp: defenderHp,
    defenderHp: attackerHp,
    attackerFirepower: defenderFirepower,
    defenderFirepower: attackerFirepower,
  };
  const within = chanceOfWinning(battle, battle.rounds);
  const lose = chanceOfWinning(reversed, battle.rounds);
  return { win: within, lose, undecided: Math.max(0, 1 - within - lose), fightToTheEnd: win };
}

/** More rounds than a fight can have: a unit has at most 255 hit points and loses one or more of them in a round. */
const MAX_BLOWS = 255;

/** How often a unit must be hit. A firepower of 0, which effects of a ruleset can make, counts as 1. */
function blowsFor(hp: number, firepower: number): number {
  return Math.min(MAX_BLOWS, Math.ceil(hp / Math.max(1, firepower)));
}

/** The chance to win within some rounds. The last round is won, the others in any order: a negative binomial sum. */
function chanceOfWinning(battle: Battle, rounds = Number.POSITIVE_INFINITY): number {
  const { attack, defence } = battle;
  const blowsToWin = blowsFor(battle.defenderHp, battle.attackerFirepower);
  const blowsToLose = blowsFor(battle.attackerHp, battle.defenderFirepower);
  const hit = attack + defence === 0 ? 0.5 : attack / (attack + defence);
  let course = hit ** blowsToWin;
  let sum = 0;
  for (let lost = 0; lost < blowsToLose && blowsToWin + lost <= rounds; lost += 1) {
    sum += course;
    course *= ((blowsToWin + lost) / (lost + 1)) * (1 - hit);
  }
  return sum;
}
