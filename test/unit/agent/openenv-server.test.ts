import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type OpenEnvServer, startOpenEnv } from '../../../agent/openenv/server.js';

/** No gateway listens there: none of these requests may come so far. */
const gateway = 'ws://127.0.0.1:9';
const limits = { agent: 'openenv', maxSessions: 1, keepsGames: false, idleMs: 3_600_000 };
const place = { gateway, host: '127.0.0.1', port: 0, allowedHosts: ['environment'], ...limits };

let server: OpenEnvServer;
let closed: OpenEnvServer;

beforeAll(async () => {
  server = await startOpenEnv({ ...place, token: 'own' });
  closed = await startOpenEnv({ ...place, token: undefined });
});

afterAll(async () => {
  await Promise.all([server.close(), closed.close()]);
});

/** Status and body of a request with these headers. */
async function ask(
  path: string,
  { port = server.port, method = 'GET', body = '', headers = {} }: Partial<Asked> = {},
): Promise<readonly [number | undefined, unknown]> {
  const sent = request({ port, path, method, headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const chunks = await answer.toArray();
  return [answer.statusCode, JSON.parse(Buffer.concat(chunks).toString())];
}

interface Asked {
  readonly port: number;
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A client of the WebSocket that waits for each answer. */
class Client implements AsyncDisposable {
  readonly #socket = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
  readonly #texts: unknown[] = [];

  constructor() {
    this.#socket.on('message', (data) => this.#texts.push(JSON.parse(String(data))));
  }

  async ask(text: string): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN) await once(this.#socket, 'open');
    this.#socket.send(text);
    return await this.next();
  }

  async next(): Promise<unknown> {
    if (this.#texts.length === 0) await once(this.#socket, 'message');
    return this.#texts.shift();
  }

  async closed(): Promise<number> {
    const [code] = await once(this.#socket, 'close');
    return code;
  }

  async [Symbol.asyncDispose]() {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.close();
    await this.closed();
  }
}

describe('HTTP', () => {
  test('health, metadata and the OpenAPI document need no gateway', async () => {
    expect(await ask('/health')).toEqual([200, { status: 'healthy' }]);
    expect(await ask('/metadata')).toMatchObject([200, { name: 'freeciv', version: '1.0.0' }]);
    const paths = { '/reset': { post: {} }, '/step': { post: {} }, '/state': { get: {} } };
    expect(await ask('/openapi.json')).toMatchObject([200, { info: { version: '1.0.0' }, paths }]);
    expect(await ask('/mcp', { method: 'POST', body: '{}' })).toMatchObject([200, { jsonrpc: '2.0' }]);
  });

  test('the state before the first reset is that of a new environment', async () => {
    expect(await ask('/state')).toMatchObject([200, { episode_id: null, step_count: 0, done: false }]);
  });

  test('requests with wrong fields are refused as the specification says, with the fields at fault', async () => {
    const post = { method: 'POST', body: '{"seed":-1}' };
    const detail = [{ loc: ['seed'], type: 'too_small' }];
    expect(await ask('/reset', post)).toMatchObject([422, { detail }]);
    expect(await ask('/step', { ...post, body: '{"action":{}}' })).toMatchObject([
      422,
      { detail: [{ loc: ['action', 'action_type'] }] },
    ]);
    expect(await ask('/step', { ...post, body: '{' })).toEqual([422, { detail: 'The body is not JSON' }]);
    const step = { ...post, body: '{"action":{"action_type":"end_turn"}}' };
    expect(await ask('/step', step)).toEqual([500, { detail: 'Reset the environment first' }]);
    expect(await ask('/nothing')).toEqual([404, { detail: 'Not Found' }]);
  });

  test('requests of browser pages, and for other host names, are refused', async () => {
    expect(await ask('/health', { headers: { origin: 'http://127.0.0.1' } })).toMatchObject([403, {}]);
    expect(await ask('/health', { headers: { host: 'evil.example' } })).toMatchObject([421, {}]);
    expect(await ask('/health', { headers: { host: 'environment:8004' } })).toMatchObject([200, {}]);
  });

  test('a server without a token of its own wants one from each client', async () => {
    const { port } = closed;
    expect(await ask('/health', { port })).toMatchObject([401, {}]);
    const basic = `Basic ${Buffer.from('user:secret').toString('base64')}`;
    for (const authorization of ['Bearer secret', basic])
      expect(await ask('/health', { port, headers: { authorization } })).toMatchObject([200, {}]);
  });
});

describe('WebSocket', () => {
  test('a wrong message is answered by the error code of the specification', async () => {
    await using client = new Client();
    expect(await client.ask('{')).toMatchObject({ type: 'error', data: { code: 'INVALID_JSON' } });
    for (const type of ['fly', { toString: 1 }, null])
      expect(await client.ask(JSON.stringify({ type }))).toMatchObject({ data: { code: 'UNKNOWN_TYPE' } });
    const wrong = [
      { type: 'reset', data: { difficulty: 'mad' } },
      { type: 'step', data: { action_index: 1 } },
      { type: 'state', more: 1 },
    ];
    for (const message of wrong)
      expect(await client.ask(JSON.stringify(message))).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
    const step = { type: 'step', data: { action_type: 'end_turn' } };
    expect(await client.ask(JSON.stringify(step))).toMatchObject({
      data: { code: 'EXECUTION_ERROR', message: 'Reset the environment first' },
    });
    expect(await client.ask('{"type":"state"}')).toMatchObject({ type: 'state', data: { step_count: 0 } });
  });

  test('a session over the limit is refused until another one closes', async () => {
    const client = new Client();
    await client.ask('{"type":"state"}');
    const second = new Client();
    const data = { code: 'CAPACITY_REACHED', active_sessions: 1, max_sessions: 1 };
    expect(await second.next()).toMatchObject({ type: 'error', data });
    expect(await second.closed()).toBe(1013);
    await client[Symbol.asyncDispose]();
    await expect
      .poll(async () => {
        await using third = new Client();
        return await third.ask('{"type":"state"}');
      })
      .toMatchObject({ type: 'state' });
  });

  test('an upgrade of another path is refused, also one that is no URL', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    for (const path of ['/other', '//']) {
      const sent = request({ port: server.port, path, headers });
      sent.end();
      const [answer] = await once(sent, 'response');
      expect(answer.statusCode).toBe(404);
      answer.resume();
    }
  });

  test('the message close ends the connection', async () => {
    const client = new Client();
    await client.ask('{"type":"state"}');
    void client.ask('{"type":"close"}');
    expect(await client.closed()).toBe(1000);
  });

  test('a reset without a gateway is an execution error', async () => {
    await using client = new Client();
    expect(await client.ask('{"type":"reset"}')).toMatchObject({ data: { code: 'EXECUTION_ERROR' } });
  });
});
