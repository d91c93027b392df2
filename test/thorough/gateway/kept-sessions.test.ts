import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { auditOf } from '../../integration/gateway/support/audit-of.js';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { answerAll, ScriptedProxy, secret } from '../../integration/gateway/support/scripted-proxy.js';
import {
  openStore,
  type SharedStore,
  type StoreName,
  storeNames,
} from '../../integration/gateway/support/session-stores.js';
import { startGatewayProcess } from '../../integration/promises/support/gateway-process.js';
import { RedisServer } from '../../support/redis/redis-server.js';

/** A data folder and a store that are left by one gateway for the next. */
async function withStore(
  name: StoreName,
  run: (dataDir: string, store: SharedStore) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-restart-'));
  await using store = await openStore(name);
  await run(dataDir, store);
  await rm(dataDir, { recursive: true, force: true });
}

test('Redis that keeps its data on disk is killed with a gateway: the next of each has the sessions', async () => {
  await using redis = await RedisServer.start({ args: ['--appendonly', 'yes'] });
  const proxy = await ScriptedProxy.start();
  const start = async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-redis-'));
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const own = { DATA_DIR, PROXY_SECRET: secret, PROXY_PORT: String(proxy.port), REDIS_URL: redis.url };
    return startGatewayProcess({ ...own, LLM_API_TOKENS: 'good-token', LOG_LEVEL: 'error' });
  };
  const killed = await start();
  const agents = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const agentId = `agent-${number}`;
      const agent = await RawAgentSocket.open(killed.port, agentId);
      const session = (await agent.logIn()).data?.session_id;
      proxy.push('turn_start', agentId, 'g1', { turn: 2 });
      return { agentId, session, event: await agent.next() };
    }),
  );
  await Promise.all([redis.kill(), killed.kill()]);
  await redis.restart();
  const next = await start();
  for (const { agentId, session, event } of agents) {
    const back = await RawAgentSocket.open(next.port, agentId);
    const resumed = await back.logIn({ session_id: session, last_seq: 0 });
    expect(resumed.data).toMatchObject({ resumed: true, session_id: session });
    expect(await back.nextOf('turn_start')).toEqual(event);
  }
  await next.stop();
  await proxy.stop();
});

describe.each(storeNames)('sessions in %s', (name) => {
  test('a session outlives a restart of the gateway: its seat, its events, its answers', async () => {
    await withStore(name, async (DATA_DIR, { first, next }) => {
      await using before = await startFixture({ DATA_DIR, ...first });
      const agent = await RawAgentSocket.open(before.port, 'my-agent');
      const auth = await agent.logIn({ nation: 'Roman' });
      agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
      const verdict = await agent.next();
      before.proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
      expect(await agent.next()).toMatchObject({ type: 'turn_start', seq: 1 });
      before.proxy.push('turn_start', 'my-agent', 'g1', { turn: 3 });
      expect(await agent.next()).toMatchObject({ seq: 2 });
      await before.gateway.close();

      await using after = await startFixture({ DATA_DIR, ...next });
      const back = await RawAgentSocket.open(after.port, 'my-agent');
      const resumed = await back.logIn({ session_id: auth.data?.session_id, last_seq: 1 });
      expect(resumed.data).toMatchObject({ resumed: true, player_id: 1, session_id: auth.data?.session_id });
      expect(await back.next()).toMatchObject({ type: 'turn_start', seq: 2, data: { turn: 3 } });
      expect(await back.next()).toMatchObject({ type: 'status', seq: 3, data: { status: 'recovered' } });
      back.sendRequest('action', { action_type: 'end_turn' }, 'a1');
      expect(await back.next()).toEqual(verdict);
      back.sendRequest('state_query', {}, 'q');
      expect(await back.next()).toMatchObject({ type: 'state_update' });
      const sent = after.proxy.received.filter(({ type }) => type !== 'presence');
      expect(sent.map(({ type }) => type)).toEqual(['llm_connect', 'state_query']);
      // Its agent had yet to come back.
      expect(sent[0]?.data).toMatchObject({ nation: 'Roman', create: false, presence: 'away' });
      expect(after.proxy.received.findLast(({ type }) => type === 'presence')?.data).toEqual({
        presence: 'connected',
      });
    });
  });

  test('an action a restart cut off is unknown to its session, and is not executed again', async () => {
    await withStore(name, async (DATA_DIR, { first, next }) => {
      await using before = await startFixture({ DATA_DIR, ...first }, { timeouts: { drain: 20 } });
      const agent = await RawAgentSocket.open(before.port, 'my-agent');
      const auth = await agent.logIn();
      before.proxy.respond = () => {};
      agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
      agent.sendRequest('ping', {});
      await agent.nextOf('pong');
      await before.gateway.close();

      await using after = await startFixture({ DATA_DIR, ...next });
      const back = await RawAgentSocket.open(after.port, 'my-agent');
      await back.logIn({ session_id: auth.data?.session_id });
      const unknown = { correlation_id: 'a1', data: { error_code: 'E131', details: { outcome: 'unknown' } } };
      expect(await back.nextOf('error')).toMatchObject(unknown);
      back.sendRequest('action', { action_type: 'end_turn' }, 'a1');
      expect(await back.nextOf('error')).toMatchObject(unknown);
      expect(after.proxy.received.filter(({ type }) => type === 'action')).toEqual([]);
    });
  });

  test('a session outlives a killed gateway: its seat, its events, its verdicts, and what nobody knows', async () => {
    await withStore(name, async (DATA_DIR, { first, next }) => {
      const proxy = await ScriptedProxy.start();
      const environment = {
        DATA_DIR,
        PROXY_SECRET: secret,
        PROXY_PORT: String(proxy.port),
        LLM_API_TOKENS: 'good-token',
        LOG_LEVEL: 'error',
      };
      const killed = await startGatewayProcess({ ...environment, ...first });
      const agent = await RawAgentSocket.open(killed.port, 'my-agent');
      const session = (await agent.logIn()).data?.session_id;
      const act = (client: RawAgentSocket, id: string) =>
        client.sendRequest('action', { action_type: 'end_turn' }, id);
      act(agent, 'known');
      const verdict = await agent.next();
      proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
      const event = await agent.next();
      proxy.respond = () => {};
      act(agent, 'lost');
      agent.sendRequest('action', { action_type: 'research' });
      await expect.poll(() => proxy.received.filter(({ type }) => type === 'action').length).toBe(3);
      await killed.kill();
      await agent.closed;

      proxy.respond = answerAll;
      const after = await startGatewayProcess({ ...environment, ...next });
      const back = await RawAgentSocket.open(after.port, 'my-agent');
      const resumed = await back.logIn({ session_id: session, last_seq: 0 });
      expect(resumed.data).toMatchObject({ resumed: true, player_id: 1 });
      const unknown = {
        correlation_id: 'lost',
        data: { error_code: 'E131', details: { outcome: 'unknown' } },
      };
      expect(await back.nextOf('error')).toMatchObject(unknown);
      expect(await back.nextOf('turn_start')).toEqual(event);
      act(back, 'lost');
      expect(await back.nextOf('error')).toMatchObject(unknown);
      act(back, 'known');
      expect(await back.nextOf('action_result')).toEqual(verdict);
      expect(proxy.received.filter(({ type }) => type === 'action')).toHaveLength(3);
      await after.stop();
      await proxy.stop();
      // What nobody knows has its line in the audit too, and none has two.
      expect(await auditOf(DATA_DIR)).toMatchObject([
        { agent_id: 'my-agent', correlation_id: 'known', action: 'end_turn', status: 'ok' },
        {
          agent_id: 'my-agent',
          correlation_id: 'lost',
          action: 'end_turn',
          status: 'E131',
          outcome: 'unknown',
        },
        { game_id: 'g1', correlation_id: null, action: 'research', status: 'E131', outcome: 'unknown' },
      ]);
    });
  });

  test('an action of unknown outcome is not executed again: the proxy is asked, over a restart, too', async () => {
    await withStore(name, async (DATA_DIR, { first, next }) => {
      const seated = {
        player_id: 1,
        game_id: 'g1',
        outbox: { outbox: 'first', seq: 0, gap: false },
        turn: 7,
      };
      const unknown = { error_code: 'E131', error_message: 'Not known', details: { outcome: 'unknown' } };
      await using before = await startFixture({ DATA_DIR, ...first });
      before.proxy.respond = (request, proxy) => {
        if (request.type === 'llm_connect') proxy.answer(request, 'llm_connect', seated);
        else proxy.answer(request, 'error', unknown);
      };
      const agent = await RawAgentSocket.open(before.port, 'my-agent');
      const session = (await agent.logIn()).data?.session_id;
      const fields = { action_type: 'end_turn' };
      const told = {
        type: 'error',
        correlation_id: 'a1',
        data: { error_code: 'E131', details: { outcome: 'unknown', turn: 7 } },
      };
      for (let time = 0; time < 2; time++) {
        agent.sendRequest('action', fields, 'a1');
        expect(await agent.next()).toMatchObject(told);
      }
      const [, action, asked] = before.proxy.received;
      expect(action).toMatchObject({ type: 'action', once: { outbox: 'first' } });
      expect(asked).toMatchObject({ type: 'outcome', once: action?.once, data: { action: fields, turn: 7 } });
      await before.gateway.close();

      await using after = await startFixture({ DATA_DIR, ...next });
      const done = { type: 'action_result', data: { success: true, outcome: 'applied' } };
      after.proxy.respond = (request, proxy) => {
        if (request.type === 'llm_connect')
          proxy.answer(request, 'llm_connect', { ...seated, outbox: { ...seated.outbox, outbox: 'second' } });
        else proxy.answer(request, 'outcome', done);
      };
      const back = await RawAgentSocket.open(after.port, 'my-agent');
      await back.logIn({ session_id: session });
      for (let time = 0; time < 2; time++) {
        back.sendRequest('action', fields, 'a1');
        expect(await back.nextOf('action_result')).toMatchObject({ ...done, correlation_id: 'a1' });
      }
      const sent = after.proxy.received.filter(({ type }) => type !== 'llm_connect' && type !== 'presence');
      expect(sent).toMatchObject([
        { type: 'outcome', once: action?.once, data: { action: fields, turn: 7 } },
      ]);
      back.sendRequest('action', { action_type: 'research' }, 'a1');
      expect(await back.nextOf('error')).toMatchObject({ data: { error_code: 'E135' } });
    });
  });

  test('what was in flight when a gateway was killed gets the proxy’s answer, or E123 if it never came there', async () => {
    await withStore(name, async (DATA_DIR, { first, next }) => {
      const proxy = await ScriptedProxy.start();
      const environment = {
        ...{ DATA_DIR, LLM_API_TOKENS: 'good-token', PROXY_SECRET: secret, LOG_LEVEL: 'error' },
        PROXY_PORT: String(proxy.port),
      };
      const keys: (string | undefined)[] = [];
      proxy.respond = (request) => {
        if (request.type === 'action') keys.push(request.once?.key);
        if (request.type !== 'llm_connect') return;
        const outbox = { outbox: 'numbering', seq: 0, gap: false };
        const seat = { player_id: 1, game_id: 'g1', server_port: 5556, turn: 7 };
        proxy.answer(request, 'llm_connect', { ...seat, outbox });
      };
      const killed = await startGatewayProcess({ ...environment, ...first }, true);
      const agent = await RawAgentSocket.open(killed.port, 'my-agent');
      const session = (await agent.logIn()).data?.session_id;
      agent.sendRequest('action_batch', { actions: [{ action_type: 'end_turn' }] }, 'batch');
      agent.sendRequest('action', { action_type: 'end_turn' }, 'done');
      agent.sendRequest('action', { action_type: 'unit_move', actor_id: 1 }, 'never');
      agent.sendRequest('action', { action_type: 'research' }, 'lost');
      await expect.poll(() => keys.length).toBe(3);
      await killed.kill();
      await agent.closed;

      const connect = proxy.respond;
      proxy.respond = (request) => {
        connect(request, proxy);
        if (request.type !== 'outcome') return;
        const reason = { error_code: 'E123', error_message: 'never came', details: { retry_after: 1 } };
        if (request.once?.key === keys[0])
          proxy.answer(request, 'outcome', {
            type: 'action_result',
            data: { success: true, outcome: 'applied' },
          });
        else if (request.once?.key === keys[1]) proxy.answer(request, 'error', reason);
        // Neither does this proxy know.
        else
          proxy.answer(request, 'error', {
            ...{ error_code: 'E131', error_message: 'Not known', details: { outcome: 'unknown' } },
          });
      };
      const after = await startGatewayProcess({ ...environment, ...next }, true);
      const back = await RawAgentSocket.open(after.port, 'my-agent');
      await back.logIn({ session_id: session, last_seq: 0 });
      back.sendRequest('action', { action_type: 'end_turn' }, 'done');
      expect(await back.nextOf('action_result')).toMatchObject({
        correlation_id: 'done',
        data: { outcome: 'applied' },
      });
      // An answer may come by itself and again for the request that is sent again.
      const errorTo = async (id: string) => {
        for (;;) {
          const error = await back.nextOf('error');
          if (error.correlation_id === id) return error;
        }
      };
      back.sendRequest('action', { action_type: 'unit_move', actor_id: 1 }, 'never');
      expect(await errorTo('never')).toMatchObject({ data: { error_code: 'E123' } });
      back.sendRequest('action', { action_type: 'research' }, 'lost');
      expect(await errorTo('lost')).toMatchObject({
        data: { error_code: 'E131', details: { outcome: 'unknown', turn: 7 } },
      });
      const asked = proxy.received.filter(({ type }) => type === 'outcome').map(({ data }) => data);
      expect(asked).toContainEqual({ action: { action_type: 'end_turn' }, turn: 7 });
      const batch = expect.objectContaining({ actions: [{ action_type: 'end_turn' }] });
      expect(asked).toContainEqual({ batch, turn: 7 });
      expect(keys).toHaveLength(3);
      await after.stop();
      await proxy.stop();
      const audit = await auditOf(DATA_DIR);
      expect(audit).toHaveLength(4);
      expect(audit).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ correlation_id: 'done', status: 'ok', outcome: 'applied' }),
          expect.objectContaining({ correlation_id: 'never', status: 'E123' }),
        ]),
      );
    });
  });
});
