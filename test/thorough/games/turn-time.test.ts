import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const LIMIT_S = 300;
const LIMIT = LIMIT_S * 1000;
const HOUR = 3_600_000;

async function begin(config: Readonly<Record<string, unknown>> = {}) {
  const clock = new ManualClock();
  const stack = await startStack({}, { clock });
  const game = await TwoAgents.begin(stack, 'timed', { turn_time_limit: LIMIT_S, ...config });
  return { clock, stack, game };
}

function running(stack: Stack) {
  const game = stack.games.get('timed');
  if (game === undefined) throw new Error('the game is gone');
  return game;
}

test('a silent agent costs the others at most the limit; all learn who ended the turn, and how', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const [ann, ben] = game.agents;
  await ann?.act('end_turn');
  clock.pass(LIMIT / 2);
  const warning = { event: 'turn_warning', turn: 1, seconds_left: LIMIT_S / 2 };
  expect(await ben?.push('event')).toMatchObject(warning);
  clock.pass(LIMIT / 2);
  const players = [
    { agent_id: 'ann', how: 'ended' },
    { agent_id: 'ben', how: 'timed_out' },
  ];
  for (const agent of game.agents) expect(await agent.push('turn_end')).toMatchObject({ turn: 1, players });
  game.turn = 2;
  await game.begun();
});

test('an agent without a socket is told of as disconnected; without a session it holds up nobody', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const [ann] = game.agents;
  const there = running(stack);
  there.setPresence('ben', 'away');
  await ann?.act('end_turn');
  clock.pass(LIMIT);
  const players = expect.arrayContaining([expect.objectContaining({ agent_id: 'ben', how: 'disconnected' })]);
  expect(await ann?.push('turn_end')).toMatchObject({ players });
  await ann?.push('turn_start', ({ turn }) => turn === 2);
  there.setPresence('ben', 'gone');
  await ann?.act('end_turn');
  await ann?.push('turn_start', ({ turn }) => turn === 3);
});

test('a turn whose ends were lost with the game server ends within its limit, though nobody asks again', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const there = running(stack);
  process.kill(there.serverPid, 'SIGSTOP');
  const asked = game.agents.map((agent) => agent.act('end_turn').catch(() => undefined));
  await expect.poll(() => there.pendingPlayers).toEqual([]);
  process.kill(there.serverPid, 'SIGKILL');
  await Promise.all(asked);
  await game.isBack();
  expect(there.pendingPlayers.map(({ agentId }) => agentId)).toEqual(['ann', 'ben']);
  clock.pass(LIMIT);
  game.turn = 2;
  await game.begun();
});

test('an agent that waits is told for whom and until when; an absent one is waited for 30 s in all', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const [ann, ben] = game.agents;
  const there = running(stack);
  await ben?.close();
  await expect.poll(() => there.presenceOf('ben')).toBe('away');
  const until = Math.round(clock.now() / 1000) + 30;
  await ann?.act('end_turn');
  const awaited = { player_id: 1, until, away: true };
  expect((await ann?.state())?.waiting_for).toMatchObject([awaited]);
  const info = await fetch(`${stack.httpUrl}/api/games/timed`, {
    headers: { authorization: `Bearer ${stack.token}` },
  });
  expect(await info.json()).toMatchObject({ waiting_for: [{ ...awaited, agent_id: 'ben' }] });
  clock.pass(2_000);
  expect(await ann?.push('status')).toMatchObject({ status: 'waiting', turn: 1, waiting_for: [awaited] });
  clock.pass(28_000);
  await ann?.push('turn_start', ({ turn }) => turn === 2);
  // A newcomer's first turn, and each that follows, waits for those who are there.
  await ann?.act('end_turn');
  await ann?.push('turn_start', ({ turn }) => turn === 3);
});

test('a pause of an hour changes nothing, and the turn goes on with the time it had left', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  const there = running(stack);
  clock.pass(100_000);
  const before = await game.positions();
  const settings = await there.command('show changed');
  await there.control.pause();
  clock.pass(HOUR);
  expect(there.timeLeft).toBe(LIMIT - 100_000);
  await there.control.resume();
  expect(await game.positions()).toEqual(before);
  expect(await there.command('show changed')).toEqual(settings);
  expect(there.timeLeft).toBe(LIMIT - 100_000);
  clock.pass(LIMIT - 100_000);
  game.turn = 2;
  await game.begun();
});

test('a paused game that is unloaded goes on with the same time when it is wanted again', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const there = running(stack);
  clock.pass(100_000);
  await there.control.pause();
  await there.unload();
  clock.pass(HOUR);
  await game.positions();
  expect(there.state.kind).toBe('paused');
  await there.control.resume();
  expect(there.timeLeft).toBe(LIMIT - 100_000);
});

test('an AI looks after the seat of an agent that is late and wants that, until the next turn has begun', async () => {
  const { clock, stack, game } = await begin({ turn_policy: 'ai' });
  await using _ = stack;
  const [ann, ben] = game.agents;
  const units = JSON.stringify((await ben?.state())?.units);
  await ann?.act('end_turn');
  clock.pass(LIMIT);
  game.turn = 2;
  await game.begun();
  expect(JSON.stringify((await ben?.state())?.units)).not.toBe(units);
  const seat = running(stack).seat('ben');
  const isOwn = await seat?.until(
    ({ players }) => players.get(1)?.flags.has('PLRF_AI') === false,
    AbortSignal.timeout(20_000),
  );
  expect(isOwn).toBe(true);
  await game.nextTurn();
});

test('a game waits for a late agent that wants that, and resumed it gives the whole time again', async () => {
  const { clock, stack, game } = await begin({ turn_policy: 'pause' });
  await using _ = stack;
  const [ann] = game.agents;
  await ann?.act('end_turn');
  clock.pass(LIMIT);
  const isPaused = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'paused';
  expect(await ann?.push('status', isPaused)).toMatchObject({ reason: 'time_up' });
  const there = running(stack);
  await there.control.resume();
  expect(there.timeLeft).toBe(LIMIT);
  await game.agents[1]?.act('end_turn');
  game.turn = 2;
  await game.begun();
});

test('a game without agents waits, and goes on when one comes', async () => {
  const { clock, stack, game } = await begin();
  await using _ = stack;
  const there = running(stack);
  for (const { agentId } of game.agents) there.setPresence(agentId, 'gone');
  expect(there.state).toMatchObject({ kind: 'paused', why: 'absence' });
  clock.pass(HOUR);
  // A gateway that was started again takes the seat again for an agent that has not come back.
  expect((await there.takeSeat('ann', {}, 'away')).ok).toBe(true);
  expect(there.state).toMatchObject({ kind: 'paused', why: 'absence' });
  const again = await stack.agent('ann');
  await again.connect({ api_token: stack.token, game_id: 'timed' });
  expect(await again.state()).toMatchObject({ turn: 1 });
  expect(there.state.kind).toBe('running');
});

test('the gateway tells who is there: a turn goes on without an agent whose session has ended', async () => {
  await using stack = await startStack({
    SESSION_EXPIRES_S: '1',
    SESSION_TIMEOUT_S: '2',
    HEARTBEAT_S: '0.5',
  });
  const game = await TwoAgents.begin(stack, 'timed');
  const [ann, ben] = game.agents;
  await ann?.act('end_turn');
  await ben?.close();
  await ann?.push('turn_start', ({ turn }) => turn === 2);
  const back = await stack.agent('ben');
  await back.connect({ api_token: stack.token, game_id: 'timed' });
  expect(running(stack).presenceOf('ben')).toBe('connected');
  expect(await back.state()).toMatchObject({ turn: 2, player_id: 1 });
});
