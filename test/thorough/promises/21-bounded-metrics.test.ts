import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { sized } from '../../integration/promises/support/form.js';
import { metric, metricsText } from '../../integration/promises/support/metric.js';
import { promised } from '../../support/promised.js';

async function seriesCount(port: number): Promise<number> {
  const lines = (await metricsText(port)).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).length;
}

test('promise 21: agents, ids and types never add to the number of series; logs hold no payloads', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  await using fixture = await startFixture({}, { log });
  const { port } = fixture;
  const visit = async (name: string) => {
    const agent = await RawAgentSocket.loggedIn(port, name, { game_id: `game-${name}`, model: 'm' });
    agent.sendRequest('action', { action_type: `act_${name}`, text: 'payload-of-an-agent' }, name);
    await agent.next();
    agent.sendRequest('state_query', {}, `q-${name}`);
    await agent.next();
    agent.sendRequest(`type_${name}`, { text: 'payload-of-an-agent' });
    await agent.next();
    agent.socket.close(3000 + (name.length % 5));
    await agent.closed;
  };
  await visit('first');
  // What the proxy is told of who has left comes by itself, after the agent has gone.
  const told = 'freeciv_gateway_link_duration_seconds_count{type="presence"}';
  await expect.poll(() => metric(port, told)).toBeGreaterThan(0);
  const before = await seriesCount(port);
  const agents = sized(1000, 10_000);
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    for (let number = lane; number < agents; number += 10) await visit(`agent-${number}`);
  });
  await Promise.all(lanes);
  const more = (await seriesCount(port)) - before;
  expect(lines.filter((line) => line.includes('payload-of-an-agent'))).toEqual([]);
  promised(
    21,
    { what: 'series more than before', value: more },
    { exactly: 0 },
    { agents, series: before, logLines: lines.length },
  );
});
