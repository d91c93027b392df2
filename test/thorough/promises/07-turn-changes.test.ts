import { expect, test } from 'vitest';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { answerAll } from '../../integration/gateway/support/scripted-proxy.js';
import { isLong, sized } from '../../integration/promises/support/form.js';
import { startApart } from '../../integration/promises/support/gateway-apart.js';
import { metric } from '../../integration/promises/support/metric.js';
import { promised } from '../../support/promised.js';

const games = 10;
/** What the monitor of the loop waits between two looks, and counts in. */
const lookMs = 10;

test('promise 7: ten games that change turns at once, and big views with them, fail no heartbeat', async () => {
  const { proxy, port } = await startApart({ HEARTBEAT_S: '1', SESSION_TIMEOUT_S: '2' });
  const state = { tiles: 'x'.repeat(200_000) };
  proxy.respond = (request) => {
    if (request.type === 'state_query') proxy.answer(request, 'state_update', { data: state });
    else answerAll(request, proxy);
  };
  const agentCount = sized(50, 200);
  const agents = await Promise.all(
    Array.from({ length: agentCount }, (_, index) =>
      RawAgentSocket.loggedIn(port, `agent-${index}`, { game_id: `g${index % games}` }),
    ),
  );
  await metric(port, 'nodejs_eventloop_lag_p99_seconds');
  const heartbeatLost = 'freeciv_gateway_agent_socket_closes_total{code="4009"}';
  const turns = sized(6, 100);
  const digest = 'y'.repeat(20_000);
  for (let turn = 1; turn <= turns; turn++) {
    for (const [index, agent] of agents.entries()) {
      const game = `g${index % games}`;
      proxy.push('turn_end', agent.agentId, game, { turn, digest });
      proxy.push('turn_start', agent.agentId, game, { turn: turn + 1, digest });
      agent.sendRequest('state_query', { format: 'full' }, `q${turn}`);
    }
    const answered = agents.map((agent) => agent.nextOf('state_update'));
    for (const answer of await Promise.all(answered)) expect(answer.correlation_id).toBe(`q${turn}`);
  }
  const lagP99 = await metric(port, 'nodejs_eventloop_lag_p99_seconds');
  expect(await metric(port, 'freeciv_gateway_agent_sockets')).toBe(agentCount);
  const delayMs = lagP99 * 1000 - lookMs;
  const details = { agents: agentCount, turns, gatewayLoopDelayP99ms: delayMs };
  promised(
    7,
    { what: 'heartbeats failed', value: await metric(port, heartbeatLost) },
    { exactly: 0 },
    details,
  );
  // In the short form the machine is shared: there only what is counted is compared.
  if (isLong)
    promised(7, { what: 'p99 of the event loop delay in ms', value: delayMs }, { atMost: 20 }, details);
});
