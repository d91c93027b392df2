import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { AgentConnection } from '../../../../agent/agent-connection.js';
import { AgentError } from '../../../../agent/errors.js';
import { type Stack, startStack } from '../../../support/stack.js';

/** The game that both play; it is sealed. */
export const GAME = 'match';
/** The token of the cheater, which may play a few agents that do not exist yet, too. */
export const OWN_TOKEN = 'cheats-own';

const tokens = `${OWN_TOKEN}=cheat*/*/play,of-the-victim=victim/*/play,watcher=*/*/watch,boss=*/*/manage`;

/** A sealed game of two agents: one of them cheats. */
export interface Scene extends AsyncDisposable {
  readonly stack: Stack;
  readonly cheater: AgentConnection;
  readonly victim: AgentConnection;
  readonly sessionOfVictim: string;
}

export async function beginScene(): Promise<Scene> {
  const stack = await startStack({
    LLM_API_TOKENS: tokens,
    ADMIN_TOKEN: 'of-the-administrator',
    SPECTATORS: 'public',
    MAX_CONNECTIONS_PER_AGENT: '8',
  });
  const [victim, cheater] = [await stack.agent('victim'), await stack.agent('cheater')];
  const game_config = { sealed: true, players: 2, min_agents: 2, map: { xsize: 40, ysize: 30 } };
  const made = victim.connect({ api_token: 'of-the-victim', game_id: GAME, game_config });
  const { session_id } = await made;
  await cheater.connect({ api_token: OWN_TOKEN, game_id: GAME });
  for (const agent of [victim, cheater]) await agent.push('turn_start');
  return {
    ...{ stack, victim, cheater, sessionOfVictim: session_id },
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  };
}

/** What a REST request of the cheater is answered with: the HTTP status, and the code of a refusal. */
export async function ask(
  { stack }: Scene,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(`${stack.httpUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${OWN_TOKEN}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return String(response.status);
}

/** The text of an answer to the cheater. */
export async function textOf({ stack }: Scene, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${OWN_TOKEN}` };
  return (await fetch(`${stack.httpUrl}${path}`, { headers })).text();
}

/** The code with which a request is refused; `granted` where it is not. */
export async function codeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'granted';
  } catch (error) {
    if (!(error instanceof AgentError)) throw error;
    return error.code;
  }
}

/** What a spectators' socket says first: a code, or a type. */
export async function firstWord({ stack }: Scene, query: string): Promise<string> {
  const headers = { authorization: `Bearer ${OWN_TOKEN}` };
  const socket = new WebSocket(`${stack.gatewayUrl}/ws/spectator/${GAME}${query}`, { headers });
  const [bytes] = await once(socket, 'message');
  socket.terminate();
  const { type, data } = JSON.parse(String(bytes));
  return type === 'error' ? data.code : type;
}

/** How a login of the cheater is answered: a code, or `granted`. */
export async function logIn({ stack }: Scene, agentId: string, fields: object = {}): Promise<string> {
  const agent = await stack.agent(agentId);
  const code = await codeOf(agent.connect({ api_token: OWN_TOKEN, game_id: GAME, create: false, ...fields }));
  await agent.close();
  return code;
}
