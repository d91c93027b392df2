import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { CuttingRelay } from '../promises/support/cutting-relay.js';
import { AgentClient, type Message } from './support/agent-client.js';

test('what happens in a game while the link is down is told when it is up again, once and in order', async () => {
  const relays: CuttingRelay[] = [];
  const linkPort = async (proxyPort: number) => {
    const relay = await CuttingRelay.to(proxyPort);
    relays.push(relay);
    return relay.port;
  };
  await using stack = await startStack({}, { linkPort, backoff: 5 });
  const port = Number(new URL(stack.gatewayUrl).port);
  const config = { api_token: stack.token, game_id: 'cut', game_config: { players: 2, min_agents: 1 } };
  await using agent = await AgentClient.open(port, 'ann');
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
    for (const relay of relays) {
      relay.isOpen = false;
      relay.cutAll();
    }
    await until('status', 'status', 'recovering', turn);
    const seat = game?.seat('ann');
    const isNext = () => seat?.world.game?.turn === turn + 1 && seat.world.turn.phase === 'movement';
    await seat?.request('player_phase_done', { turn });
    await seat?.until(isNext, AbortSignal.timeout(20_000));
    for (const relay of relays) relay.isOpen = true;
    expect(await until('turn_start', 'turn', turn + 1)).toHaveLength(1);
  }
  const recovered = await until('status', 'status', 'recovered', 3);
  expect(recovered.map(({ data }) => data?.resync)).toEqual([false, false, false]);
  expect(pushes.map(({ seq }) => seq)).toEqual(pushes.map((_, index) => index + 1));
  for (const relay of relays) await relay[Symbol.asyncDispose]();
});
