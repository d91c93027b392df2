import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Cancel } from '#shared/core/clock.js';
import { ManualClock } from '../../support/manual-clock.js';
import { callTool, connectMcp, MCP_ERAS, type McpEra } from '../../support/mcp-client.js';
import { startFixture } from './support/gateway-fixture.js';

const ADMIN_TOKEN = 'an-admin-token-for-tests';

/** Between the actions that reach the limit and the call that waits: it waits for 20 seconds. */
const EARLIER_MS = 40_000;
const WAIT_MS = 20_000;

/** A clock that tells how many calls wait for room. */
class WaitsClock extends ManualClock {
  readonly #waits = new Set<() => void>();

  get waits(): number {
    return this.#waits.size;
  }

  override after(delay: number, run: () => void): Cancel {
    if (delay !== WAIT_MS) return super.after(delay, run);
    this.#waits.add(run);
    const end = () => this.#waits.delete(run);
    const cancel = super.after(delay, () => {
      end();
      run();
    });
    return () => {
      end();
      cancel();
    };
  }
}

/** On a virtual clock the link's pings are never answered in time. */
const timeouts = { linkPing: 1e9, linkSilence: 1e9 };

/** An agent over MCP that has done the two actions of its minute; the next one has to wait. */
async function atTheLimit(era: McpEra) {
  const clock = new WaitsClock();
  const settings = { RATE_ACTIONS_PER_MINUTE: '2', ADMIN_TOKEN };
  const fixture = await startFixture(settings, { clock, timeouts });
  const { port, proxy } = fixture;
  const place = { httpUrl: `http://127.0.0.1:${port}`, token: 'good-token' };
  const client = await connectMcp(place, era, 'red', 'g1');
  const act = (target: string) => callTool(client, 'research', { action: 'tech_goal', target });
  /** What the proxy was asked to do. */
  const done = () =>
    proxy.received.filter(({ type }) => type === 'action').map(({ data }) => String(data.target));
  for (const target of ['one', 'two']) expect(await act(target)).toMatchObject({ isError: false });
  clock.pass(EARLIER_MS);
  return {
    ...{ ...fixture, ...place, clock, client, act, done },
    async [Symbol.asyncDispose]() {
      await client.close();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

test.each(MCP_ERAS)(
  'a %s call beyond the limit is answered when there is room, and reports progress',
  async (era) => {
    await using agent = await atTheLimit(era);
    const { client, clock, done } = agent;
    const reports: string[] = [];
    const waiting = client.callTool(
      { name: 'research', arguments: { action: 'tech_goal', target: 'three' } },
      { onprogress: ({ message = '' }) => reports.push(message) },
    );
    await expect.poll(() => clock.waits).toBe(1);
    clock.pass(WAIT_MS - 1);
    await expect.poll(() => reports.length).toBe(3);
    expect(done()).toEqual(['one', 'two']);
    clock.pass(1);
    expect(await waiting).toMatchObject({ structuredContent: { ok: true } });
    expect(done()).toEqual(['one', 'two', 'three']);
  },
);

test.each(MCP_ERAS)(
  'a %s call that is cancelled while it waits is not carried out, and stops no other',
  async (era) => {
    await using agent = await atTheLimit(era);
    const { client, clock, act, done, proxy } = agent;
    const cancel = new AbortController();
    const call = { name: 'end_turn', arguments: {} };
    const waiting = client.callTool(call, { signal: cancel.signal });
    const outcome = waiting.then(
      () => 'answered',
      () => 'cancelled',
    );
    await expect.poll(() => clock.waits).toBe(1);
    cancel.abort();
    expect(await outcome).toBe('cancelled');
    await expect.poll(() => clock.waits).toBe(0);
    clock.pass(WAIT_MS);
    expect(await act('three')).toMatchObject({ isError: false });
    expect(done()).toEqual(['one', 'two', 'three']);
    expect(proxy.received.map(({ type }) => type)).not.toContain('stop');
  },
);

test('a call in a session whose connection is cut while it waits is not carried out', async () => {
  await using agent = await atTheLimit('legacy');
  const { client, clock, act, done, httpUrl, token } = agent;
  const cut = new AbortController();
  const params = { name: 'research', arguments: { action: 'tech_goal', target: 'gone' } };
  const posted = fetch(`${httpUrl}/mcp?agent_id=red&game_id=g1`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...{ accept: 'application/json, text/event-stream', 'mcp-session-id': client.sessionId() ?? '' },
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'cut', method: 'tools/call', params }),
    signal: cut.signal,
  }).then((response) => response.text());
  await expect.poll(() => clock.waits).toBe(1);
  cut.abort();
  await expect(posted).rejects.toThrow();
  await expect.poll(() => clock.waits).toBe(0);
  clock.pass(WAIT_MS);
  await act('three');
  expect(done()).toEqual(['one', 'two', 'three']);
});

test.each(MCP_ERAS)(
  'a %s call that waits ends when its token is revoked, and is not carried out',
  async (era) => {
    await using agent = await atTheLimit(era);
    const { act, clock, done, httpUrl, token } = agent;
    const outcome = act('three').then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => clock.waits).toBe(1);
    const hash = createHash('sha256').update(token).digest('hex').slice(0, 16);
    const revoked = await fetch(`${httpUrl}/api/admin/tokens/${hash}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(revoked.status).toBe(200);
    await expect.poll(() => clock.waits).toBe(0);
    clock.pass(WAIT_MS);
    await agent.client.close();
    expect(await outcome).toBe('ended');
    expect(done()).toEqual(['one', 'two']);
  },
);

test.each(MCP_ERAS)(
  'a shutdown does not wait for a %s call that waits, and says that nothing was done',
  async (era) => {
    await using agent = await atTheLimit(era);
    const { act, clock, done, gateway } = agent;
    const waiting = act('three');
    await expect.poll(() => clock.waits).toBe(1);
    const closing = gateway.close();
    expect(await waiting).toMatchObject({ isError: true, text: expect.stringContaining('E123') });
    await closing;
    expect(done()).toEqual(['one', 'two']);
  },
);

test('a call beyond the limit of one agent does not hold up another agent', async () => {
  await using agent = await atTheLimit('modern');
  const { act, clock, done } = agent;
  const waiting = act('three');
  await expect.poll(() => clock.waits).toBe(1);
  await using blue = await connectMcp(agent, 'modern', 'blue', 'g1');
  const mine = await callTool(blue, 'research', { action: 'tech_goal', target: 'of blue' });
  expect(mine).toMatchObject({ isError: false });
  expect(done()).toEqual(['one', 'two', 'of blue']);
  clock.pass(WAIT_MS);
  expect(await waiting).toMatchObject({ isError: false });
});

test('a call for which there is no room within 25 seconds is refused at once, with the seconds', async () => {
  await using agent = await atTheLimit('modern');
  const { act, clock, done } = agent;
  clock.pass(WAIT_MS);
  for (const target of ['three', 'four']) expect(await act(target)).toMatchObject({ isError: false });
  const refused = await act('five');
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/E110.*60/) });
  expect(done()).toEqual(['one', 'two', 'three', 'four']);
});
