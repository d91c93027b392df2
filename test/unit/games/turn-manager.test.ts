import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { runs } from '../../support/property-runs.js';
import { settled, TurnModel } from '../../support/turn-model.js';

const LIMIT_S = 300;
const ABSENT_S = 30;
const agents = ['ann', 'ben', 'cyd'] as const;

function begin(timeLimit = LIMIT_S) {
  const clock = new ManualClock();
  return { clock, game: new TurnModel(clock, agents, { timeLimit, absentWait: ABSENT_S }) };
}

type Game = ReturnType<typeof begin>;

/** Lets time go by second for second; the server answers at once. */
async function pass({ clock, game }: Game, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await settled();
    game.deliver();
    await settled();
    clock.pass(1000);
  }
  await settled();
  game.deliver();
}

/** The agent asks once, and never again. */
function endTurn({ game }: Game, agentId: string): void {
  game.end(game.seat(agentId)).catch(() => undefined);
}

/** Time that goes on from one look to the next, as a processor's does. */
class RunningClock extends ManualClock {
  #looks = 0;

  override monotonic(): number {
    this.#looks += 1;
    return super.monotonic() + this.#looks / 1000;
  }
}

test('a turn whose time is up ends although the clock goes on while it is looked at', async () => {
  const clock = new RunningClock();
  const all = { clock, game: new TurnModel(clock, agents, { timeLimit: LIMIT_S, absentWait: ABSENT_S }) };
  await pass(all, LIMIT_S + 1);
  expect(all.game.turn).toBeGreaterThan(1);
});

test('a turn whose ends were lost with the server ends within its limit without another request', async () => {
  const all = begin();
  for (const agent of agents) endTurn(all, agent);
  all.game.lose();
  await settled();
  all.game.restore(true);
  await pass(all, LIMIT_S + 1);
  expect(all.game.turn).toBeGreaterThan(1);
});

test('without a limit what an agent asked for and was lost with the server is asked for once more', async () => {
  const all = begin(0);
  for (const agent of agents) endTurn(all, agent);
  all.game.lose();
  await settled();
  all.game.restore(false);
  await pass(all, ABSENT_S - 1);
  expect(all.game.turn).toBe(1);
  await pass(all, 2);
  expect(all.game.turn).toBe(2);
});

test('an agent that acts after its end of turn was lost goes on with its turn', async () => {
  const all = begin(0);
  for (const agent of agents) endTurn(all, agent);
  all.game.lose();
  await settled();
  all.game.restore(false);
  all.game.keeper.onAction(all.game.seat('ann'));
  await pass(all, 10 * ABSENT_S);
  expect(all.game.turn).toBe(1);
  endTurn(all, 'ann');
  await pass(all, 1);
  expect(all.game.turn).toBe(2);
});

test.each([0, LIMIT_S])(
  'who is away is waited for once, then not at all until it is back (limit %i)',
  async (limit) => {
    const all = begin(limit);
    all.game.presence('cyd', 'away');
    for (const agent of ['ann', 'ben']) endTurn(all, agent);
    await pass(all, ABSENT_S - 1);
    expect(all.game.turn).toBe(1);
    await pass(all, 2);
    expect(all.game.turn).toBe(2);
    for (const agent of ['ann', 'ben']) endTurn(all, agent);
    await pass(all, 1);
    expect(all.game.turn).toBe(3);
    all.game.presence('cyd', 'connected');
    for (const agent of ['ann', 'ben']) endTurn(all, agent);
    await pass(all, ABSENT_S + 1);
    expect(all.game.turn).toBe(3);
  },
);

test.each([2, -2])(
  'who is away is waited for as long, when the wall clock jumps by %i hours',
  async (hours) => {
    const all = begin(0);
    all.game.presence('cyd', 'away');
    for (const agent of ['ann', 'ben']) endTurn(all, agent);
    all.clock.jump(hours * 3_600_000);
    await pass(all, ABSENT_S - 1);
    expect(all.game.turn).toBe(1);
    await pass(all, 2);
    expect(all.game.turn).toBe(2);
  },
);

test('a turn that waits for an agent without a session goes on when its loss is told after the beginning', async () => {
  const all = begin();
  all.game.presence('cyd', 'gone');
  for (const agent of ['ann', 'ben']) endTurn(all, agent);
  await pass(all, 1);
  expect(all.game.turn).toBe(2);
});

test('who is away is passed over only when all others have ended, though it hears first of the turn', async () => {
  const all = begin();
  all.game.presence('ann', 'gone');
  for (const agent of ['ben', 'cyd']) endTurn(all, agent);
  await pass(all, 1);
  expect(all.game.turn).toBe(2);
  all.game.presence('ann', 'connected');
  for (const agent of ['ben', 'cyd']) endTurn(all, agent);
  await pass(all, ABSENT_S);
  expect(all.game.turn).toBe(2);
});

test('waiting agents learn which players they wait for and until when, once for each change', async () => {
  const all = begin();
  const told = (agentId: string) => all.game.seat(agentId).told.filter(({ kind }) => kind === 'waiting');
  endTurn(all, 'ann');
  await pass(all, 1);
  endTurn(all, 'ben');
  const end = all.clock.now() + (LIMIT_S - 1) * 1000;
  await pass(all, 5);
  const cyd = { playerId: 2, agentId: 'cyd' };
  const here = { ...cyd, until: end, isAway: false };
  for (const agent of ['ann', 'ben'])
    expect(told(agent)).toEqual([{ kind: 'waiting', turn: 1, pending: [here] }]);
  all.game.presence('cyd', 'away');
  const gone = { ...cyd, until: all.clock.now() + ABSENT_S * 1000, isAway: true };
  await pass(all, ABSENT_S - 1);
  expect(told('ann').slice(1)).toEqual([{ kind: 'waiting', turn: 1, pending: [gone] }]);
  expect(told('cyd')).toEqual([]);
});

test('an agent that was passed over and came back ends its turn, whatever the server lost of both', async () => {
  const all = begin(0);
  const { game } = all;
  for (const agent of ['ben', 'cyd']) endTurn(all, agent);
  game.presence('ann', 'gone');
  await settled();
  game.lose();
  await settled();
  game.restore(false);
  game.presence('ann', 'connected');
  await pass(all, 1);
  for (const agent of agents) endTurn(all, agent);
  game.lose();
  await settled();
  game.restore(false);
  await pass(all, ABSENT_S + 1);
  expect(game.turn).toBe(2);
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('end' as const), agent: fc.constantFrom(...agents) }),
  fc.record({
    kind: fc.constant('presence' as const),
    agent: fc.constantFrom(...agents),
    presence: fc.constantFrom('connected' as const, 'away' as const, 'gone' as const),
  }),
  fc.record({ kind: fc.constant('act' as const), agent: fc.constantFrom(...agents) }),
  fc.record({ kind: fc.constant('deliver' as const) }),
  fc.record({ kind: fc.constant('lose' as const) }),
  fc.record({ kind: fc.constant('restore' as const), hasJournal: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 2 * LIMIT_S }) }),
);

function take(all: Game, one: typeof step extends fc.Arbitrary<infer T> ? T : never): void {
  const { game, clock } = all;
  if (one.kind === 'end' && game.isUp && !game.isPaused) endTurn(all, one.agent);
  else if (one.kind === 'presence') game.presence(one.agent, one.presence);
  else if (one.kind === 'act') game.keeper.onAction(game.seat(one.agent));
  else if (one.kind === 'deliver') game.deliver();
  else if (one.kind === 'lose' && game.isUp) game.lose();
  else if (one.kind === 'restore') game.restore(one.hasJournal);
  else if (one.kind === 'pass') clock.pass(one.seconds * 1000);
}

test.each([0, LIMIT_S])('whatever is lost on the way, the turn ends (limit %i)', async (limit) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, hasJournal) => {
      const all = begin(limit);
      for (const one of steps) {
        take(all, one);
        await settled();
      }
      const { game } = all;
      game.restore(hasJournal);
      game.presence('ann', 'connected');
      await pass(all, 1);
      const { turn } = game;
      // Without a limit a turn waits for those who are there: they ask once, and the server is lost with that.
      if (limit === 0) for (const agent of agents) endTurn(all, agent);
      game.lose();
      await settled();
      game.restore(hasJournal);
      await pass(all, limit === 0 ? ABSENT_S + 1 : LIMIT_S + 1);
      expect(game.turn).toBeGreaterThan(turn);
    }),
    { numRuns: runs(150) },
  );
});

test('a turn counts as played only when its agent ended it by its own decision', async () => {
  const all = begin();
  all.game.policies.set('ben', 'ai');
  all.game.presence('cyd', 'away');
  endTurn(all, 'ann');
  await pass(all, LIMIT_S + 1);
  expect(all.game.marks.get(1)).toEqual(['played', 'failed', 'auto_ended']);
  all.game.policies.clear();
  all.game.presence('cyd', 'connected');
  const turn = all.game.turn;
  all.game.end(all.game.seat('ann'), 'auto_ended').catch(() => undefined);
  all.game.end(all.game.seat('ben'), 'failed').catch(() => undefined);
  await pass(all, LIMIT_S + 1);
  expect(all.game.marks.get(turn)).toEqual(['auto_ended', 'failed', 'timed_out']);
});

test('turns of a server of others are neither ended nor paused here, whoever is late or away', async () => {
  const clock = new ManualClock();
  const limits = { timeLimit: LIMIT_S, absentWait: ABSENT_S, endsTurns: false };
  const all = { clock, game: new TurnModel(clock, agents, limits) };
  const { game } = all;
  await pass(all, 2);
  const begun = game.turn;
  for (const agentId of agents) game.presences.set(agentId, 'gone', clock.monotonic());
  await pass(all, 2 * LIMIT_S);
  expect(game.paused).toEqual([]);
  expect(game.turn).toBe(begun);
  for (const agentId of agents) endTurn(all, agentId);
  await pass(all, 2);
  expect(game.turn).toBe(begun + 1);
});
