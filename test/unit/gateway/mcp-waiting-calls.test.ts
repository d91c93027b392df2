import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import type { Failure } from '#shared/core/failure.js';
import { createLogger } from '#shared/core/log.js';
import { WaitingCalls } from '../../../features/mcp/gateway/waiting-calls.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { createServices } from '../../../services/gateway/compose.js';
import { ManualClock } from '../../support/manual-clock.js';
import { settled } from '../../support/mcp/scripted-seat.js';
import { plain } from '../../support/services/settings.js';

const ann = { agentId: 'ann', gameId: 'game', tokenHash: Buffer.alloc(32) };

/** The calls of an agent that may do 10 actions in a minute and has done them all 40 seconds ago: there is room again in 20. */
async function atTheLimit(settings: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ ...plain, DATA_DIR: 'unused', RATE_ACTIONS_PER_MINUTE: '10', ...settings });
  if (!config.ok) throw new Error(config.failure.join('; '));
  const clock = new ManualClock();
  const context = { clock, timeouts: DEFAULT_TIMEOUTS, log: createLogger('test', 'error') };
  const { agents, state } = createServices(
    { ...context, config: config.value, current: new CurrentConfig(config.value), metrics: createMetrics() },
    {},
  );
  const game: { turn: number | undefined; fails: boolean } = { turn: 7, fails: false };
  const calls = new WaitingCalls(agents, ann, () => {
    if (game.fails) throw new Error('The turn cannot be read');
    return game.turn;
  });
  const ended: [string, Failure['code'] | 'counted'][] = [];
  /** Asks for so many actions under a name; how it ends is noted. */
  const call = (name: string, actions: number, hasBegun?: () => boolean) => {
    const abort = new AbortController();
    void Promise.resolve(calls.admit({ bytes: 100, actions }, abort.signal, hasBegun)).then((refusal) =>
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

test('a call is not refused for its turn where its session has ended: no turn is known', async () => {
  const { ended, call, pass, game } = await atTheLimit();
  call('act', 1);
  game.turn = undefined;
  await pass(20_000);
  expect(ended()).toEqual([['act', 'counted']]);
});

test('a call that has begun under its name before is not refused for its turn', async () => {
  const { ended, call, pass, game } = await atTheLimit();
  call('asked again', 1, () => true);
  call('new', 1, () => false);
  game.turn = 8;
  await pass(20_000);
  expect(ended()).toEqual([
    ['new', 'E133'],
    ['asked again', 'counted'],
  ]);
});

test('calls whose turn has ended take no room from those of the new turn', async () => {
  const { ended, call, pass, game } = await atTheLimit();
  call('all of the old turn', 10);
  call('look', 0);
  game.turn = 8;
  call('all of the new turn', 10);
  await settled();
  expect(ended()).toEqual([
    ['all of the old turn', 'E133'],
    ['look', 'counted'],
  ]);
  await pass(20_000);
  expect(ended()[2]).toEqual(['all of the new turn', 'counted']);
});

test('each call that waits counts as a message for the calls behind it', async () => {
  const { ended, call, pass } = await atTheLimit({ RATE_MESSAGES_PER_MINUTE: '3' });
  call('look', 0);
  // Two messages of three are counted. The oldest ends in 20 seconds, the other in 60.
  for (const [name, actions] of [
    ['waits', 1],
    ['behind it', 0],
    ['the third', 0],
  ] as const)
    call(name, actions);
  await settled();
  expect(ended()).toEqual([
    ['look', 'counted'],
    ['the third', 'E110'],
  ]);
  await pass(20_000);
  expect(ended().slice(2)).toEqual([
    ['waits', 'counted'],
    ['behind it', 'counted'],
  ]);
});

test('more calls than a second admits wait, and are counted over several seconds', async () => {
  const { ended, call, pass } = await atTheLimit({ RATE_BURST: '2' });
  call('act', 1);
  for (const name of ['a', 'b', 'c', 'd']) call(name, 0);
  await settled();
  expect(ended()).toEqual([]);
  await pass(20_000);
  expect(ended().map(([name]) => name)).toEqual(['act', 'a']);
  await pass(2_000);
  expect(ended().map(([name, how]) => name + how)).toEqual(
    ['act', 'a', 'b', 'c', 'd'].map((name) => `${name}counted`),
  );
});

test('an error while a call is looked at does not hold up the calls for ever', async () => {
  const { ended, call, pass, game } = await atTheLimit();
  call('act', 1);
  game.fails = true;
  await expect(pass(20_000)).rejects.toThrow('The turn cannot be read');
  game.fails = false;
  await pass(1_000);
  expect(ended()).toEqual([['act', 'counted']]);
});
