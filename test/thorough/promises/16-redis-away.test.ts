import { expect, test } from 'vitest';
import { z } from 'zod';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { ScriptedProxy, secret } from '../../integration/gateway/support/scripted-proxy.js';
import { countActions } from '../../integration/promises/support/counted-actions.js';
import { sized } from '../../integration/promises/support/form.js';
import { startGatewayProcess } from '../../integration/promises/support/gateway-process.js';
import { PatientAgent } from '../../integration/promises/support/patient-agent.js';
import { promised } from '../../support/promised.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { Relay } from '../../support/relay.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { unlimited } from '../../support/services/settings.js';

const healthSchema = z.looseObject({
  dependencies: z.looseObject({ sessions: z.looseObject({ kept: z.boolean() }) }),
});

/** The game answers an action after this time: an agent that plays does 600 in a minute at most. */
const ACTION_MS = 100;
const MESSAGES_PER_MINUTE = 700;

/** Sends state queries until one is refused; how many were admitted. */
async function admitted(greedy: RawAgentSocket): Promise<number> {
  for (let count = 0; ; count += 1) {
    greedy.sendRequest('state_query', {});
    const { type, data } = await greedy.next();
    if (type === 'state_update') continue;
    expect(data).toMatchObject({ error_code: 'E110', details: { limit: 'messages' } });
    return count;
  }
}

test('promise 16: Redis is killed, hangs, comes back empty and is slow: no reply is lost, and limits hold', async () => {
  await using data = await makeDataFolder();
  await using redis = await RedisServer.start();
  await using network = await Relay.to(() => [redis.port]);
  const proxy = await ScriptedProxy.start();
  const executed = countActions(proxy, ACTION_MS);
  const gateway = await startGatewayProcess({
    ...unlimited,
    DATA_DIR: data.path,
    PROXY_SECRET: secret,
    PROXY_URLS: `127.0.0.1:${proxy.port}`,
    LLM_API_TOKENS: 'good-token',
    RATE_MESSAGES_PER_MINUTE: String(MESSAGES_PER_MINUTE),
    REDIS_URL: `redis://127.0.0.1:${network.port}`,
  });
  await proxy.connections.take();
  const agents = Array.from(
    { length: sized(5, 200) },
    (_, index) => new PatientAgent(gateway.port, `agent-${index}`, `g${index % 10}`),
  );
  const playing = agents.map((agent) => agent.play());
  const playFor = async (actions: number) => {
    const goal = executed.size + actions;
    await expect.poll(() => executed.size, { timeout: 120_000 }).toBeGreaterThan(goal);
  };
  const areSessionsKept = async () => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/health`);
    return healthSchema.parse(await answer.json()).dependencies.sessions.kept;
  };
  const untilKept = (isKept: boolean) => expect.poll(areSessionsKept, { timeout: 60_000 }).toBe(isKept);
  // What 200 agents do in 30 seconds.
  const meanwhile = sized(100, 60_000);
  const faults: readonly (readonly [begin: () => Promise<unknown>, end: () => Promise<unknown>])[] = [
    [() => redis.kill().then(() => untilKept(false)), () => redis.restart().then(() => untilKept(true))],
    [
      async () => {
        redis.freeze();
        await untilKept(false);
      },
      async () => {
        redis.thaw();
        await untilKept(true);
      },
    ],
    [async () => network.delay(500), async () => network.delay(0)],
  ];
  const beyond: number[] = [];
  for (const [number, [begin, end]] of faults.entries()) {
    // Nobody new comes while Redis is away.
    const greedy = await RawAgentSocket.open(gateway.port, `greedy-${number}`);
    await greedy.logIn();
    await playFor(sized(20, 1_000));
    await begin();
    beyond.push((await admitted(greedy)) - MESSAGES_PER_MINUTE);
    await playFor(meanwhile);
    await end();
    await greedy.close();
  }
  await playFor(sized(20, 1_000));
  for (const agent of agents) agent.isDone = true;
  await Promise.all(playing);
  expect(await gateway.stop()).toBe(0);
  await proxy.stop();

  expect(beyond).toEqual(faults.map(() => 0));
  for (const { seqs, sessions } of agents) {
    expect(sessions.size).toBe(1);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
  const answered = agents.flatMap((agent) => [...agent.answers]);
  for (const [id, answer] of answered) expect(answer.data?.id).toBe(id);
  const lost = [...executed].filter(([, times]) => times !== 1).length + executed.size - answered.length;
  const details = { faults: faults.length, actions: answered.length };
  promised(16, { what: 'actions not executed and answered once', value: lost }, { exactly: 0 }, details);
});
