import { setMaxListeners } from 'node:events';
import { expect, test } from 'vitest';
import { callTool, connectMcp, makeSmallGame, postMcp } from '../../support/mcp-client.js';
import { INITIALIZE } from '../../support/mcp-initialize.js';
import { startStack } from '../../support/stack.js';

test('a body that is not JSON is answered with the parse error of JSON-RPC', async () => {
  await using stack = await startStack();
  for (const body of ['', 'brief', '{"jsonrpc":"2.0","id":1,', '{"id":1}{"id":2}']) {
    const refused = await postMcp(stack, { agentId: 'red', gameId: 'none' }, body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      ...{ jsonrpc: '2.0', id: null },
      error: { code: -32_700, message: 'Parse error' },
    });
  }
  const empty = await fetch(`${stack.httpUrl}/mcp`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${stack.token}` } },
  });
  expect(await empty.json()).toMatchObject({ error: { code: -32_700 } });
  for (const body of ['null', '[]', '5', '{"id":1}']) {
    const refused = await postMcp(stack, { agentId: 'red', gameId: 'none' }, body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: expect.any(Number) } });
  }
  expect(stack.games.get('none')).toBeUndefined();
});

test('an agent with 64 open requests has to wait until some have ended; other agents do not', async () => {
  await using stack = await startStack();
  await makeSmallGame(stack, 'open', 2, 2);
  await using red = await connectMcp(stack, 'modern', 'red', 'open');
  await using blue = await connectMcp(stack, 'modern', 'blue', 'open');
  await Promise.all([callTool(red, 'brief'), callTool(blue, 'brief')]);
  const game = stack.games.get('open');
  const seat = game?.seat('red');
  const waiting = () => game && seat && stack.seats.of(game, seat).newsAwaited;
  const cancel = new AbortController();
  const { signal } = cancel;
  setMaxListeners(64, signal);
  const endTurn = { name: 'end_turn', arguments: {} };
  const ended = Array.from({ length: 64 }, () => red.callTool(endTurn, { signal }));
  const outcomes = Promise.allSettled(ended);
  await expect.poll(waiting).toBe(64);
  await expect(callTool(red, 'brief')).rejects.toMatchObject({
    ...{ data: { status: 429 }, message: expect.stringContaining('E110') },
  });
  expect(await callTool(blue, 'brief')).toMatchObject({ isError: false });
  cancel.abort();
  for (const { status } of await outcomes) expect(status).toBe('rejected');
  await expect.poll(waiting).toBe(0);
  expect(await callTool(red, 'brief')).toMatchObject({ isError: false, result: { turn: 1 } });
});

test('pictures of the map count against the limits of the agent as messages do', async () => {
  await using stack = await startStack({ RATE_MESSAGES_PER_MINUTE: '4', RATE_BURST: '4' });
  await makeSmallGame(stack, 'pictures');
  await using red = await connectMcp(stack, 'modern', 'red', 'pictures');
  const picture = () => red.readResource({ uri: 'freeciv://map.png' });
  // The first one takes the seat, and waits until the game has begun.
  for (let left = 4; left > 0; left--)
    expect(await picture()).toMatchObject({ contents: [{ blob: expect.stringMatching(/^iVBORw0KGgo/) }] });
  await expect(picture()).rejects.toThrow(/E110.*over the limit/);
  expect(await callTool(red, 'brief')).toMatchObject({
    isError: true,
    text: expect.stringContaining('E110'),
  });
});

test('a stream of changes begins with its headers, before anything has changed', async () => {
  await using stack = await startStack();
  const agent = { agentId: 'red', gameId: 'quiet' };
  const begun = await postMcp(stack, agent, JSON.stringify(INITIALIZE));
  const abort = new AbortController();
  const stream = await fetch(`${stack.httpUrl}/mcp?agent_id=red&game_id=quiet`, {
    headers: {
      authorization: `Bearer ${stack.token}`,
      accept: 'text/event-stream',
      'mcp-session-id': begun.headers.get('mcp-session-id') ?? '',
    },
    signal: abort.signal,
  });
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  abort.abort();
});
