import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import { createLogger } from '#shared/core/log.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { createServices } from '../../../services/gateway/compose.js';
import { ManualClock } from '../../support/manual-clock.js';
import { INITIALIZE } from '../../support/mcp-initialize.js';
import { plain } from '../../support/services/settings.js';

const HOUR_MS = 3_600_000;
const MAX_SEATS = 1_000;

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** The hub of a gateway that is not started, and ways to send to it. */
function hub(environment: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ ...plain, DATA_DIR: 'unused', ...environment });
  if (!config.ok) throw new Error(config.failure.join('; '));
  const clock = new ManualClock();
  const context = { clock, timeouts: DEFAULT_TIMEOUTS, log: createLogger('test', 'error') };
  const { mcp } = createServices(
    { ...context, config: config.value, current: new CurrentConfig(config.value), metrics: createMetrics() },
    {},
  );
  /** Sends a message as that agent; `end` is to be called when the answer is read. */
  const send = async (agent: number, message: object, sessionId?: string) => {
    const abort = new AbortController();
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
    };
    const body = JSON.stringify(message);
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body });
    const caller = { agentId: `agent-${agent}`, gameId: 'game', tokenHash: Buffer.of() };
    const { status, headers: answered } = await mcp.fetch(caller, request, message, {
      abort,
      canStream: true,
    });
    return { status, sessionId: answered.get('mcp-session-id') ?? '', end: () => abort.abort() };
  };
  /** Begins a session as that agent; its request has ended. */
  const begin = async (agent: number) => {
    const { status, sessionId, end } = await send(agent, INITIALIZE);
    expect(status).toBe(200);
    end();
    return sessionId;
  };
  /** The status of a message in a session. */
  const ping = async (agent: number, sessionId: string) => {
    const { status, end } = await send(agent, PING, sessionId);
    end();
    return status;
  };
  return { clock, send, begin, ping };
}

test('sessions that begin count as messages of their agent, and what is sent in them does not count twice', async () => {
  const { clock, send, begin, ping } = hub({ RATE_MESSAGES_PER_MINUTE: '3', RATE_BURST: '3' });
  const [first = ''] = [await begin(1), await begin(1), await begin(1)];
  const refused = await send(1, INITIALIZE);
  refused.end();
  expect(refused.status).toBe(429);
  expect(await ping(1, first)).toBe(200);
  await begin(2);
  clock.pass(60_000);
  await begin(1);
});

test('with too many seats, the one that has been idle for longest makes place', async () => {
  const { begin, ping } = hub();
  const sessions: string[] = [];
  for (let agent = 0; agent < MAX_SEATS; agent++) sessions.push(await begin(agent));
  expect(await ping(0, sessions[0] ?? '')).toBe(200);
  const newest = await begin(MAX_SEATS);
  expect(await ping(MAX_SEATS, newest)).toBe(200);
  expect(await ping(0, sessions[0] ?? '')).toBe(200);
  expect(await ping(2, sessions[2] ?? '')).toBe(200);
  expect(await ping(1, sessions[1] ?? '')).toBe(404);
});

test('with too many seats and a request open for each, one more is refused until one has ended', async () => {
  const { send } = hub();
  const open: (() => void)[] = [];
  for (let agent = 0; agent < MAX_SEATS; agent++) open.push((await send(agent, INITIALIZE)).end);
  const refused = await send(MAX_SEATS, INITIALIZE);
  expect(refused.status).toBe(503);
  open[500]?.();
  expect((await send(MAX_SEATS, INITIALIZE)).status).toBe(200);
});

test('the sessions of a seat end when it was idle for an hour', async () => {
  const { clock, begin, ping, send } = hub();
  const session = await begin(1);
  clock.pass(HOUR_MS - 1);
  expect(await ping(1, session)).toBe(200);
  clock.pass(HOUR_MS - 1);
  const open = await send(1, PING, session);
  clock.pass(2 * HOUR_MS);
  expect(open.status).toBe(200);
  open.end();
  clock.pass(HOUR_MS - 1);
  expect(await ping(1, session)).toBe(200);
  clock.pass(HOUR_MS);
  expect(await ping(1, session)).toBe(404);
});
