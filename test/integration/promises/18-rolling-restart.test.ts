import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerAll, ScriptedProxy, secret } from '../gateway/support/scripted-proxy.js';
import { figures, sized } from './support/form.js';
import { freePort, GatewayProcess } from './support/gateway-process.js';
import { PatientAgent } from './support/patient-agent.js';

const actionSchema = z.looseObject({ parameters: z.looseObject({ id: z.string() }) });

test('promise 18: rolling restarts by SIGTERM exit 0 and lose no answer, no event and no session', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-rolling-'));
  const proxy = await ScriptedProxy.start();
  const executed = new Map<string, number>();
  proxy.respond = (request) => {
    if (request.type !== 'action') return answerAll(request, proxy);
    const { id } = actionSchema.parse(request.data).parameters;
    executed.set(id, (executed.get(id) ?? 0) + 1);
    proxy.push('event', request.agent_id, request.game_id, { about: id });
    proxy.answer(request, 'action_result', { success: true, id });
  };
  const environment = {
    DATA_DIR: dataDir,
    PROXY_SECRET: secret,
    PROXY_PORT: String(proxy.port),
    LLM_API_TOKENS: 'good-token',
    RATE_MESSAGES_PER_MINUTE: '1000000',
    RATE_BURST: '100000',
    RATE_ACTIONS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  };
  const port = await freePort();
  let gateway = await GatewayProcess.start({ ...environment, GATEWAY_PORT: String(port) });
  await proxy.connections.take();
  const agents = Array.from(
    { length: sized(5, 200) },
    (_, index) => new PatientAgent(port, `agent-${index}`, `g${index % 10}`),
  );
  const playing = agents.map((agent) => agent.play());
  const restarts = sized(2, 20);
  // What 200 agents send in 30 seconds.
  const between = sized(100, 10_000);
  const stops: number[] = [];
  for (let restart = 0; restart < restarts; restart++) {
    const goal = executed.size + between;
    await expect.poll(() => executed.size, { timeout: 60_000 }).toBeGreaterThan(goal);
    const began = performance.now();
    expect(await gateway.stop()).toBe(0);
    stops.push(performance.now() - began);
    // Its sessions wait under the name of its port.
    gateway = await GatewayProcess.start({ ...environment, GATEWAY_PORT: String(port) });
  }
  for (const agent of agents) agent.isDone = true;
  await Promise.all(playing);
  expect(await gateway.stop()).toBe(0);
  await proxy.stop();
  await rm(dataDir, { recursive: true, force: true });

  const answered = agents.flatMap((agent) => [...agent.answers]);
  for (const [id, answer] of answered) expect([answer.data?.id, executed.get(id)]).toEqual([id, 1]);
  for (const { seqs, sessions } of agents) {
    expect(sessions.size).toBe(1);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
  figures(18, { restarts, actions: answered.length, slowestStopMs: Math.max(...stops) });
});
