import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AgentClient } from './support/agent-client.js';
import { startFixture } from './support/gateway-fixture.js';

/** A gateway with the data folder of another that is gone. */
async function withDataDir(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-restart-'));
  await run(dataDir);
  await rm(dataDir, { recursive: true, force: true });
}

test('a session outlives a restart of the gateway: its seat, its events, its answers', async () => {
  await withDataDir(async (DATA_DIR) => {
    await using before = await startFixture({ DATA_DIR });
    const agent = await AgentClient.open(before.port, 'my-agent');
    const auth = await agent.logIn({ nation: 'Roman' });
    agent.sendSpec('action', { action_type: 'end_turn' }, 'a1');
    const verdict = await agent.next();
    before.proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
    expect(await agent.next()).toMatchObject({ type: 'turn_start', seq: 1 });
    before.proxy.push('turn_start', 'my-agent', 'g1', { turn: 3 });
    expect(await agent.next()).toMatchObject({ seq: 2 });
    await before.gateway.close();

    await using after = await startFixture({ DATA_DIR });
    const back = await AgentClient.open(after.port, 'my-agent');
    const resumed = await back.logIn({ session_id: auth.data?.session_id, last_seq: 1 });
    expect(resumed.data).toMatchObject({ resumed: true, player_id: 1, session_id: auth.data?.session_id });
    expect(await back.next()).toMatchObject({ type: 'turn_start', seq: 2, data: { turn: 3 } });
    expect(await back.next()).toMatchObject({ type: 'status', seq: 3, data: { status: 'recovered' } });
    back.sendSpec('action', { action_type: 'end_turn' }, 'a1');
    expect(await back.next()).toEqual(verdict);
    back.sendSpec('state_query', {}, 'q');
    expect(await back.next()).toMatchObject({ type: 'state_update' });
    expect(after.proxy.received.map(({ type }) => type)).toEqual(['llm_connect', 'state_query']);
    expect(after.proxy.received[0]?.data).toMatchObject({ nation: 'Roman', create: false });
  });
});

test('an action a restart cut off is unknown to its session, and is not executed again', async () => {
  await withDataDir(async (DATA_DIR) => {
    await using before = await startFixture({ DATA_DIR }, { timing: { drain: 20 } });
    const agent = await AgentClient.open(before.port, 'my-agent');
    const auth = await agent.logIn();
    before.proxy.respond = () => {};
    agent.sendSpec('action', { action_type: 'end_turn' }, 'a1');
    agent.sendSpec('ping', {});
    await agent.nextOf('pong');
    await before.gateway.close();

    await using after = await startFixture({ DATA_DIR });
    const back = await AgentClient.open(after.port, 'my-agent');
    await back.logIn({ session_id: auth.data?.session_id });
    const unknown = { correlation_id: 'a1', data: { error_code: 'E131', details: { outcome: 'unknown' } } };
    expect(await back.nextOf('error')).toMatchObject(unknown);
    back.sendSpec('action', { action_type: 'end_turn' }, 'a1');
    expect(await back.nextOf('error')).toMatchObject(unknown);
    expect(after.proxy.received.filter(({ type }) => type === 'action')).toEqual([]);
  });
});

test('kept sessions are taken once, by who has the port, and broken ones stop nothing', async () => {
  await withDataDir(async (DATA_DIR) => {
    await using before = await startFixture({ DATA_DIR });
    await AgentClient.loggedIn(before.port, 'my-agent');
    await before.gateway.close();
    const kept = async () => (await readdir(DATA_DIR)).filter((name) => name.startsWith('gateway-sessions'));
    const [file = ''] = await kept();
    expect(file).toMatch(/^gateway-sessions-\d+\.json$/);
    await using after = await startFixture({ DATA_DIR });
    expect(await kept()).toEqual([]);
    await writeFile(join(DATA_DIR, file), '{"version":1,"sessions":[{}]}');
    await using third = await startFixture({ DATA_DIR });
    await AgentClient.loggedIn(third.port, 'my-agent');
    await after.gateway.close();
  });
});

test('a gateway whose port is taken leaves the kept sessions to the one that has it', async () => {
  await withDataDir(async (DATA_DIR) => {
    const taken = createServer();
    const port = await new Promise<string>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' ? String(address?.port) : '');
      });
    });
    const name = `gateway-sessions-${port}.json`;
    const session = {
      id: 'x'.repeat(22),
      agentId: 'a',
      gameId: 'g',
      tokenHash: '',
      lastAddress: '',
      detachedAt: 0,
    };
    const empty = { lastSeq: 0, sentSeq: 0, pushes: [], answers: [], undelivered: [] };
    const snapshot = { version: 1, seats: [], sessions: [{ ...session, ...empty }] };
    await writeFile(join(DATA_DIR, name), JSON.stringify(snapshot));
    await expect(startFixture({ DATA_DIR, GATEWAY_PORT: port })).rejects.toThrow('EADDRINUSE');
    expect(await readdir(DATA_DIR)).toContain(name);
    await new Promise((resolve) => taken.close(resolve));
  });
});
