import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { answerAll } from '../gateway/support/scripted-proxy.js';
import { heapAfterCollection } from './support/collect-garbage.js';
import { sized } from './support/form.js';
import { metric } from './support/metric.js';

const agentCount = 10;
/** Connections of fetch, which looks at the metrics. */
const few = 2;

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

/** One request and its answer; every other one is an action. */
async function ask(agent: RawAgentSocket, number: number): Promise<void> {
  const [type, answer, data] =
    number % 2 === 0
      ? ['state_query', 'state_update', {}]
      : ['action', 'action_result', { action_type: 'end_turn' }];
  agent.sendRequest(type, data, `${agent.agentId}-${number}`);
  await agent.nextOf(answer);
}

test('promise 19: endless requests, pushes, actions and reconnects leave heap and descriptors as they were', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  proxy.respond = (request) => answerAll(request, proxy);
  const roundsEach = sized(60, 3000);
  const sessions = new Map<string, unknown>();
  let number = 0;
  const comeBack = async (agentId: string): Promise<RawAgentSocket> => {
    const agent = await RawAgentSocket.open(port, agentId);
    const answer = await agent.logIn({ session_id: sessions.get(agentId), last_seq: number });
    sessions.set(agentId, answer.data?.session_id);
    return agent;
  };
  await metric(port, 'freeciv_gateway_agent_sockets');
  const atFirst = descriptors();
  const round = async () => {
    const names = Array.from({ length: agentCount }, (_, index) => `agent-${index}`);
    const agents = await Promise.all(names.map(comeBack));
    for (const last = number + roundsEach; number < last; ) {
      number++;
      for (const agent of agents) {
        await ask(agent, number);
        proxy.push('event', agent.agentId, 'g1', { number });
      }
    }
    await Promise.all(agents.map((agent) => agent.close()));
    await expect.poll(() => metric(port, 'freeciv_gateway_agent_sockets')).toBe(0);
    // What this side remembers is not the gateway's.
    proxy.received.length = 0;
    while (proxy.requests.size > 0) await proxy.requests.take();
    return heapAfterCollection();
  };
  // Caches, rings and stores of answers fill up to their bounds.
  const warm = [await round(), await round(), await round()].at(-1) ?? 0;
  const rounds = [await round(), await round(), await round()];
  const requests = rounds.length * roundsEach * agentCount;
  expect(number).toBe(6 * roundsEach);
  const growth = (rounds.at(-1) ?? Number.NaN) - warm;
  promised(
    19,
    { what: 'MB of heap more after as many requests again', value: growth },
    { atMost: 5 },
    { requests },
  );
  promised(
    19,
    { what: 'descriptors more than at first', value: descriptors() - atFirst },
    { atMost: few },
    { requests },
  );
});
