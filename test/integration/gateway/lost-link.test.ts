import { expect, test } from 'vitest';
import type { PushMessage } from '#shared/protocol/state/messages.js';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { Relay } from '../../support/relay.js';
import { startStack } from '../../support/stack.js';

/** A real gateway and proxy, and what cuts the link between them. */
async function cuttableStack() {
  const relays: Relay[] = [];
  const linkPort = async (proxyPort: number) => {
    const relay = await Relay.to(proxyPort);
    relays.push(relay);
    return relay.port;
  };
  const stack = await startStack({}, { linkPort, backoff: 5 });
  const [relay] = relays;
  if (relay === undefined) throw new Error('nothing stands between gateway and proxy');
  return {
    stack,
    relay,
    async [Symbol.asyncDispose]() {
      await stack[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
}

test('what happens in a game while the link is down is told when it is up again, once and in order', async () => {
  await using parts = await cuttableStack();
  const { stack, relay } = parts;
  const pushes: PushMessage[] = [];
  const agent = await AgentConnection.open({
    gateway: stack.gatewayUrl,
    agentId: 'ann',
    onMessage: (message) => {
      if (message.seq !== undefined) pushes.push(message);
    },
  });
  const game_config = { players: 2, min_agents: 1 };
  await agent.connect({ api_token: stack.token, game_id: 'cut', game_config });
  await agent.push('turn_start');
  const game = stack.games.get('cut');
  for (let turn = 1; turn <= 3; turn++) {
    relay.isOpen = false;
    relay.cut();
    await agent.push('status', ({ status }) => status === 'recovering');
    const seat = game?.seat('ann');
    const isNext = () => seat?.world.game?.turn === turn + 1 && seat.world.turn.phase === 'movement';
    await seat?.request('player_phase_done', { turn });
    await seat?.until(isNext, AbortSignal.timeout(20_000));
    relay.isOpen = true;
    await agent.push('turn_start', (data) => data.turn === turn + 1);
  }
  for (let time = 1; time <= 3; time++) await agent.push('status', ({ status }) => status === 'recovered');
  const recovered = pushes.flatMap(({ data }) =>
    'status' in data && data.status === 'recovered' ? [data.resync] : [],
  );
  expect(recovered).toEqual([false, false, false]);
  const turns = pushes.flatMap((push) => (push.type === 'turn_start' ? push.data.turn : []));
  expect(turns).toEqual([1, 2, 3, 4]);
  expect(pushes.map(({ seq }) => seq)).toEqual(pushes.map((_, index) => index + 1));
  await agent.close();
});

test('an action whose link is lost before its verdict is done once, and gets it over the next link', async () => {
  await using parts = await cuttableStack();
  const { stack, relay } = parts;
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'once', game_config: { players: 2 } });
  await agent.push('turn_start');
  const seat = stack.games.get('once')?.seat('ann');
  if (seat === undefined) throw new Error('the agent has no seat');
  for (const isCarriedOutFirst of [true, false]) {
    const turn = seat.world.game?.turn ?? 0;
    // Behind this the action waits in the proxy, so that the link goes before there is a verdict.
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void seat.runInOrder(() => held);
    const verdict = agent.act('end_turn');
    await agent.state({ format: 'llm_optimized' });
    relay.isOpen = false;
    relay.cut();
    const health = async () => (await fetch(`${stack.httpUrl}/health`)).status;
    await expect.poll(health, { timeout: 20_000 }).toBe(503);
    if (isCarriedOutFirst) {
      release();
      await seat.runInOrder(async () => undefined);
    }
    relay.isOpen = true;
    if (!isCarriedOutFirst) {
      await agent.state({ format: 'llm_optimized' });
      release();
    }
    expect(await verdict).toMatchObject({ success: true });
    const isNext = () => seat.world.game?.turn === turn + 1 && seat.world.turn.phase === 'movement';
    expect(await seat.until(isNext, AbortSignal.timeout(20_000))).toBe(true);
  }
  expect(seat.world.game?.turn).toBe(3);
});

test('what is asked over HTTP while the link is down is answered once it is up', async () => {
  await using parts = await cuttableStack();
  const { stack, relay } = parts;
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'asked', game_config: { players: 2 } });
  await agent.push('turn_start');
  const get = (path: string) =>
    fetch(`${stack.httpUrl}${path}`, { headers: { authorization: `Bearer ${stack.token}` } });
  relay.isOpen = false;
  relay.cut();
  await expect.poll(async () => (await get('/health')).status).toBe(503);
  const paths = ['/api/tools', '/api/games', '/api/games/asked', '/api/games/asked/map.svg?agent_id=ann'];
  const answers = Promise.all(paths.map(get));
  await get('/health');
  relay.isOpen = true;
  expect((await answers).map(({ status }) => status)).toEqual(paths.map(() => 200));
});
