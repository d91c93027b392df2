import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { CuttingRelay } from '../promises/support/cutting-relay.js';
import { type Message, RawAgentSocket } from './support/raw-agent-socket.js';

/** A real gateway and proxy, and what cuts the link between them. */
async function cuttableStack() {
  const relays: CuttingRelay[] = [];
  const linkPort = async (proxyPort: number) => {
    const relay = await CuttingRelay.to(proxyPort);
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
  const port = Number(new URL(stack.gatewayUrl).port);
  const config = { api_token: stack.token, game_id: 'cut', game_config: { players: 2, min_agents: 1 } };
  await using agent = await RawAgentSocket.open(port, 'ann');
  await agent.logIn(config);
  const pushes: Message[] = [];
  const until = async (type: string, key: string, value: unknown, times = 1) => {
    const isIt = (message: Message) => message.type === type && message.data?.[key] === value;
    while (pushes.filter(isIt).length < times) {
      const message = await agent.next();
      if (message.seq !== undefined) pushes.push(message);
    }
    return pushes.filter(isIt);
  };
  await until('turn_start', 'turn', 1);
  const game = stack.games.get('cut');
  for (let turn = 1; turn <= 3; turn++) {
    relay.isOpen = false;
    relay.cutAll();
    await until('status', 'status', 'recovering', turn);
    const seat = game?.seat('ann');
    const isNext = () => seat?.world.game?.turn === turn + 1 && seat.world.turn.phase === 'movement';
    await seat?.request('player_phase_done', { turn });
    await seat?.until(isNext, AbortSignal.timeout(20_000));
    relay.isOpen = true;
    expect(await until('turn_start', 'turn', turn + 1)).toHaveLength(1);
  }
  const recovered = await until('status', 'status', 'recovered', 3);
  expect(recovered.map(({ data }) => data?.resync)).toEqual([false, false, false]);
  expect(pushes.map(({ seq }) => seq)).toEqual(pushes.map((_, index) => index + 1));
});

test('an action whose link is lost before its verdict is carried out once and gets that verdict over the next', async () => {
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
    const verdict = agent.action('end_turn');
    await agent.state({ format: 'llm_optimized' });
    relay.isOpen = false;
    relay.cutAll();
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
  relay.cutAll();
  await expect.poll(async () => (await get('/health')).status).toBe(503);
  const paths = ['/api/tools', '/api/games', '/api/games/asked', '/api/games/asked/map.svg?agent_id=ann'];
  const answers = Promise.all(paths.map(get));
  await get('/health');
  relay.isOpen = true;
  expect((await answers).map(({ status }) => status)).toEqual(paths.map(() => 200));
});
