import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import { MAX_TASKS, SeatTasks } from '../../../features/mcp/server/seat-tasks.js';
import { refusedAnswer, ScriptedSeat, settled, turnAnswer } from '../../support/mcp/scripted-seat.js';

const HOUR_MS = 3_600_000;

/** A seat and a task of it that has begun. */
function begun(args = {}, keepsNames = true) {
  const seat = Object.assign(new ScriptedSeat(), { keepsNames });
  const tasks = new SeatTasks(seat);
  const view = tasks.start(args);
  if (typeof view === 'string') throw new Error(view);
  const found = async () => (await tasks.find(view.taskId)) ?? { view: undefined, result: undefined };
  return { seat, tasks, id: view.taskId, found };
}

test('a task sends end_turn again after each deadline, for the same turn and under names of its own', async () => {
  const { seat, id, found } = begun();
  await seat.answer(turnAnswer('deadline', 4, 0, ['attacked: Warriors']));
  expect((await found()).view).toMatchObject({ status: 'working' });
  await seat.answer(turnAnswer('deadline', 4, 0, ['attacked: Warriors', 'news: a wonder']));
  await seat.answer(turnAnswer('turn', 5, 1, ['learned: Alphabet']));
  expect(seat.asked.map(({ data, name }) => [data.arguments, name])).toEqual([
    [{ until: 'turn' }, `task-${id}-0`],
    [{ until: 'turn', turn: 4 }, `task-${id}-1`],
    [{ until: 'turn', turn: 4 }, `task-${id}-2`],
  ]);
  expect(await found()).toMatchObject({
    view: { status: 'completed' },
    result: {
      content: [
        { text: 'Happened while you waited:\nattacked: Warriors\nnews: a wonder' },
        { text: 'turn 5' },
      ],
      structuredContent: {
        brief: { turn: 5, happened: ['attacked: Warriors', 'news: a wonder', 'learned: Alphabet'] },
      },
    },
  });
});

test('after some of the turns that were asked for, a task asks for the rest', async () => {
  const { seat } = begun({ until: '5' });
  await seat.answer(turnAnswer('deadline', 7, 3));
  expect(seat.asked.at(-1)?.data.arguments).toEqual({ until: '2', turn: 7 });
});

test('where the turn has come between two requests, the result is its brief', async () => {
  const { seat, found } = begun();
  await seat.answer(turnAnswer('deadline', 4, 0));
  await seat.answer(refusedAnswer('E133'));
  await seat.answer(ok({ tool: 'brief', ok: true, text: 'the brief', result: { turn: 5 } }));
  expect(await found()).toMatchObject({
    view: { status: 'completed' },
    result: {
      content: [{ text: 'the brief' }, { text: 'ended: turns 1, why turn' }],
      structuredContent: { ok: true, brief: { turn: 5, ended: { turns: 1, why: 'turn' } } },
    },
  });
});

test('a task for several turns counts one that has passed, and the task goes on with the next', async () => {
  const { seat, found } = begun({ until: '4' });
  await seat.answer(turnAnswer('deadline', 7, 1, ['news: a wonder']));
  await seat.answer(refusedAnswer('E133'));
  await seat.answer(turnAnswer('deadline', 9, 1));
  await seat.answer(refusedAnswer('E133'));
  expect(seat.asked.map(({ data }) => data.arguments)).toEqual([
    { until: '4' },
    { until: '3', turn: 7 },
    { until: '2', turn: 8 },
    { until: '1', turn: 9 },
    {},
  ]);
  await seat.answer(refusedAnswer('E110', { retry_after: 2 }));
  seat.clock.pass(2_000);
  await settled();
  await seat.answer(ok({ tool: 'brief', ok: true, text: 'the brief', result: { turn: 11 } }));
  expect((await found()).result).toMatchObject({
    structuredContent: {
      brief: { turn: 11, ended: { turns: 4, why: 'turn' }, happened: ['news: a wonder'] },
    },
  });
});

const lost = { details: { outcome: 'unknown', retry_after: 1 } };

test.each([
  ['E131 of a tool', refusedAnswer('E131', { outcome: 'unknown' })],
  ['E131', fail(failure('E131', 'The connection to the game was lost', lost))],
  ['E132', fail(failure('E132', 'No answer within the deadline'))],
  ['E123', fail(failure('E123', 'The gateway is gone', lost))],
  ['E500', fail(failure('E500', 'The answer could not be read', lost))],
])(
  'where names do not count, an unknown outcome (%s) is the result and nothing is sent again',
  async (_, answer) => {
    for (const earlier of [[], [turnAnswer('deadline', 4, 0)]]) {
      const { seat, found } = begun({}, false);
      for (const one of [...earlier, answer]) await seat.answer(one);
      seat.clock.pass(60_000);
      await settled();
      expect(seat.asked).toHaveLength(earlier.length + 1);
      expect(await found()).toMatchObject({ view: { status: 'completed' }, result: { isError: true } });
      const named = begun();
      for (const one of [...earlier, answer]) await named.seat.answer(one);
      named.seat.clock.pass(1_000);
      await settled();
      expect(named.seat.asked.at(-1)?.name).toBe(`task-${named.id}-${earlier.length}`);
      expect(named.seat.asked).toHaveLength(earlier.length + 2);
    }
  },
);

test.each([
  ['a refusal of the game', refusedAnswer('E131')],
  ['a name of another request', fail(failure('E135', 'Used for another request'))],
  ['a fault of the gateway', fail(failure('E500', 'Internal error'))],
])('%s is final', async (_, answer) => {
  const { seat, found } = begun();
  await seat.answer(answer);
  seat.clock.pass(60_000);
  await settled();
  expect(seat.asked).toHaveLength(1);
  expect(await found()).toMatchObject({ view: { status: 'completed' }, result: { isError: true } });
});

test('the same request under way is asked for again, and a gateway without a place for it too', async () => {
  const { seat, id } = begun();
  await seat.answer(fail(failure('E135', 'Already under way', { details: { retry_after: 1 } })));
  seat.clock.pass(1_000);
  await settled();
  await seat.answer(turnAnswer('deadline', 4, 0));
  await seat.answer(fail(failure('E112', 'At its capacity', { details: { retry_after: 1 } })));
  seat.clock.pass(1_000);
  await settled();
  expect(seat.asked.map(({ name }) => name)).toEqual([0, 0, 1, 2].map((attempt) => `task-${id}-${attempt}`));
});

test('an outcome that is lost is asked for again under the same name, a game that is away under the next', async () => {
  const { seat, id } = begun();
  await seat.answer(refusedAnswer('E131', { outcome: 'unknown' }));
  seat.clock.pass(1_000);
  await settled();
  await seat.answer(turnAnswer('deadline', 4, 0));
  await seat.answer(refusedAnswer('E123', { retry_after: 3 }));
  seat.clock.pass(2_999);
  await settled();
  expect(seat.asked).toHaveLength(3);
  seat.clock.pass(1);
  await settled();
  expect(seat.asked.map(({ name }) => name)).toEqual([0, 0, 1, 2].map((attempt) => `task-${id}-${attempt}`));
});

test('a first end_turn that is refused is the result, and one over a limit is sent again', async () => {
  const refused = begun();
  await refused.seat.answer(refusedAnswer('E123'));
  expect(await refused.found()).toMatchObject({ view: { status: 'completed' }, result: { isError: true } });
  const { seat, id } = begun();
  await seat.answer(fail(failure('E110', 'Too many messages', { details: { retry_after: 2 } })));
  seat.clock.pass(2_000);
  await settled();
  expect(seat.asked.map(({ name }) => name)).toEqual([`task-${id}-0`, `task-${id}-0`]);
});

test('a task of an earlier process is found by its id and goes on; others are not', async () => {
  const { seat, id } = begun();
  const later = new SeatTasks(seat);
  expect(await later.find(id)).toMatchObject({ view: { taskId: id, status: 'working' } });
  expect(seat.asked.map(({ name }) => name)).toEqual([`task-${id}-0`, `task-${id}-0`]);
  for (const unknown of ['', 'x', `${id}0`, id.replace(/.$/, 'z'), id.replace('turn', 'decision')])
    expect(await later.find(unknown)).toBeUndefined();
  seat.clock.pass(HOUR_MS);
  expect(later.size).toBe(0);
  seat.begun.clear();
  expect(await later.find(id)).toBeUndefined();
});

test('a cancelled task stops the wait, and what comes of it later changes nothing', async () => {
  const { seat, tasks, id, found } = begun();
  expect(await tasks.cancel(id)).toBe(true);
  expect(seat.asked.at(-1)?.type).toBe('stop');
  await seat.answer(turnAnswer('stop', 4, 0));
  expect(await found()).toMatchObject({ view: { status: 'cancelled' } });
  expect(await tasks.cancel('another')).toBe(false);
});

test('pushes are the message of a task that works', async () => {
  const { seat, found } = begun();
  seat.push('turn_start', { turn: 9 });
  expect((await found()).view).toMatchObject({ status: 'working', statusMessage: 'turn start 9' });
});

test('a task that was cancelled stays so for a later process, and none is found after its hour', async () => {
  const { seat, tasks, id } = begun();
  await tasks.cancel(id);
  const { length } = seat.asked;
  expect(await new SeatTasks(seat).find(id)).toMatchObject({ view: { taskId: id, status: 'cancelled' } });
  expect(seat.asked).toHaveLength(length);
  const other = begun();
  other.seat.clock.pass(HOUR_MS - 1);
  const later = new SeatTasks(other.seat);
  expect(await later.find(other.id)).toMatchObject({ view: { status: 'working' } });
  other.seat.clock.pass(1);
  expect([later.size, await later.find(other.id), await other.found()]).toMatchObject([0, undefined, {}]);
  expect(other.seat.asked).toHaveLength(2);
});

test('a task ends with the token that began it, and with no other', async () => {
  const seat = new ScriptedSeat();
  const tasks = new SeatTasks(seat);
  const view = tasks.start({}, 'first');
  if (typeof view === 'string') throw new Error(view);
  await tasks.cancelOf((owner) => owner === 'second');
  expect((await tasks.find(view.taskId, 'second'))?.view.status).toBe('working');
  await tasks.cancelOf((owner) => owner === 'first');
  expect((await tasks.find(view.taskId))?.view.status).toBe('cancelled');
  expect(seat.asked.map(({ type }) => type)).toEqual(['tool_call', 'stop']);
});

test('a seat runs one task: another call is answered by the one that runs', async () => {
  const seat = new ScriptedSeat();
  let held = 0;
  const tasks = new SeatTasks(seat, () => {
    held++;
    return () => held--;
  });
  const first = tasks.start({});
  expect(tasks.start({ until: '5' })).toEqual(first);
  expect([seat.asked.length, held]).toEqual([1, 1]);
  await seat.answer(turnAnswer('turn', 2, 1));
  expect(held).toBe(0);
  expect(tasks.start({})).not.toMatchObject({ taskId: typeof first === 'string' ? '' : first.taskId });
});

test('a seat keeps 16 tasks: the oldest result makes place', async () => {
  const seat = new ScriptedSeat();
  const tasks = new SeatTasks(seat);
  const first = tasks.start({});
  for (let task = 1; task <= MAX_TASKS; task++) {
    await seat.answer(turnAnswer('turn', 2, 1));
    expect(tasks.start({})).toMatchObject({ status: 'working' });
  }
  expect(tasks.size).toBe(MAX_TASKS);
  // Its answer is still in the session of the seat: it is taken up again.
  expect(typeof first === 'string' || (await tasks.find(first.taskId))).toMatchObject({
    view: { status: 'working' },
  });
  expect(tasks.size).toBe(MAX_TASKS);
});

test('arguments that end_turn does not know make no task: the call is answered at once', () => {
  const tasks = new SeatTasks(new ScriptedSeat());
  for (const args of [{ until: 'never' }, { until: '0' }, { until: 'turn', auto: true }, { until: {} }])
    expect(tasks.start(args)).toBe('none');
});
