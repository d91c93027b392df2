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
  /** That the defender would die if there were no end of rounds: what the server tells as the odds of an attack. */
  readonly fightToTheEnd: number;
}

/** Exact odds (`win_chance`), also for fights that end after some rounds (`EFT_COMBAT_ROUNDS`). */
export function battleOdds(battle: Battle): Odds {
  const win = chanceOfWinning(battle);
  if (battle.attack === 0) return { win: 0, lose: 1, fightToTheEnd: win };
  if (battle.defence === 0) return { win: 1, lose: 0, fightToTheEnd: win };
  if (battle.rounds <= 0) return { win, lose: 1 - win, fightToTheEnd: win };
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
  return {
    win: chanceOfWinning(battle, battle.rounds),
    lose: chanceOfWinning(reversed, battle.rounds),
    fightToTheEnd: win,
  };
}

/**
 * The chance to land enough blows before taking too many, within some number of rounds: the last round is won, those
 * before are so many won and so many lost in any order, which makes a negative binomial sum.
 */
function chanceOfWinning(battle: Battle, rounds = Number.POSITIVE_INFINITY): number {
  const { attack, defence } = battle;
  const blowsToWin = Math.ceil(battle.defenderHp / battle.attackerFirepower);
  const blowsToLose = Math.ceil(battle.attackerHp / battle.defenderFirepower);
  const hit = attack + defence === 0 ? 0.5 : attack / (attack + defence);
  let course = hit ** blowsToWin;
  let sum = 0;
  for (let lost = 0; lost < blowsToLose && blowsToWin + lost <= rounds; lost += 1) {
    sum += course;
    course *= ((blowsToWin + lost) / (lost + 1)) * (1 - hit);
  }
  return sum;
}
