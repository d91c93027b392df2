import { once } from 'node:events';
import { WebSocket } from 'ws';
import { RawAgentSocket } from '../../gateway/support/raw-agent-socket.js';
import { upgradeStatus } from '../../gateway/support/upgrade-status.js';

/** Somebody who tries something: the name of its column, and the token it shows. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
}

/** Where it is tried. */
export interface Target {
  readonly gatewayPort: number;
  readonly proxyPort: number;
  /** A running game with a seat of the agent `red`. */
  readonly gameId: string;
  /** The player of that seat. */
  readonly player: number;
  /** Tells the games that callers make apart from those of another table. */
  readonly run: string;
}

/** Tries one thing; `yes`, or the status or code of the refusal. */
export type Probe = (target: Target, caller: Caller) => Promise<string>;

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** A refusal for the state the game is in is none for want of a right. */
function word(status: number): string {
  return status < 400 || status === 409 ? 'yes' : String(status);
}

/** A request of the gateway; the path may name `{game_id}`, `{player}` and `{caller}`. */
export function http(method: string, path: string, body?: object): Probe {
  return async ({ gatewayPort, gameId, player, run }, { name, token }) => {
    const fill = (text: string) =>
      text
        .replaceAll('{game_id}', gameId)
        .replaceAll('{player}', String(player))
        .replaceAll('{caller}', `${run}-${name.replaceAll(' ', '-')}`);
    const response = await fetch(`http://127.0.0.1:${gatewayPort}${fill(path)}`, {
      method,
      headers: { ...bearer(token), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: fill(JSON.stringify(body)) }),
    });
    await response.arrayBuffer();
    return word(response.status);
  };
}

/** A request of `red` over MCP, for the methods of a session in a session that is begun first. */
export function mcp(method: 'POST' | 'GET' | 'DELETE'): Probe {
  return async ({ gatewayPort, gameId }, { token }) => {
    const url = `http://127.0.0.1:${gatewayPort}/mcp?agent_id=red&game_id=${gameId}`;
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a-test', version: '1.0.0' },
    };
    const headers = { ...bearer(token), accept: 'application/json, text/event-stream' };
    const begun = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    await begun.arrayBuffer();
    if (method === 'POST') return word(begun.status);
    const session = begun.headers.get('mcp-session-id') ?? 'none';
    const response = await fetch(url, { method, headers: { ...headers, 'mcp-session-id': session } });
    await response.body?.cancel();
    return word(response.status);
  };
}

/** A request of the proxy's own port. */
export function proxyHttp(path: string): Probe {
  return async ({ proxyPort }, { token }) => {
    const response = await fetch(`http://127.0.0.1:${proxyPort}${path}`, { headers: bearer(token) });
    await response.arrayBuffer();
    return word(response.status);
  };
}

/** The link of gateways. */
export const link: Probe = async ({ proxyPort }, { token }) =>
  word((await upgradeStatus(proxyPort, '/llmsocket/8002', bearer(token))) ?? 0);

/** What the first error or good answer on the agent's socket says. */
async function agentWord(agent: RawAgentSocket, answer: string): Promise<string> {
  for (;;) {
    const { type, data } = await agent.next();
    if (type === 'error') return String(data?.error_code);
    if (type === answer) return 'yes';
  }
}

/** A login as the agent `red`, or a request without one. */
export function agentSocket(what: 'llm_connect' | 'state_query'): Probe {
  return async ({ gatewayPort, gameId }, { token }) => {
    await using agent = await RawAgentSocket.open(gatewayPort, 'red');
    const data = what === 'llm_connect' ? { api_token: token, game_id: gameId, create: false } : {};
    agent.sendRequest(what, data);
    return await agentWord(agent, what === 'llm_connect' ? what : 'state_update');
  };
}

/** A spectator with its token in the header: what it is told first, or after it has sent something. */
export function spectator(query: string, sent?: object): Probe {
  return async ({ gatewayPort, gameId, player }, { token }) => {
    const path = `/ws/spectator/${gameId}${query.replace('{player}', String(player))}`;
    const socket = new WebSocket(`ws://127.0.0.1:${gatewayPort}${path}`, { headers: bearer(token) });
    const words: string[] = [];
    socket.on('message', (bytes) => {
      const { type, data } = JSON.parse(String(bytes));
      if (type === 'snapshot') words.push('yes');
      if (type === 'error') words.push(String(data.code));
      if (type === 'snapshot' && sent !== undefined) socket.send(JSON.stringify(sent));
    });
    const wanted = () => words[sent !== undefined && words[0] === 'yes' ? 1 : 0];
    while (wanted() === undefined) await once(socket, 'message');
    socket.terminate();
    return wanted() ?? '';
  };
}
