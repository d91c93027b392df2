import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { toolNames } from '#shared/protocol/tools.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

/** A client of the official SDK that starts the server itself. */
async function connect(stack: Stack, mode: 'legacy' | { pin: string }) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [
      join(repository, 'dist/agent/mcp/main.js'),
      '--gateway',
      stack.httpUrl,
      '--agent',
      'red',
      '--game',
      'stdio',
    ],
    env: { LLM_API_TOKEN: stack.token },
  });
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

test('a client that starts the server plays ten turns over stdio; when it goes, the seat stays', async () => {
  await using stack = await startStack();
  await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: 'stdio', players: 2, map: { xsize: 40, ysize: 30 } }),
  });
  const presence = () => stack.games.get('stdio')?.presenceOf('red');
  const call = async (client: Client, name: string, args = {}) =>
    (await client.callTool({ name, arguments: args })).structuredContent;
  {
    await using first = await connect(stack, { pin: '2026-07-28' });
    expect((await first.listTools()).tools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(stack.games.get('stdio')?.seat('red')).toBeUndefined();
    for (let turn = 1; turn <= 10; turn++) {
      expect(await call(first, 'brief')).toMatchObject({ turn });
      expect(await call(first, 'end_turn')).toMatchObject({ ok: true });
    }
    expect(await call(first, 'rules', { name: 'Tmple' })).toMatchObject({ code: 'E130' });
    expect(await first.readResource({ uri: 'freeciv://map.png' })).toMatchObject({
      contents: [{ blob: expect.stringMatching(/^iVBORw0KGgo/) }],
    });
    expect(presence()).toBe('connected');
  }
  await expect.poll(presence).toBe('away');
  await using second = await connect(stack, 'legacy');
  const updated: string[] = [];
  second.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  await second.subscribeResource({ uri: 'freeciv://map' });
  expect(await call(second, 'end_turn')).toMatchObject({ brief: { turn: 12 } });
  await expect.poll(() => updated).toContain('freeciv://map');
});
