import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { answerAll } from './support/scripted-proxy.js';

const secret = 'what an agent keeps to itself';
const own = {
  agents: [{ player: 0, model: secret }],
  actions: [{ id: 1, text: secret }],
  transcript: [{ id: 1, text: secret }],
};
const shown = { stream: 's', turn: 3, cities: [{ id: 7, name: 'Rome' }] };

/** A gateway before a proxy that tells spectators what agents do, at once and of the past. */
async function start(environment: Record<string, string>): Promise<Fixture> {
  const fixture = await startFixture({ LLM_API_TOKENS: 'the-one-token', ...environment });
  fixture.proxy.respond = (request, proxy) => {
    const { type } = request;
    if (type === 'spectate' || type === 'recording_state')
      proxy.answer(request, type, { ...shown, ...own, version: 1 });
    else if (type === 'recording_turn')
      proxy.answer(request, type, {
        turn: 3,
        next: 4,
        frames: [
          { after: 0, snapshot: { ...shown, ...own, version: 1 } },
          { after: 9, update: { ...shown, ...own, since: 1, version: 2 } },
        ],
      });
    else answerAll(request, proxy);
  };
  return fixture;
}

/** All that a spectator is told by the time that it has seen so many messages. */
async function told(fixture: Fixture, token: string | undefined, count: number): Promise<string[]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${fixture.port}/ws/spectator/g`, { headers });
  const messages: string[] = [];
  socket.on('message', (bytes: Buffer) => messages.push(String(bytes)));
  await once(socket, 'open');
  const got = (n: number) => expect.poll(() => messages.length).toBe(n);
  await got(1);
  const asked = fixture.proxy.received.findLast(({ type }) => type === 'spectate');
  const update = { ...shown, ...own, since: 1, version: 2 };
  const push = { channel: asked?.data.channel, update };
  fixture.proxy.push('spectator_update', 'spectators', 'g', push);
  await got(2);
  socket.send(JSON.stringify({ type: 'spectator_turn', data: { turn: 3 } }));
  await got(3);
  socket.send(JSON.stringify({ type: 'spectator_seek', data: { turn: 3 } }));
  await got(count);
  socket.terminate();
  return messages;
}

test("who has no token sees a game as a whole, and nothing of an agent's own, now and in the past", async () => {
  await using fixture = await start({});
  const open = await told(fixture, undefined, 4);
  expect(open.map((text) => JSON.parse(text).type)).toEqual(['snapshot', 'update', 'turn', 'snapshot']);
  for (const text of open) {
    expect(text).toContain('Rome');
    expect(text).not.toContain(secret);
  }
  for (const text of await told(fixture, 'the-one-token', 4)) expect(text).toContain(secret);
});

test('SPECTATORS=open shows everybody what agents do and think; public never does', async () => {
  await using all = await start({ SPECTATORS: 'open' });
  for (const text of await told(all, undefined, 4)) expect(text).toContain(secret);
  await using whole = await start({ SPECTATORS: 'public', LLM_API_TOKENS: 'a=red,b=blue' });
  for (const text of await told(whole, 'a', 4)) expect(text).not.toContain(secret);
});

test('a token that is shown later adds what is an agent’s own', async () => {
  await using fixture = await start({});
  const socket = new WebSocket(`ws://127.0.0.1:${fixture.port}/ws/spectator/g`);
  const messages: string[] = [];
  socket.on('message', (bytes: Buffer) => messages.push(String(bytes)));
  await expect.poll(() => messages.length).toBe(1);
  socket.send(JSON.stringify({ type: 'spectator_connect', data: { api_token: 'the-one-token' } }));
  await expect.poll(() => messages.length).toBe(2);
  expect(messages[0]).not.toContain(secret);
  expect(messages[1]).toContain(secret);
  socket.terminate();
});

test('scores without a token do not tell how agents play', async () => {
  await using fixture = await start({});
  const known = {
    turns: 1,
    state_checked: 1,
    plans_carried_out: null,
    refusals_repeated: null,
    threat_turns: null,
  };
  const process = { ...known, threats_lost: null, idle_gold: 50, idle_units: 0, turns_out_of_time: 0 };
  fixture.proxy.respond = (request, proxy) =>
    proxy.answer(request, 'game_score', {
      ...{ game_id: 'g', turns: [] },
      process: [{ player: 0, ...process, tokens_per_turn: 4321 }],
    });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${fixture.port}/api/games/g/score`, { headers })).text();
  expect(JSON.parse(await ask({}))).toEqual({ game_id: 'g', turns: [] });
  expect(await ask({ authorization: 'Bearer the-one-token' })).toContain('"tokens_per_turn":4321');
});
