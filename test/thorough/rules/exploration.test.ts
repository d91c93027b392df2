import { expect, test } from 'vitest';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { canExplore } from '../../../proxy/rules/units/unit-activities.js';
import { ownUnits } from '../../support/own-things.js';
import { playGame } from '../../support/played-game.js';

/** Whether each unit that could explore is offered to, and what comes of it when it is told to. */
async function explored(
  seat: Seat,
): Promise<{ offered: boolean; outcome: string; reason: string | undefined }[]> {
  const { world } = seat;
  const units = ownUnits(world).filter(
    (unit) => canExplore(world, unit) !== false && unit.activity !== 'ACTIVITY_EXPLORE',
  );
  const found: { offered: boolean; outcome: string; reason: string | undefined }[] = [];
  for (const { id } of units) {
    const offers = await legalActions(seat);
    const offered = offers.some(({ type, unit_id }) => type === 'unit_explore' && unit_id === id);
    const verdict = await performAction(seat, { action_type: 'unit_explore', unit_id: id }, `explore-${id}`);
    if (!verdict.ok) throw new Error(verdict.failure.message);
    found.push({ offered, outcome: verdict.value.outcome, reason: verdict.value.reason });
    if (verdict.value.outcome === 'applied')
      await performAction(seat, { action_type: 'unit_cancel_orders', unit_id: id }, `stop-${id}`);
  }
  return found;
}

const commands = ['set size 1', 'set landmass 30', 'set startunits ccwwxddd'];

test('exploring is not offered where all is known, where nothing comes of it', async () => {
  await using game = await playGame({
    ...{ ruleset: 'classic', players: 2 },
    commands: [...commands, 'set revealmap START', 'set huts 0'],
  });
  const found = await explored(game.seat);
  expect(found.length).toBeGreaterThan(3);
  for (const one of found)
    expect(one).toEqual({
      ...{ offered: false, outcome: 'no_effect' },
      reason: expect.stringContaining('Nothing is left to explore'),
    });
});

test('exploring is offered as long as something comes of it', async () => {
  await using game = await playGame({ ruleset: 'classic', players: 2, commands });
  const all: Awaited<ReturnType<typeof explored>> = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const found = await explored(game.seat);
    all.push(...found);
    await game.nextTurn();
  }
  const offered = all.filter((one) => one.offered);
  expect(offered.length).toBeGreaterThan(10);
  expect(offered.filter(({ outcome }) => outcome === 'no_effect')).toEqual([]);
  expect(all.filter((one) => !one.offered && one.outcome === 'applied')).toEqual([]);
});
