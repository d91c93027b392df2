import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AgentClient } from '../gateway/support/agent-client.js';
import { answerAll, ScriptedProxy, secret } from '../gateway/support/scripted-proxy.js';
import { figures, sized } from './support/form.js';
import { GatewayProcess } from './support/gateway-process.js';
import { metric } from './support/metric.js';

const games = 10;
/** What the monitor of the loop waits between two looks, and counts in. */
const lookMs = 10;

/** A gateway of its own process with two heartbeats a second, and the proxy of this test. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-turns-'));
  const proxy = await ScriptedProxy.start();
  onTestFinished(async () => {
    await proxy.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { port } = await GatewayProcess.start({
    GATEWAY_PORT: '0',
    DATA_DIR: dataDir,
    PROXY_SECRET: secret,
    PROXY_PORT: String(proxy.port),
    LLM_API_TOKENS: 'good-token',
    RATE_MESSAGES_PER_MINUTE: '1000000',
    RATE_BURST: '100000',
    HEARTBEAT_S: '0.5',
    SESSION_TIMEOUT_S: '2',
    LOG_LEVEL: 'error',
  });
  await proxy.connections.take();
  return { proxy, port };
}

test('promise 7: ten games that change turns at once, and big views with them, fail no heartbeat', async () => {
  const { proxy, port } = await start();
  const state = { tiles: 'x'.repeat(200_000) };
  proxy.respond = (request) => {
    if (request.type === 'state_query') proxy.answer(request, 'state_update', { data: state });
    else answerAll(request, proxy);
  };
  const agentCount = sized(50, 200);
  const agents = await Promise.all(
    Array.from({ length: agentCount }, (_, index) =>
      AgentClient.loggedIn(port, `agent-${index}`, { game_id: `g${index % games}` }),
    ),
  );
  await metric(port, 'nodejs_eventloop_lag_p99_seconds');
  const turns = sized(15, 300);
  const digest = 'y'.repeat(20_000);
  for (let turn = 1; turn <= turns; turn++) {
    for (const [index, agent] of agents.entries()) {
      const game = `g${index % games}`;
      proxy.push('turn_end', agent.agentId, game, { turn, digest });
      proxy.push('turn_start', agent.agentId, game, { turn: turn + 1, digest });
      agent.sendSpec('state_query', { format: 'full' }, `q${turn}`);
    }
    const answered = agents.map((agent) => agent.nextOf('state_update'));
    for (const answer of await Promise.all(answered)) expect(answer.correlation_id).toBe(`q${turn}`);
  }
  const lagP99 = await metric(port, 'nodejs_eventloop_lag_p99_seconds');
  expect(await metric(port, 'freeciv_gateway_agent_sockets')).toBe(agentCount);
  figures(7, { agents: agentCount, turns, gatewayLoopDelayP99ms: lagP99 * 1000 - lookMs });
});
