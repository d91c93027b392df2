import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { expectedIncome } from '../../../proxy/rules/cities/income.js';
import type { Player } from '../../../proxy/rules/lookup/players.js';
import { canRevolt, canSetRates, maxRate } from '../../../proxy/rules/players/government.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { cases, isMain, rulesets } from '../../support/rulesets.js';

function me({ world }: Seat): Player {
  const player = world.players.get(world.seat.player ?? -1);
  if (player === undefined) throw new Error('a seat without a player');
  return player;
}

/** Tries rates all over the range; what the server takes must be what the rules say. */
async function compareRates(seat: Seat): Promise<string[]> {
  const wrong: string[] = [];
  const { tax, luxury, science } = me(seat);
  for (let first = 0; first <= 110; first += 10) {
    for (let second = 0; second <= 100; second += 10) {
      const rates = { tax: first, luxury: second, science: 100 - first - second };
      if (rates.science < 0) continue;
      const said = canSetRates(seat.world, me(seat).playerno, rates);
      await seat.request('player_rates', rates);
      const now = me(seat);
      const taken = now.tax === rates.tax && now.luxury === rates.luxury;
      if (taken !== (said === 'possible'))
        wrong.push(`${JSON.stringify(rates)}: said ${said}, taken ${taken}`);
    }
  }
  await seat.request('player_rates', { tax, luxury, science });
  return wrong;
}

/** Asks for every government in a turn of its own, as a revolution under way changes what may be asked for. */
async function compareGovernments(game: PlayedGame): Promise<string[]> {
  const { seat } = game;
  const wrong: string[] = [];
  for (const government of seat.world.ruleset.governments.values()) {
    const before = me(seat);
    const said = canRevolt(seat.world, before, government);
    await seat.request('player_change_government', { government: government.id });
    const after = me(seat);
    const taken = [after.targetGovernment, after.government].includes(government.id) && after !== before;
    const wasIt = before.government === government.id || before.targetGovernment === government.id;
    if (!wasIt && taken !== said) wrong.push(`${government.ruleName}: said ${said}, taken ${taken}`);
    await game.nextTurn();
  }
  return wrong;
}

describe.each(cases(rulesets, isMain))('ruleset %s', (ruleset) => {
  test('the server takes the rates and governments it is said to take', async () => {
    await using game = await playGame({ ruleset, players: 2, commands: ['set techlevel 30', 'set size 2'] });
    await game.playUntil(15);
    const wrong = await compareRates(game.seat);
    wrong.push(...(await compareGovernments(game)));
    wrong.push(...(await compareRates(game.seat)));
    expect(wrong).toEqual([]);
    expect(maxRate(game.seat.world, me(game.seat).playerno)).toBeGreaterThanOrEqual(34);
  });

  test('the treasury changes by the income that was expected', async () => {
    await using game = await playGame({
      ruleset,
      players: 1,
      commands: ['set gold 500', 'set barbarians DISABLED'],
    });
    await game.playUntil(60);
    const { world } = game.seat;
    const misses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const { gold, playerno } = me(game.seat);
      const expected = expectedIncome(world, playerno);
      await game.nextTurn();
      misses.push(me(game.seat).gold - gold - expected);
    }
    console.info(`${ruleset}: ${misses}`);
    // Cities that grow or shrink in between bring a coin more or less.
    expect(misses.every((miss) => Math.abs(miss) <= 3)).toBe(true);
    expect(misses.filter((miss) => miss === 0).length).toBeGreaterThanOrEqual(3);
  });
});
