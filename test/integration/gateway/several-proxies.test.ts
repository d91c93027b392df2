import { expect, test } from 'vitest';
import { gameOperations } from '#shared/protocol/game-operations.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';
import { type GamesProxy, startTwoProxies, type TwoProxies } from './support/two-proxies.js';

async function join({ port }: TwoProxies, agentId: string, gameId: string): Promise<RawAgentSocket> {
  const agent = await RawAgentSocket.open(port, agentId);
  expect(await agent.logIn({ game_id: gameId })).toMatchObject({ data: { success: true, game_id: gameId } });
  return agent;
}

function otherThan({ one, other }: TwoProxies, proxy: GamesProxy): GamesProxy {
  return proxy === one ? other : one;
}

/** From now on the proxy answers requests for its games as one that gives them to another. */
function giveAway(from: GamesProxy, to: GamesProxy | undefined): void {
  from.proxy.respond = (request) =>
    from.proxy.answer(request, 'error', {
      ...{ error_code: 'E123', error_message: 'The game moves' },
      details: { moved_to: to?.url ?? null, retry_after: 1 },
    });
}

test('a new game goes where there is room, and all who ask for it come to the same proxy', async () => {
  await using two = await startTwoProxies();
  await join(two, 'ann', 'g1');
  await join(two, 'ben', 'g1');
  await join(two, 'ann', 'g2');
  const first = two.ownerOf('g1');
  expect(two.ownerOf('g2')).toBe(otherThan(two, first));
  const connects = first.proxy.received.filter(({ type }) => type === 'llm_connect');
  expect(connects.map(({ agent_id: agent }) => agent)).toEqual(['ann', 'ben']);
  const answer = await fetch(`http://127.0.0.1:${two.port}/api/games`, {
    headers: { authorization: 'Bearer good-token' },
  });
  const { games } = gameOperations.game_list.answer.parse(await answer.json());
  expect(games.map(({ game_id: id }) => id).sort()).toEqual(['g1', 'g2']);
});

test('a game that moves is followed, and the request that came meanwhile is answered once', async () => {
  await using two = await startTwoProxies();
  const agent = await join(two, 'ann', 'g1');
  const from = two.ownerOf('g1');
  const to = otherThan(two, from);
  giveAway(from, to);
  to.games.add('g1');
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  expect(await agent.nextOf('action_result')).toMatchObject({
    correlation_id: 'a1',
    data: { success: true },
  });
  const [connect, action, ...more] = to.proxy.received.filter(({ type }) => type !== 'game_list');
  expect(connect).toMatchObject({ type: 'llm_connect', data: { create: false } });
  expect(action).toMatchObject({ type: 'action' });
  expect(more).toEqual([]);
  to.proxy.push('turn_start', 'ann', 'g1', { turn: 2 });
  expect(await agent.nextOf('turn_start')).toMatchObject({ data: { turn: 2 } });
  // What the former proxy still says is not heard.
  from.proxy.push('turn_start', 'ann', 'g1', { turn: 1 });
  to.proxy.push('turn_start', 'ann', 'g1', { turn: 3 });
  expect(await agent.nextOf('turn_start')).toMatchObject({ data: { turn: 3 } });
});

test('a request waits while nobody has the game, and is answered by who gets it', async () => {
  await using two = await startTwoProxies();
  const agent = await join(two, 'ann', 'g1');
  const from = two.ownerOf('g1');
  const to = otherThan(two, from);
  giveAway(from, undefined);
  giveAway(to, undefined);
  agent.sendRequest('state_query', {}, 'q1');
  await expect.poll(() => to.proxy.received.length + from.proxy.received.length).toBeGreaterThan(6);
  from.games.delete('g1');
  to.proxy.respond = (request) => {
    if (request.type === 'game_list')
      to.proxy.answer(request, 'game_list', {
        games: [{ game_id: 'g1', state: 'running', turn: 1, players: [], server_version: null }],
      });
    else answerAll(request, to.proxy);
  };
  expect(await agent.nextOf('state_update')).toMatchObject({ correlation_id: 'q1' });
});

test('games of a proxy that is gone are found at the one that has taken them over', async () => {
  await using two = await startTwoProxies();
  const agent = await join(two, 'ann', 'g1');
  const from = two.ownerOf('g1');
  const to = otherThan(two, from);
  await from.proxy.stop();
  expect(await agent.nextOf('status')).toMatchObject({ data: { status: 'recovering' } });
  to.games.add('g1');
  expect(await agent.nextOf('status')).toMatchObject({ data: { status: 'recovered' } });
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  expect(await agent.nextOf('action_result')).toMatchObject({ correlation_id: 'a1' });
  expect(to.proxy.received.filter(({ type }) => type === 'llm_connect')).toMatchObject([
    { data: { create: false } },
  ]);
  await from.proxy.restart();
});

test('a login to a game that no proxy has, and that may not be made, is refused after one request', async () => {
  await using two = await startTwoProxies();
  const agent = await RawAgentSocket.open(two.port, 'ann');
  expect(await agent.logIn({ game_id: 'nowhere', create: false })).toMatchObject({
    type: 'error',
    data: { error_code: 'E140' },
  });
  const received = [two.one, two.other].flatMap(({ proxy }) => proxy.received.map(({ type }) => type));
  expect(received.sort()).toEqual(['game_list', 'game_list', 'llm_connect']);
});
