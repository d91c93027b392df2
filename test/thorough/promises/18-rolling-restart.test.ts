import { expect, test } from 'vitest';
import { ScriptedProxy, secret } from '../../integration/gateway/support/scripted-proxy.js';
import { countActions } from '../../integration/promises/support/counted-actions.js';
import { sized } from '../../integration/promises/support/form.js';
import { startGatewayProcess } from '../../integration/promises/support/gateway-process.js';
import { PatientAgent } from '../../integration/promises/support/patient-agent.js';
import { freePort } from '../../support/free-port.js';
import { promised } from '../../support/promised.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { unlimited } from '../../support/services/settings.js';

test('promise 18: rolling restarts by SIGTERM exit 0 and lose no answer, no event and no session', async () => {
  await using data = await makeDataFolder();
  const proxy = await ScriptedProxy.start();
  const executed = countActions(proxy);
  const environment = {
    ...unlimited,
    DATA_DIR: data.path,
    PROXY_SECRET: secret,
    PROXY_PORT: String(proxy.port),
    GATEWAY_PORT: String(await freePort()),
    LLM_API_TOKENS: 'good-token',
  };
  let gateway = await startGatewayProcess(environment);
  await proxy.connections.take();
  const agents = Array.from(
    { length: sized(5, 200) },
    (_, index) => new PatientAgent(gateway.port, `agent-${index}`, `g${index % 10}`),
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
    gateway = await startGatewayProcess(environment);
  }
  for (const agent of agents) agent.isDone = true;
  await Promise.all(playing);
  expect(await gateway.stop()).toBe(0);
  await proxy.stop();

  const answered = agents.flatMap((agent) => [...agent.answers]);
  for (const [id, answer] of answered) expect([answer.data?.id, executed.get(id)]).toEqual([id, 1]);
  for (const { seqs, sessions } of agents) {
    expect(sessions.size).toBe(1);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  }
  const lost = answered.filter(([id]) => executed.get(id) !== 1).length;
  const details = { restarts, actions: answered.length, slowestStopMs: Math.max(...stops) };
  promised(18, { what: 'answers of actions not executed once', value: lost }, { exactly: 0 }, details);
});
