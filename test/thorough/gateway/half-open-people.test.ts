import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { WireStream } from '../../../proxy/freeciv/wire-stream.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { answerAll, ScriptedProxy, secret } from '../../integration/gateway/support/scripted-proxy.js';
import { StockClient } from '../../integration/gateway/support/stock-client.js';
import { freePort } from '../../support/free-port.js';
import { type ProcessUsage, usageOf } from '../../support/process-usage.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startService } from '../../support/services/service-process.js';
import { unlimited } from '../../support/services/settings.js';

const CONNECTIONS = 10_000;
const AT_ONCE = 200;
/** Those of the gateway: 500 in each of two stages. */
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_ADDRESS = 50;

/** The gateway with a port for people, in a process of its own. */
async function startGateway() {
  const data = await makeDataFolder();
  const proxy = await ScriptedProxy.start();
  proxy.respond = answerAll;
  const playPort = await freePort();
  const gateway = await startService({
    name: 'gateway',
    environment: {
      ...unlimited,
      ...{ DATA_DIR: data.path, PROXY_PORT: String(proxy.port), PROXY_SECRET: secret },
      ...{ LLM_API_TOKENS: 'agents=*/*/play,seat=anna/cup/play', PLAY_PORT: String(playPort) },
      LOG_LEVEL: 'error',
    },
  });
  await proxy.connections.take();
  onTestFinished(async () => {
    await gateway.kill();
    await proxy.stop();
    await data[Symbol.asyncDispose]();
  });
  return { gateway, proxy, playPort };
}

/** Connections that say nothing, from addresses of this machine, some at a time; `isOpen` tells which the gateway has kept. */
async function openMany(port: number, addressOf: (index: number) => string, first: Buffer = Buffer.alloc(0)) {
  const sockets: Socket[] = [];
  const closed = new Set<Socket>();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let begun = 0; begun < CONNECTIONS; begun += AT_ONCE) {
    const opening = Array.from({ length: AT_ONCE }, async (_, at) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: addressOf(begun + at) });
      sockets.push(socket);
      socket.on('error', () => {});
      socket.on('close', () => closed.add(socket));
      socket.resume();
      if (first.length > 0) socket.write(first);
      await new Promise<void>((resolve) => {
        socket.once('connect', resolve);
        socket.once('close', () => resolve());
      });
    });
    await Promise.all(opening);
  }
  return { kept: () => CONNECTIONS - closed.size };
}

/** 40 of each address: the bound of an address is not what stops them. */
const spread = (index: number) => `127.0.0.${1 + (index % 250)}`;

/** Prints what the gateway has kept. */
function report(what: string, kept: number, before: ProcessUsage, after: ProcessUsage): void {
  const descriptors = `${before.descriptors} to ${after.descriptors} descriptors`;
  const megabytes = `${before.megabytes.toFixed(0)} to ${after.megabytes.toFixed(0)} MB`;
  console.info(`${what}: ${kept} of ${CONNECTIONS} kept; ${descriptors}; ${megabytes}`);
}

/** An agent plays, and a person joins. */
async function expectService({ gateway, proxy, playPort }: Awaited<ReturnType<typeof startGateway>>) {
  await using agent = await RawAgentSocket.open(gateway.port, 'red');
  const answer = await agent.logIn({ api_token: 'agents', game_id: 'cup' });
  expect(answer.type).toBe('llm_connect');
  await using client = await StockClient.asked(playPort);
  client.join('seat');
  const link = await proxy.people.take();
  expect(await link.joined.take()).toMatchObject({ game_id: 'cup', agent_id: 'anna' });
  link.socket.terminate();
}

test('ten thousand half-open connections leave a bounded number open, and agents and people get in', async () => {
  const running = await startGateway();
  await expectService(running);
  const before = usageOf(running.gateway.pid);
  const { kept } = await openMany(running.playPort, spread);
  await expectService(running);
  await expect.poll(kept).toBeLessThanOrEqual(MAX_WAITING);
  const after = usageOf(running.gateway.pid);
  report('half-open', kept(), before, after);
  expect(kept()).toBeGreaterThan(0);
  expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(MAX_WAITING + 20);
  expect(after.megabytes - before.megabytes).toBeLessThan(150);
});

test('ten thousand clients that show no token leave a bounded number open, and agents and people get in', async () => {
  const running = await startGateway();
  const before = usageOf(running.gateway.pid);
  const version = { versionLabel: '', majorVersion: 3, minorVersion: 0, patchVersion: 6 };
  const fields = { username: 'anna', capability: '+Freeciv-3.0-network', ...version };
  const request = new WireStream(Protocol.ofServer('3.0.6'), 'server').encode({
    name: 'server_join_req',
    fields,
  });
  const { kept } = await openMany(running.playPort, spread, request);
  await expectService(running);
  await expect.poll(kept).toBeLessThanOrEqual(MAX_WAITING);
  report('asked', kept(), before, usageOf(running.gateway.pid));
  expect(kept()).toBeGreaterThan(0);
});

test('ten thousand half-open connections of one address leave fifty open, and others get in', async () => {
  const running = await startGateway();
  const { kept } = await openMany(running.playPort, () => '127.0.0.9');
  await expect.poll(kept).toBeLessThanOrEqual(MAX_WAITING_PER_ADDRESS);
  expect(kept()).toBeGreaterThan(0);
  await expectService(running);
});
