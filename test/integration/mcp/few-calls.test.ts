import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject } from '#shared/core/json.js';
import { callTool, connectMcp, makeSmallGame } from '../../support/mcp-client.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack[Symbol.asyncDispose]());

/** The ids of own units of a type. */
function unitsOf(gameId: string, type: string): readonly number[] {
  const world = stack.games.get(gameId)?.seat('red')?.world;
  return [...(world?.units.values() ?? [])]
    .filter(
      (unit) =>
        unit.owner === world?.seat.player && world?.ruleset.unitTypes.get(unit.type)?.ruleName === type,
    )
    .map(({ id }) => id);
}

test('a turn is one call: own orders, then all advice that does not undo them, then the brief of the next', async () => {
  await makeSmallGame(stack, 'one-call');
  await using client = await connectMcp(stack, 'modern', 'red', 'one-call');
  const { text: first } = await callTool(client, 'brief');
  expect(first).toMatch(/^Turn 1 \(4000 BCE\)\.\nMap 40x30/);
  const [settlers = 0, kept = 0] = unitsOf('one-call', 'Settlers');
  const actions = [{ action: 'unit_sentry', actor_ids: [kept] }];
  const { text, result, isError } = await callTool(client, 'end_turn', { actions, advised: true });
  expect(isError).toBe(false);
  expect(text).toMatch(
    /^1 done\.\n(- unit_sentry .*\n)?Advice followed: (?=.*tech_goal [a-z]).*settle 1.*\.\nTurn 2 \(3950 BCE\); 1 turn passed, ended for: turn\.\nGold /,
  );
  expect(result).toMatchObject({ ok: true, brief: { turn: 2 }, results: [{ ok: true }, { ok: true }] });
  const world = stack.games.get('one-call')?.seat('red')?.world;
  expect(world?.units.get(kept)?.activity).toBe('ACTIVITY_SENTRY');
  const twice = { actions: [{ action: 'follow_advice' }], advised: true };
  const { text: refusal } = await callTool(client, 'do', twice);
  expect(refusal).toContain('A batch may follow advice only once');
  const { text: plans } = await callTool(client, 'brief', { sections: ['units'] });
  expect([plans.includes(`settlers ${settlers}`), world?.units.has(settlers)]).toContain(true);
});

test('the answer of do has decisions that were not told before, and cities show their worklists in order', async () => {
  await makeSmallGame(stack, 'follow-up');
  await using client = await connectMcp(stack, 'modern', 'red', 'follow-up');
  await callTool(client, 'brief');
  const [settlers = 0, other = 0] = unitsOf('follow-up', 'Settlers');
  const found = { action: 'unit_build_city', actor_id: settlers };
  const { result } = await callTool(client, 'do', { actions: [found] });
  const done = Array.isArray(result.results) && isJsonObject(result.results[0]) ? result.results[0] : {};
  expect(done).toMatchObject({ ok: true });
  await callTool(client, 'notes', { add: [{ text: 'look east', due_turn: 1 }] });
  const sleep = { actions: [{ action: 'unit_sentry', actor_id: other }] };
  const { text: told } = await callTool(client, 'do', sleep);
  expect(told).toMatch(/^1 done\.(\n- .+)?\nnow decide:\n- note 1: look east$/);
  const { text: again } = await callTool(client, 'do', sleep);
  expect(again).not.toContain('now decide');
  const wake = { actions: [{ action: 'unit_cancel_orders', actor_id: other }] };
  const { text: awake } = await callTool(client, 'do', wake);
  expect(awake).toMatch(new RegExp(`now decide:\\n- settle: settlers ${other} at `));
  const cities = await callTool(client, 'cities');
  const id = Number(/^(\d+) /m.exec(cities.text)?.[1]);
  const list = ['Warriors', 'Settlers', 'Workers'];
  const planned = await callTool(client, 'plan', { action: 'city_plan', actor_id: id, list });
  expect(planned.text).toMatch(/^Done: plan city_plan-\d+, queue Warriors/);
  const { text: changed } = await callTool(client, 'cities');
  expect(changed).toMatch(new RegExp(`^${id} .* warriors(@\\d+)? \\+.*workers`, 'm'));
  const { text: whole } = await callTool(client, 'cities', { full: true });
  expect(whole).toContain('net/gross');
});

test('contact made while the model acts is told with the next turn, and the last answer has final scores', async () => {
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: 'last-turn', players: 2, end_turn: 2, map: { xsize: 40, ysize: 30 } }),
  });
  expect(made.status).toBe(201);
  await using client = await connectMcp(stack, 'modern', 'red', 'last-turn');
  await callTool(client, 'brief');
  await callTool(client, 'end_turn');
  const world = stack.games.get('last-turn')?.seat('red')?.world;
  const message = 'You have made contact with the Swedes, ruled by Olof Palme.';
  world?.messages.add(
    { message, event: 'E_FIRST_CONTACT', tile: -1, turn: 2, phase: 0, connId: 0 },
    world.version,
  );
  const { text, result } = await callTool(client, 'end_turn', { advised: true });
  expect(result).toMatchObject({ brief: { ended: { why: 'game_over' } } });
  expect(text).toMatch(/- The game is over\. Final scores: \S+( \(you\))? \d+( \(winner\))?, \S+/);
  expect(text).toContain(message);
});
