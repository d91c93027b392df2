import { expect, test } from 'vitest';
import { GameTurns } from '../../../../lab/load/support/game-turns.js';
import { Latencies } from '../../../../lab/load/support/latencies.js';
import { LoadAgent, REQUESTS_EACH_TURN } from '../../../../lab/load/support/load-agent.js';
import { LoadFigures } from '../../../../lab/load/support/load-figures.js';
import { SpecServer } from '../../../support/spec-server.js';

function newAgent(server: SpecServer) {
  const figures = new LoadFigures(Number.NEGATIVE_INFINITY);
  const changes = new Latencies();
  const turns = new GameTurns(changes);
  turns.measure();
  const agent = new LoadAgent({
    gateway: server.url,
    token: 't',
    agentId: 'ann',
    gameId: 'g',
    gameConfig: {},
    turns,
    figures: () => figures,
    random: () => 0.5,
  });
  return { agent, figures, turns, changes };
}

async function play(server: SpecServer, pace: { readonly count: number; readonly lateMs: number }) {
  const { agent, figures, turns, changes } = newAgent(server);
  expect(await agent.logIn()).toBeUndefined();
  await agent.whenPlaying();
  const everyMs = 1;
  const from = performance.now() - pace.lateMs;
  await agent.play({ from, everyMs, until: from + pace.count * everyMs });
  await agent.leave();
  return { figures, turns, changes };
}

test('a request is late from when it was due, not from when it could be sent', async () => {
  await using server = await SpecServer.start();
  const lateMs = 60_000;
  const { figures } = await play(server, { count: REQUESTS_EACH_TURN * 4, lateMs });
  const { state, end_turn } = figures.latencies();
  expect(state.due.count).toBe(4);
  // The histogram keeps three figures.
  for (const { due, sent } of [state, end_turn]) {
    expect(due.p50).toBeGreaterThan(lateMs * 0.99);
    expect(due.p50 - sent.p50).toBeGreaterThan(lateMs * 0.9);
  }
  expect(figures.late.p50).toBeGreaterThan(lateMs * 0.99);
});

test.each([true, false])(
  'an agent plays on a server that knows the public protocol alone; its answers name their requests: %s',
  async (namesRequests) => {
    await using server = await SpecServer.start({ namesRequests });
    const { figures, turns, changes } = await play(server, { count: REQUESTS_EACH_TURN * 3, lateMs: 0 });
    const turn = ['state_query', 'unit_move', 'unit_move', 'end_turn'];
    expect(server.asked).toEqual(['llm_connect', 'state_query', ...turn, ...turn, ...turn]);
    expect(figures.errors).toEqual({});
    // Two of the four wanted actions were not offered, in each turn.
    expect(figures.nothingToDo).toBe(6);
    expect(turns.changed).toBeGreaterThanOrEqual(2);
    expect(changes.summary().count).toBe(turns.changed);
  },
);

test('on its next connection an agent repeats no correlation id of its session', async () => {
  await using server = await SpecServer.start();
  const { agent } = newAgent(server);
  for (const connection of ['first', 'second']) expect(await agent.logIn(), connection).toBeUndefined();
  await agent.whenPlaying();
  await agent.leave();
  expect(server.asked).toEqual(['llm_connect', 'llm_connect', 'state_query']);
  expect(new Set(server.ids).size).toBe(3);
});

test('requests that were due before the measurement are left out', () => {
  const figures = new LoadFigures(100);
  const times = { sent: 0, now: 1, error: 'E110' };
  figures.answered('state', { ...times, due: 99 });
  expect(figures.errors).toEqual({});
  figures.answered('state', { ...times, due: 100 });
  figures.answered('action', { ...times, due: 101, error: 'E131' });
  expect(figures.errors).toEqual({ E110: 1 });
  expect(figures.refusals).toEqual({ E131: 1 });
});
