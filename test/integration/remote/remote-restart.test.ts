import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { type RunningGateway, startGateway } from '../../../services/gateway/gateway.js';
import { AgentServer, playsAsAdvised, REMOTE_KEY } from '../../support/agent-server.js';
import { freePort } from '../../support/free-port.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { unlimited } from '../../support/services/settings.js';
import { startStack } from '../../support/stack.js';

/** Gateways one after the other, on one port and data folder, before the proxy of a stack. */
async function gatewaysOf(proxyUrl: string, hosts: string) {
  const data = await makeDataFolder();
  const read = readConfig({
    ...{ ...unlimited, DATA_DIR: data.path, PROXY_PORT: new URL(proxyUrl).port },
    ...{ GATEWAY_PORT: String(await freePort()), REMOTE_AGENT_HOSTS: hosts, REMOTE_AGENT_KEY: REMOTE_KEY },
  });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const config = read.value;
  let running: RunningGateway | undefined;
  const log = createLogger('test', 'error');
  return {
    async start(lookup?: typeof systemLookup) {
      await running?.close();
      const timeouts = { backoff: { first: 20, max: 20 } };
      running = await startGateway({ config, log, timeouts, ...(lookup && { lookup }) });
      await running.whenLinked();
    },
    async request(method: string, path: string, body?: object): Promise<unknown> {
      const headers = {
        authorization: `Bearer ${unlimited.LLM_API_TOKENS}`,
        'content-type': 'application/json',
      };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${config.GATEWAY_PORT}${path}`, {
        method,
        headers,
        ...sent,
      });
      return response.json();
    },
    async [Symbol.asyncDispose]() {
      await running?.close();
      await data[Symbol.asyncDispose]();
    },
  };
}

const small = { players: 2, map: { xsize: 40, ysize: 30 }, turn_time_limit: 0 };

test('after a restart the gateway calls the agents of its seats again, and they go on in the same turn', async () => {
  await using stack = await startStack();
  await using gateway = await gatewaysOf(stack.proxyHttpUrl, '127.0.0.1');
  await gateway.start();
  await using agent = await AgentServer.listen();
  await gateway.request('POST', '/api/games', {
    game_id: 'lasting',
    ...small,
    seats: [{ agent_url: agent.url }],
  });
  await agent.take('user_message');
  const noted = await agent.call('n1', 'notes', { add: [{ text: 'before' }] });
  await gateway.start();
  expect(await agent.take('stop')).toEqual({ reason: 'restart', turn: 1 });
  expect(await agent.take('hello')).toMatchObject({ game_id: 'lasting', last_seq: expect.any(Number) });
  expect(await agent.take('user_message')).toMatchObject({ turn: 1 });
  expect(await agent.call('n1', 'notes', { add: [{ text: 'before' }] })).toEqual(noted);
  agent.send('end', {});
  expect(await agent.take('user_message')).toMatchObject({ turn: 2 });
  await gateway.request('POST', '/api/games/lasting/end');
  expect(await agent.take('end')).toEqual({ reason: 'The game is over' });
  await gateway.start();
  const info = await gateway.request('GET', '/api/games/lasting');
  expect(info).not.toHaveProperty('remote_seats');
});

test('a name on the list that leads to this machine when it is connected to gains nothing', async () => {
  await using stack = await startStack();
  await using gateway = await gatewaysOf(stack.proxyHttpUrl, 'agents.example');
  await using agent = await AgentServer.listen(playsAsAdvised);
  let asked = 0;
  const rebinding = (
    _name: string,
    _options: unknown,
    done: (error: null, addresses: LookupAddress[]) => void,
  ) => {
    asked += 1;
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  await gateway.start(Object.assign(rebinding, systemLookup));
  const agent_url = `ws://agents.example:${agent.port}/`;
  await gateway.request('POST', '/api/games', { game_id: 'rebound', ...small, seats: [{ agent_url }] });
  await expect.poll(() => asked).toBeGreaterThan(1);
  expect(agent.upgrades).toEqual([]);
  expect(await gateway.request('GET', '/api/games/rebound')).toMatchObject({
    remote_seats: [
      { connects: 0, problem: expect.stringMatching(/leads to .*REMOTE_AGENT_HOSTS does not list/) },
    ],
  });
});
