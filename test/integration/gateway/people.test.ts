import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { auditOf } from './support/audit-of.js';
import { type PeopleFixture, startForPeople } from './support/people-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { StockClient } from './support/stock-client.js';
import { TokenIssuer } from './support/token-issuer.js';

/** A value of the metrics, such as `freeciv_gateway_people`; 0 where it is not there. */
async function metric({ port }: PeopleFixture, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
}

const refusedFor = (fixture: PeopleFixture, reason: string) =>
  metric(fixture, `freeciv_gateway_people_refused_total{reason="${reason}"}`);

/** A client that has joined with that token, and its link at the proxy. */
async function joinWith(fixture: PeopleFixture, token = 'seat') {
  const client = await StockClient.asked(fixture.playPort);
  client.join(token);
  const link = await fixture.proxy.people.take();
  return { client, link, join: await link.joined.take() };
}

test('a token for one seat of one game joins that game, and bytes pass both ways as they are', async () => {
  await using fixture = await startForPeople();
  const { client, link, join } = await joinWith(fixture);
  await using _client = client;
  expect(join).toEqual({
    game_id: 'cup',
    agent_id: 'anna',
    capability: '+Freeciv-3.0-network year32 plrculture32',
    address: '127.0.0.1',
  });
  const got: Buffer[] = [];
  client.socket.removeAllListeners('data').on('data', (bytes: Buffer) => got.push(bytes));
  // More than fits in buffers: the sides wait for each other.
  const large = Buffer.alloc(12 << 20, 'freeciv');
  for (let at = 0; at < large.length; at += 1 << 16) link.socket.send(large.subarray(at, at + (1 << 16)));
  await expect.poll(() => got.reduce((sum, { length }) => sum + length, 0)).toBe(large.length);
  expect(Buffer.concat(got).equals(large)).toBe(true);
  client.socket.write(large);
  const sent: Buffer[] = [];
  for (let bytes = 0; bytes < large.length; bytes += sent.at(-1)?.length ?? 0)
    sent.push(await link.received.take());
  expect(Buffer.concat(sent).equals(large)).toBe(true);
  await expect.poll(() => metric(fixture, 'freeciv_gateway_people')).toBe(1);
  client.socket.end();
  expect(await link.closed).toBe(1000);
  await expect.poll(() => metric(fixture, 'freeciv_gateway_people')).toBe(0);
  const lines = await auditOf(fixture.dataDir);
  expect(lines).toMatchObject([
    { agent_id: 'anna', game_id: 'cup', action: 'person_joins', status: 'ok' },
    { agent_id: 'anna', game_id: 'cup', action: 'person_leaves', status: 'ok' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('seat"');
});

test('tokens that are wrong or for more than a seat are refused in the dialog, three times', async () => {
  await using fixture = await startForPeople();
  await using client = await StockClient.asked(fixture.playPort);
  const retry = (message: string) => ({
    name: 'authentication_req',
    fields: { type: 'AUTH_LOGIN_RETRY', message: expect.stringContaining(message) },
  });
  expect(await client.enter('nonsense')).toMatchObject(retry('This token is wrong'));
  expect(await client.enter('agents')).toMatchObject(retry('not for one seat of one game'));
  expect(await client.enter('watch')).toMatchObject({
    name: 'server_join_reply',
    fields: { youCanJoin: false, message: expect.stringContaining('ask for an invitation') },
  });
  await client.closed;
  expect(await refusedFor(fixture, 'token')).toBe(1);
  expect(await refusedFor(fixture, 'broad_token')).toBe(2);
  expect(await auditOf(fixture.dataDir)).toMatchObject([
    { agent_id: '*person', game_id: '', action: 'person_joins', status: 'token' },
  ]);
  expect(fixture.proxy.people.size).toBe(0);
});

test('a token of another game joins that one, and no other', async () => {
  await using fixture = await startForPeople();
  const { client, join } = await joinWith(fixture, 'other');
  expect(join).toMatchObject({ game_id: 'league', agent_id: 'bob' });
  await client[Symbol.asyncDispose]();
});

test('a JSON Web Token for one agent in one game joins it, and one that names no game is refused', async () => {
  await using issuer = await TokenIssuer.start();
  await using fixture = await startForPeople(issuer.settings);
  await using client = await StockClient.asked(fixture.playPort);
  const broad = await issuer.sign({ scope: 'play', agents: 'anna' });
  expect(await client.enter(broad)).toMatchObject({
    fields: { message: expect.stringContaining('one seat') },
  });
  client.join(await issuer.sign({ scope: 'play', agents: 'anna', games: 'cup' }));
  const link = await fixture.proxy.people.take();
  expect(await link.joined.take()).toMatchObject({ game_id: 'cup', agent_id: 'anna' });
});

test('after ten wrong tokens from an address the next is not checked, and the right one still joins', async () => {
  await using fixture = await startForPeople();
  const enter = async (token: string) => {
    await using client = await StockClient.asked(fixture.playPort);
    return await client.enter(token);
  };
  for (let i = 0; i < 10; i += 1) await enter(`guess ${i}`);
  expect(await enter('one more')).toMatchObject({
    name: 'server_join_reply',
    fields: { youCanJoin: false, message: expect.stringMatching(/^Too many wrong tokens .* \d+ s$/) },
  });
  const { client } = await joinWith(fixture);
  await client[Symbol.asyncDispose]();
});

test('silent clients, strangers and floods are cut, and do not keep others out', async () => {
  await using fixture = await startForPeople({}, { timeouts: { personRequest: 50, personToken: 50 } });
  await using silent = new StockClient(fixture.playPort);
  await silent.closed;
  await using slow = await StockClient.asked(fixture.playPort);
  expect(await slow.packets.take()).toMatchObject({
    fields: { youCanJoin: false, message: 'No token came in time' },
  });
  await slow.closed;
  await expect.poll(() => refusedFor(fixture, 'late')).toBe(2);
  await using stranger = new StockClient(fixture.playPort);
  stranger.socket.write('GET / HTTP/1.1\r\n\r\n');
  await stranger.closed;
  await using flood = new StockClient(fixture.playPort);
  flood.askToJoin();
  flood.socket.write(Buffer.alloc(4 << 20));
  await flood.closed;
  expect(await refusedFor(fixture, 'protocol')).toBe(2);
  expect(await metric(fixture, 'freeciv_gateway_people_joining')).toBe(0);
  expect(await auditOf(fixture.dataDir).catch(() => [])).toEqual([]);
});

test('while the proxy is away a person is told so, and told of what the proxy says of the seat', async () => {
  await using fixture = await startForPeople({}, { timeouts: { linkWait: 50 } });
  const { client: refused, link } = await joinWith(fixture);
  link.socket.close(4403);
  await refused.closed;
  await expect.poll(() => refusedFor(fixture, 'seat')).toBe(1);
  await fixture.proxy.stop();
  await using client = await StockClient.asked(fixture.playPort);
  expect(await client.enter('seat')).toMatchObject({
    name: 'server_join_reply',
    fields: { youCanJoin: false, message: 'The game cannot be reached now; try again' },
  });
  await client.closed;
  expect(await refusedFor(fixture, 'unavailable')).toBe(1);
});

test('a person counts towards the connections of its agent and the quotas of its token', async () => {
  const limits = { MAX_CONNECTIONS_PER_AGENT: '1', LLM_API_TOKENS: 'boss,seat=anna/cup/play/connections:1' };
  await using fixture = await startForPeople(limits);
  const { client } = await joinWith(fixture);
  await using second = await StockClient.asked(fixture.playPort);
  expect(await second.enter('seat')).toMatchObject({
    fields: { youCanJoin: false, message: expect.stringContaining('the 1 connections that it may have') },
  });
  await using agent = await RawAgentSocket.open(fixture.port, 'anna');
  const full = await agent.logIn({ api_token: 'boss', game_id: 'cup' });
  expect(full.data?.error_code).toBe('E111');
  await client[Symbol.asyncDispose]();
  const { client: next } = await joinWith(fixture);
  await next[Symbol.asyncDispose]();
});

test('when the gateway ends, people are told so in the chat or in the dialog, and the port is closed', async () => {
  const fixture = await startForPeople({}, { timeouts: { personEnd: 50 } });
  const { client, link } = await joinWith(fixture);
  await using waiting = await StockClient.asked(fixture.playPort);
  const ended = fixture[Symbol.asyncDispose]();
  expect(await link.ends.take()).toContain('The gateway restarts');
  expect(await waiting.packets.take()).toMatchObject({
    fields: { youCanJoin: false, message: expect.stringContaining('The gateway restarts') },
  });
  await Promise.all([client.closed, waiting.closed, ended]);
  const late = connect(fixture.playPort, '127.0.0.1');
  await new Promise((resolve) => late.once('error', resolve));
});

test('behind a balancer of TCP a person is who the PROXY header names', async () => {
  const trust = { TRUSTED_PROXIES: '127.0.0.1', PROXY_PROTOCOL: 'true', TRANSPORT: 'ws' };
  await using fixture = await startForPeople(trust);
  await using client = new StockClient(fixture.playPort);
  client.socket.write('PROXY TCP4 203.0.113.7 127.0.0.1 4000 5556\r\n');
  client.askToJoin();
  await client.packets.take();
  client.join('seat');
  const link = await fixture.proxy.people.take();
  expect(await link.joined.take()).toMatchObject({ address: '203.0.113.7' });
});
