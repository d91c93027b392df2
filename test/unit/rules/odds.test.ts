import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Battle, battleOdds } from '../../../proxy/rules/combat/odds.js';
import { runs } from '../../support/property-runs.js';

const battles = fc.record({
  attack: fc.integer({ min: 1, max: 300 }),
  defence: fc.integer({ min: 1, max: 300 }),
  attackerHp: fc.integer({ min: 1, max: 30 }),
  defenderHp: fc.integer({ min: 1, max: 30 }),
  attackerFirepower: fc.integer({ min: 1, max: 3 }),
  defenderFirepower: fc.integer({ min: 1, max: 3 }),
  rounds: fc.constantFrom(0, 0, 1, 5, 20),
});

/** The same odds by playing out every round. */
function played(battle: Battle): { win: number; lose: number } {
  const hit = battle.attack / (battle.attack + battle.defence);
  let states = new Map([[`${battle.attackerHp} ${battle.defenderHp}`, 1]]);
  let [win, lose] = [0, 0];
  for (let round = 0; states.size > 0 && (battle.rounds === 0 || round < battle.rounds); round += 1) {
    const next = new Map<string, number>();
    for (const [state, chance] of states) {
      const [attacker = 0, defender = 0] = state.split(' ').map(Number);
      const struck = defender - battle.attackerFirepower;
      const hurt = attacker - battle.defenderFirepower;
      if (struck <= 0) win += chance * hit;
      else add(next, `${attacker} ${struck}`, chance * hit);
      if (hurt <= 0) lose += chance * (1 - hit);
      else add(next, `${hurt} ${defender}`, chance * (1 - hit));
    }
    states = next;
  }
  return { win, lose };
}

function add(states: Map<string, number>, state: string, chance: number): void {
  states.set(state, (states.get(state) ?? 0) + chance);
}

test('the odds equal those of a simulation round by round', () => {
  fc.assert(
    fc.property(battles, (battle) => {
      const odds = battleOdds(battle);
      const exact = played(battle);
      expect(odds.win).toBeCloseTo(exact.win, 9);
      expect(odds.lose).toBeCloseTo(exact.lose, 9);
    }),
    { numRuns: runs(200) },
  );
});

test('equal sides in a fight to the end have even odds', () => {
  const even = { attack: 20, defence: 20, attackerHp: 10, defenderHp: 10 };
  const odds = battleOdds({ ...even, attackerFirepower: 1, defenderFirepower: 1, rounds: 0 });
  expect(odds.win).toBeCloseTo(0.5, 12);
});

test('a unit without strength dies', () => {
  const battle = { attackerHp: 10, defenderHp: 10, attackerFirepower: 1, defenderFirepower: 1, rounds: 0 };
  expect(battleOdds({ ...battle, attack: 0, defence: 10 })).toMatchObject({ win: 0, lose: 1 });
  expect(battleOdds({ ...battle, attack: 10, defence: 0 })).toMatchObject({ win: 1, lose: 0 });
});
