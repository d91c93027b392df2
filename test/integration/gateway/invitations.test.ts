import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invitationsSchema, madeInvitationSchema } from '#shared/protocol/invitations.js';
import { startFixture } from './support/gateway-fixture.js';
import { type PeopleFixture, startForPeople } from './support/people-fixture.js';
import { StockClient } from './support/stock-client.js';

interface Asked {
  readonly game?: string;
  readonly id?: string;
  readonly by?: string;
  readonly body?: unknown;
}

async function ask({ port }: { readonly port: number }, method: string, asked: Asked = {}) {
  const { game = 'cup', id = '', by = 'boss', body } = asked;
  const response = await fetch(`http://127.0.0.1:${port}/api/games/${game}/invitations${id && `/${id}`}`, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer: unknown = await response.json();
  return { status: response.status, answer, cache: response.headers.get('cache-control') };
}

async function invite(fixture: PeopleFixture, body?: unknown) {
  const { status, answer, cache } = await ask(fixture, 'POST', { body });
  expect({ status, cache, answer }).toMatchObject({ status: 201, cache: 'no-store' });
  return madeInvitationSchema.parse(answer);
}

async function list(fixture: PeopleFixture) {
  const { answer } = await ask(fixture, 'GET');
  return invitationsSchema.parse(answer);
}

test('an invitation is a token for one free seat, and is listed without the token', async () => {
  await using fixture = await startForPeople({ PLAY_HOST: 'play.example' });
  // The proxy says that person-1 has a seat.
  const anna = await invite(fixture, { name: 'Anna' });
  const bob = await invite(fixture);
  const place = { host: 'play.example', port: fixture.playPort };
  expect(anna).toMatchObject({ agent_id: 'person-2', game_id: 'cup', name: 'Anna', ...place });
  expect(bob).toMatchObject({ agent_id: 'person-3', name: null });
  const client = await StockClient.asked(fixture.playPort);
  client.join(anna.token);
  const link = await fixture.proxy.people.take();
  expect(await link.joined.take()).toMatchObject({ game_id: 'cup', agent_id: 'person-2' });
  await expect.poll(async () => (await list(fixture)).invitations[0]?.connected).toBe(true);
  const listed = await list(fixture);
  expect(listed).toMatchObject(place);
  expect(listed.invitations).toMatchObject([
    { invitation_id: anna.invitation_id, agent_id: 'person-2', name: 'Anna', connected: true },
    { invitation_id: bob.invitation_id, agent_id: 'person-3', name: null, connected: false },
  ]);
  expect(JSON.stringify(listed)).not.toContain(anna.token);
  const files = await readdir(join(fixture.dataDir, 'agent-tokens'));
  expect(files.join()).not.toContain(anna.token);
  await client[Symbol.asyncDispose]();
});

test('a withdrawn invitation ends the connection of its person, and joins no more', async () => {
  await using fixture = await startForPeople({}, { timeouts: { personEnd: 50 } });
  const { token, invitation_id: id } = await invite(fixture);
  const kept = await invite(fixture);
  await using client = await StockClient.asked(fixture.playPort);
  client.join(token);
  const link = await fixture.proxy.people.take();
  await link.joined.take();
  const { status, answer } = await ask(fixture, 'DELETE', { id });
  expect(status).toBe(200);
  expect(answer).toMatchObject({ invitations: [{ invitation_id: kept.invitation_id }] });
  expect(await link.ends.take()).toBe('Your invitation was withdrawn');
  // The proxy does not end it: the gateway does.
  await client.closed;
  await using again = await StockClient.asked(fixture.playPort);
  expect(await again.enter(token)).toMatchObject({
    fields: { message: expect.stringContaining('withdrawn') },
  });
  expect((await ask(fixture, 'DELETE', { id })).status).toBe(200);
  expect((await ask(fixture, 'DELETE', { id: '0' })).answer).toMatchObject({ invitations: [{}] });
});

test('who manages a game invites to free seats, and to those that its token may play', async () => {
  const tokens = 'boss=*/*/play+manage,manager=*/cup/manage,player=*/cup/play';
  await using fixture = await startForPeople({ LLM_API_TOKENS: tokens });
  expect((await ask(fixture, 'POST', { by: 'player' })).status).toBe(403);
  expect((await ask(fixture, 'GET', { by: 'player' })).status).toBe(403);
  expect((await ask(fixture, 'POST', { by: 'manager', game: 'league' })).status).toBe(403);
  const post = (by: string, body: unknown) => ask(fixture, 'POST', { by, body });
  for (const agent_id of ['red', 'person-1', 'carla'])
    expect(await post('manager', { agent_id })).toMatchObject({
      status: 400,
      answer: { code: 'E105', path: 'agent_id' },
    });
  for (const agent_id of ['person-7', 'person-7'])
    expect((await post('manager', { agent_id })).status).toBe(201);
  const toSeven = (await list(fixture)).invitations.filter(({ agent_id }) => agent_id === 'person-7');
  expect(toSeven).toHaveLength(1);
  expect((await post('boss', { agent_id: 'red' })).status).toBe(201);
  expect(await post('boss', { agent_id: 'no/id' })).toMatchObject({ status: 400 });
  expect(await post('boss', { name: 'a\u0007' })).toMatchObject({ status: 400, answer: { path: 'name' } });
  expect(await ask(fixture, 'POST', { game: 'nowhere' })).toMatchObject({ status: 404 });
});

test('without PLAY_PORT nobody is invited, and the answer names the setting', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: 'boss=*/*/play+manage' });
  fixture.proxy.respond = (request, proxy) => proxy.answer(request, 'game_info', { seats: [] });
  const refused = await ask(fixture, 'POST', {});
  expect(refused).toMatchObject({
    status: 400,
    answer: { code: 'E105', error: expect.stringContaining('PLAY_PORT') },
  });
  expect((await ask(fixture, 'GET')).answer).toEqual({ invitations: [], host: null, port: null });
});
