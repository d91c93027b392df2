import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const formats = ['full', 'llm_optimized', 'delta', 'scene'] as const;

test('every state tells how much of the turn is left, and the full one when it ends and how the game may', async () => {
  await using stack = await startStack();
  const config = { turn_time_limit: 90, end_turn: 77, victory: ['SPACERACE', 'CULTURE'] };
  const game = await TwoAgents.begin(stack, 'g', config);
  const [ann] = game.agents;
  for (const format of formats) {
    const left = (await ann?.state({ format }))?.seconds_left;
    expect(left, format).toBeGreaterThan(60);
    expect(left, format).toBeLessThanOrEqual(90);
  }
  const asked = Date.now() / 1000;
  const before = await ann?.state();
  expect(before).toMatchObject({ time_limit: 90, victory_conditions: ['spacerace', 'culture'] });
  expect(Number(before?.deadline) - asked).toBeCloseTo(Number(before?.seconds_left), -1);
  expect(before?.outlook).toMatchObject({
    last_turn: 77,
    players_alive: 4,
    rank: null,
    culture: { points_to_win: expect.any(Number), own: expect.any(Number) },
  });
  await game.nextTurn();
  expect(Number((await ann?.state())?.deadline)).toBeGreaterThanOrEqual(Number(before?.deadline));
});

test('a game that waits for everyone has no deadline', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'g');
  for (const format of formats) {
    expect(await game.agents[0]?.state({ format }), format).toMatchObject({ seconds_left: null });
  }
  expect(await game.agents[0]?.state()).toMatchObject({ time_limit: null, deadline: null });
});
