import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callTool, MCP_ERAS, type McpEra } from '../../support/mcp-client.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

/** A client of the official SDK whose user answers forms, over that door. */
async function connect(door: string, era: McpEra, gameId: string, answer: object): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const capabilities = { elicitation: { form: {} } };
  const client = new Client(
    { name: 'a-test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'cancel', ...answer }));
  const headers = { authorization: `Bearer ${stack.token}` };
  const url = new URL(`${stack.httpUrl}/mcp?agent_id=red&game_id=${gameId}`);
  const args = ['--gateway', stack.httpUrl, '--agent', 'red', '--game', gameId];
  const transport =
    door === 'http'
      ? new StreamableHTTPClientTransport(url, { requestInit: { headers } })
      : new StdioClientTransport({
          command: process.execPath,
          args: [join(repository, 'dist/agent/mcp/main.js'), ...args],
          env: { LLM_API_TOKEN: stack.token },
        });
  await client.connect(transport);
  return client;
}

const ways = ['http', 'stdio'].flatMap((door) => MCP_ERAS.map((era) => [door, era] as const));

test.each(ways)(
  'over %s the official client of the era %s makes the game that its user wants',
  async (door, era) => {
    const gameId = `form-${door}-${era}`;
    const content = { players: 2, map_size: 'small', ai_skill: 'hard' };
    const client = await connect(door, era, gameId, { action: 'accept', content });
    expect(await callTool(client, 'brief')).toMatchObject({ isError: false, result: { turn: 1 } });
    expect(stack.games.get(gameId)?.config).toMatchObject({ players: 2, ai_skill: 'hard', map: { size: 1 } });
    await client.close();
  },
);

test.each(ways)(
  'over %s a client of the era %s whose user declines plays by the defaults',
  async (door, era) => {
    const gameId = `declined-${door}-${era}`;
    const client = await connect(door, era, gameId, { action: 'decline' });
    expect(await callTool(client, 'brief')).toMatchObject({ isError: false, result: { turn: 1 } });
    expect(stack.games.get(gameId)?.config).toMatchObject({ players: 4, ai_skill: 'easy' });
    await client.close();
  },
);
