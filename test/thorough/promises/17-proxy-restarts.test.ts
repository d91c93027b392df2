import { expect, test } from 'vitest';
import { backoffDelay } from '#shared/core/backoff.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { sized } from '../../integration/promises/support/form.js';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { TwoAgents } from '../../support/two-agents.js';

test('promise 17: a proxy that restarts is survived, one that stays away is told, and so is its return', async () => {
  await using fixture = await startFixture({}, { timeouts: { linkWait: 100 } });
  const { proxy, port } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'my-agent');
  const restarts = sized(10, 100);
  let survived = 0;
  for (let restart = 1; restart <= restarts; restart++) {
    await proxy.stop();
    expect(await agent.nextOf('status')).toMatchObject({ data: { status: 'recovering' } });
    if (restart % 2 === 0) {
      agent.sendRequest('state_query', {}, 'away');
      const refused = await agent.nextOf('error');
      expect(refused).toMatchObject({ correlation_id: 'away', data: { error_code: 'E123' } });
      expect(refused.data?.details).toMatchObject({ retry_after: expect.any(Number) });
    }
    await proxy.restart();
    expect(await agent.nextOf('status')).toMatchObject({ data: { status: 'recovered', resync: true } });
    agent.sendRequest('state_query', {}, `back-${restart}`);
    expect(await agent.nextOf('state_update')).toMatchObject({ correlation_id: `back-${restart}` });
    survived += 1;
  }
  promised(17, { what: 'restarts survived', value: survived }, { exactly: restarts });
});

/** Kills one part of a real game; milliseconds until both agents were told, and until they could go on. */
async function kill(what: 'server' | 'proxy', stack: SplitStack, game: TwoAgents) {
  const began = performance.now();
  if (what === 'server') stack.killServers();
  else await stack.killProxy();
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovering');
  const told = performance.now() - began;
  if (what === 'proxy') await stack.startProxy();
  for (const agent of game.agents) {
    const news = await agent.push('status', ({ status }) => status === 'ready' || status === 'recovered');
    // What a proxy that died was about to say nobody knows: ask for a full state.
    if (what === 'proxy') expect(news).toMatchObject({ status: 'recovered', resync: true });
  }
  expect(await game.positions()).toMatchObject([{ turn: game.turn }, { turn: game.turn }]);
  return { told, back: performance.now() - began };
}

test('promise 17: agents of a real game are told of a game server or proxy that died, and of its return', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'restarts', { players: 3 });
  const rounds = sized(1, 20);
  // To start another proxy takes seconds; the short form leaves that to the tests of recovery.
  const parts = (['server', 'proxy'] as const).slice(0, sized(1, 2));
  for (const part of parts) {
    const times: Awaited<ReturnType<typeof kill>>[] = [];
    for (let round = 0; round < rounds; round++) {
      times.push(await kill(part, stack, game));
      await game.nextTurn();
    }
    const slowest = (key: 'told' | 'back') => Math.max(...times.map((each) => each[key]));
    const survived = { what: `losses of the ${part} survived`, value: times.length };
    promised(
      17,
      survived,
      { exactly: rounds },
      { slowestNewsMs: slowest('told'), slowestReturnMs: slowest('back') },
    );
  }
});

test('promise 17: a lost link backs off from 0.5 to 30 s with full jitter, and is reported within 5 s', () => {
  const { backoff } = DEFAULT_TIMEOUTS;
  expect(backoff).toMatchObject({ first: 500, max: 30_000, jitter: 1 });
  promised(
    17,
    { what: 'ms until a lost proxy is reported', value: DEFAULT_TIMEOUTS.linkWait },
    { atMost: 5000 },
  );
  const random = seededRandom(17);
  const delays = Array.from({ length: 1000 }, () => backoffDelay(14, backoff, random));
  for (let tenth = 0; tenth < 10; tenth++) {
    expect(delays.some((delay) => delay >= tenth * 3000 && delay < (tenth + 1) * 3000)).toBe(true);
  }
});
