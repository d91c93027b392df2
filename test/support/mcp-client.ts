import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isJsonObject } from '#shared/core/json.js';
import type { Stack } from './stack.js';

/** Clients of the revision 2026-07-28, and those of earlier revisions, which have a session. */
export const MCP_ERAS = ['modern', 'legacy'] as const;

export type McpEra = (typeof MCP_ERAS)[number];

/** A gateway, and a token that it knows. */
type Place = Pick<Stack, 'httpUrl' | 'token'>;

/** An agent of a game. */
interface McpAgent {
  readonly agentId: string;
  readonly gameId: string;
}

function urlOf({ httpUrl }: Place, { agentId, gameId }: McpAgent): URL {
  return new URL(`${httpUrl}/mcp?agent_id=${agentId}&game_id=${gameId}`);
}

/** A client of the official SDK, connected over HTTP as an agent of a game, for results in that form. */
export async function connectMcp(
  stack: Place,
  era: McpEra,
  agentId: string,
  gameId: string,
  results: 'both' | 'text' = 'both',
) {
  const headers = { authorization: `Bearer ${stack.token}` };
  const url = urlOf(stack, { agentId, gameId });
  url.searchParams.set('results', results);
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client({ name: 'a-test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return Object.assign(client, {
    endSession: () => transport.terminateSession(),
    sessionId: () => transport.sessionId,
    [Symbol.asyncDispose]: () => client.close(),
  });
}

/** Calls a tool; `text` is the first part of its content. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { structuredContent, content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  return { result: isJsonObject(structuredContent) ? structuredContent : {}, text, isError };
}

/** The same world each time: in some, settlers begin on the best site. */
const SMALL = { map: { xsize: 40, ysize: 30 }, seeds: { game: 7, map: 7 } };

/** Makes a small game, which begins with the login of so many agents. */
export async function makeSmallGame(stack: Stack, gameId: string, players = 2, minAgents = 1): Promise<void> {
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: gameId, players, min_agents: minAgents, ...SMALL }),
  });
  if (made.status !== 201) throw new Error(`The game was not made: ${await made.text()}`);
}

/** Posts a body as it is, in the session of that id if one is given. */
export function postMcp(
  stack: Place,
  { sessionId, ...agent }: McpAgent & { readonly sessionId?: string | undefined },
  body: string,
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${stack.token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
  };
  return fetch(urlOf(stack, agent), { method: 'POST', headers, body });
}
