import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import type { Failure } from '#shared/core/failure.js';
import { createLogger } from '#shared/core/log.js';
import { createServices } from '../../../gateway/compose.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { WaitingCalls } from '../../../gateway/mcp/waiting-calls.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/mcp/scripted-seat.js';
import { plain } from '../../support/services/settings.js';

const ann = { agentId: 'ann', gameId: 'game', tokenHash: Buffer.alloc(32) };

/** The calls of an agent that may do 10 actions in a minute and has done them all 40 seconds ago: there is room again in 20. */
async function atTheLimit() {
  const config = readConfig({ ...plain, DATA_DIR: 'unused', RATE_ACTIONS_PER_MINUTE: '10' });
  if (!config.ok) throw new Error(config.failure.join('; '));
  const clock = new ManualClock();
  const context = { clock, timeouts: DEFAULT_TIMEOUTS, log: createLogger('test', 'error') };
  const { agents, state } = createServices(
    { ...context, config: config.value, current: new CurrentConfig(config.value), metrics: createMetrics() },
    {},
  );
  const game: { turn: number | undefined } = { turn: 7 };
  const calls = new WaitingCalls(agents, ann, () => game.turn);
  const ended: [string, Failure['code'] | 'counted'][] = [];
  /** Asks for so many actions under a name; how it ends is noted. */
  const call = (name: string, actions: number) => {
    const abort = new AbortController();
    void Promise.resolve(calls.admit({ bytes: 100, actions }, abort.signal)).then((refusal) =>
      ended.push([name, refusal?.code ?? 'counted']),
    );
    return abort;
  };
  const pass = async (ms: number) => {
    clock.pass(ms);
    await settled();
  };
  const left = () =>
    agents.limits.policiesOf(ann, clock.monotonic()).find(({ name }) => name === 'actions')?.left;
  call('before', 10);
  await pass(40_000);
  return { agents, calls, ended: () => ended.slice(1), call, pass, left, game, state };
}

test('a call beyond the limit of actions waits until there is room, and is counted once', async () => {
  const { ended, call, pass, left } = await atTheLimit();
  call('four', 4);
  await pass(19_999);
  expect([ended(), left()]).toEqual([[], 0]);
  await pass(1);
  expect([ended(), left()]).toEqual([[['four', 'counted']], 6]);
  await pass(59_999);
  expect(left()).toBe(6);
});

test('calls are counted in the order in which they came, also where a later one would have had room', async () => {
  const { ended, call, pass, left } = await atTheLimit();
  for (const [name, actions] of [
    ['first', 3],
    ['look', 0],
    ['second', 5],
  ] as const)
    call(name, actions);
  await pass(19_000);
  expect(ended()).toEqual([]);
  await pass(1_000);
  expect(ended()).toEqual([
    ['first', 'counted'],
    ['look', 'counted'],
    ['second', 'counted'],
  ]);
  expect(left()).toBe(2);
});

test('a call that comes when there is room again does not go before one that still waits', async () => {
  const { ended, call, pass, left } = await atTheLimit();
  await pass(500);
  call('first', 5);
  // There is room after 19.5 seconds; waits are in whole seconds.
  await pass(19_700);
  call('second', 5);
  await settled();
  expect([ended(), left()]).toEqual([[], 10]);
  await pass(300);
  expect(ended()).toEqual([
    ['first', 'counted'],
    ['second', 'counted'],
  ]);
  expect(left()).toBe(0);
});

test('a cancelled call is not counted, and the one behind it takes its place', async () => {
  const { ended, call, pass, left } = await atTheLimit();
  const first = call('first', 10);
  const [behind, gone] = [call('behind', 0), call('gone', 0)];
  gone.abort();
  first.abort();
  await settled();
  expect(ended()).toEqual([
    ['gone', 'E134'],
    ['first', 'E134'],
    ['behind', 'counted'],
  ]);
  behind.abort();
  await pass(20_000);
  expect([ended().length, left()]).toEqual([3, 10]);
});

test('a call that would wait for more than 25 seconds is refused at once, with the seconds', async () => {
  const { calls, pass, agents } = await atTheLimit();
  await pass(20_000);
  const signal = new AbortController().signal;
  const ask = (actions: number) => calls.admit({ bytes: 100, actions }, signal);
  expect(await ask(10)).toBeUndefined();
  await pass(29_000);
  expect(await ask(1)).toMatchObject({ code: 'E110', details: { limit: 'actions', retry_after: 31 } });
  const hits = await agents.metrics.limitsHit.get();
  expect(hits.values).toMatchObject([{ labels: { limit: 'actions' }, value: 1 }]);
  await pass(6_000);
  const waited = ask(1);
  await pass(25_000);
  expect(await waited).toBeUndefined();
});

test('a call that has to wait for others and then for more than there will be is refused at once', async () => {
  const { ended, call, pass } = await atTheLimit();
  call('first', 6);
  call('too many with the first', 5);
  call('fits', 4);
  await settled();
  expect(ended()).toEqual([['too many with the first', 'E110']]);
  await pass(20_000);
  expect(ended().slice(1)).toEqual([
    ['first', 'counted'],
    ['fits', 'counted'],
  ]);
});

test('a call that asks for more than the whole limit is refused, and goes through after a quiet minute', async () => {
  const { ended, call, pass } = await atTheLimit();
  call('eleven', 11);
  await settled();
  expect(ended()).toEqual([['eleven', 'E110']]);
  await pass(20_000);
  call('eleven', 11);
  await settled();
  expect(ended()[1]).toEqual(['eleven', 'counted']);
});

test('a call whose room the socket of the agent has taken is refused as soon as that is known', async () => {
  const { agents, ended, call, pass, left } = await atTheLimit();
  const { clock, limits } = agents;
  clock.after(20_000, () => limits.admit(ann, { bytes: 1, free: false, actions: 8 }, clock.monotonic()));
  call('two', 2);
  call('one', 1);
  await pass(20_000);
  expect(ended()).toEqual([
    ['two', 'counted'],
    ['one', 'E110'],
  ]);
  expect(left()).toBe(0);
});

test('actions for a turn that has ended while they waited are not carried out; questions are', async () => {
  const { ended, call, pass, game, left } = await atTheLimit();
  call('act', 1);
  call('look', 0);
  game.turn = 8;
  call('act in the next turn', 1);
  await pass(20_000);
  expect(ended()).toEqual([
    ['act', 'E133'],
    ['look', 'counted'],
    ['act in the next turn', 'counted'],
  ]);
  expect(left()).toBe(9);
});

test('all that wait are refused with E123 when the gateway drains, and nothing waits after that', async () => {
  const { calls, ended, call, pass, left, state } = await atTheLimit();
  call('one', 1);
  call('two', 2);
  state.isDraining = true;
  calls.endAll();
  call('three', 3);
  await settled();
  expect(ended()).toEqual([
    ['one', 'E123'],
    ['two', 'E123'],
    ['three', 'E123'],
  ]);
  await pass(20_000);
  expect(left()).toBe(10);
});

test('at most 64 calls of a seat wait', async () => {
  const { ended, call, pass } = await atTheLimit();
  for (let number = 0; number < 65; number++) call(`${number}`, number === 0 ? 1 : 0);
  await settled();
  expect(ended()).toEqual([['64', 'E110']]);
  await pass(30_000);
  expect(ended().filter(([, how]) => how === 'counted')).toHaveLength(64);
});
