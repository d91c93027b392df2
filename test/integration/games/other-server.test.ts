import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { freePort } from '../../../proxy/games/server/server-startup.js';
import { createWorld } from '../../../proxy/world/world.js';
import { OTHER_PASSWORD, OtherServer } from '../../support/other-servers/other-server.js';
import { joinOther, playOther } from '../../support/other-servers/played-abroad.js';
import { invite, PersonClient } from '../../support/person-client.js';
import { type Stack, startStack } from '../../support/stack.js';

let binary = '';
let stack: Stack;

beforeAll(async () => {
  const found = await findServerBinary(process.env.FREECIV_SERVER);
  if (!found.ok) throw new Error(found.failure.message);
  binary = found.value;
  stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*', PLAY_PORT: String(await freePort()) });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** What a route of that game answers. */
async function ask(path: string, method = 'GET', body?: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${stack.httpUrl}/api/games/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** A file may be replaced while it is looked for. */
function hasText(file: string, text: string): boolean {
  try {
    return readFileSync(file).includes(text);
  } catch {
    return false;
  }
}

/** The files below a folder that have a text in them. */
function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => hasText(join(entry.parentPath, entry.name), text))
    .map(({ name }) => name);
}

/** Somebody with an ordinary client who takes a player of an AI too. */
async function person({ port }: OtherServer): Promise<SeatConnection> {
  const world = createWorld('attaching');
  const login = { port, username: 'Hannah', password: OTHER_PASSWORD, world };
  const signal = AbortSignal.timeout(60_000);
  const opened = await SeatConnection.open({ protocol: Protocol.load('3.0'), ...login, signal });
  if (!opened.ok) throw new Error(opened.failure.message);
  const free = [...world.players.values()].find(({ flags }) => flags.has('PLRF_AI'));
  await opened.value.request('chat_msg_req', { message: `/take "${free?.name}"` });
  return opened.value;
}

test('an agent joins a server of others with a password, plays, and plays on when that server is restarted', async () => {
  await using server = await OtherServer.start(binary, ['set aifill 3', 'set timeout 3600']);
  const agent = await joinOther(stack, server, 'abroad');
  const begun = await agent.push('turn_start');
  expect(begun.time_limit).toBe(3600);
  expect(await playOther(agent, 3)).toEqual([]);
  const watching = new WebSocket(`${stack.gatewayUrl}/ws/spectator/abroad`);
  const [first] = await once(watching, 'message');
  expect(JSON.parse(String(first))).toMatchObject({ type: 'snapshot' });
  watching.close();
  await server.saveAndKill();
  await agent.push('status', ({ status }) => status === 'recovering');
  await server.restart();
  await agent.push('status', ({ status }) => status === 'ready');
  expect(await playOther(agent, 2)).toEqual([]);
  const { text } = await ask('abroad');
  expect(JSON.parse(text)).toMatchObject({
    state: 'running',
    turn: 6,
    config: { join: { username: 'Ann' } },
  });
  expect(text).not.toContain(OTHER_PASSWORD);
  const keptIn = filesWith(OTHER_PASSWORD, stack.dataDir);
  expect(keptIn).toContain('game.json');
  expect(keptIn.filter((name) => !name.startsWith('game.json'))).toEqual([]);
  for (const [path, method, body] of [
    ['abroad/fork', 'POST', { turn: 2 }],
    ['abroad/saves', 'GET', undefined],
    ['abroad/save', 'POST', {}],
    ['abroad/pause', 'POST', {}],
    ['abroad/start', 'POST', {}],
  ] as const) {
    const refused = await ask(path, method, body);
    expect(JSON.parse(refused.text), path).toMatchObject({ code: 'E146' });
    expect(refused.status).toBe(409);
  }
  const other = await stack.agent('ben');
  const second = other.connect({ api_token: stack.token, game_id: 'abroad' });
  await expect(second).rejects.toMatchObject({ code: 'E141' });
  const invited = PersonClient.join(await invite(stack, 'abroad', 'person-1'));
  await expect(invited).rejects.toThrow('This game is on a server of others');
  expect((await ask('abroad/end', 'POST', {})).status).toBe(200);
  expect(JSON.parse((await ask('abroad')).text)).toMatchObject({ ended: { reason: 'admin' } });
  await stack.games.get('abroad')?.whenSettled();
  expect(filesWith(OTHER_PASSWORD, stack.dataDir)).toEqual([]);
});

test('in a running game of others an agent takes a player of an AI, and hears greeting, chat and votes', async () => {
  await using server = await OtherServer.start(binary, ['set aifill 3', 'set minplayers 0', 'start']);
  server.command('connectmsg "welcome to our server"');
  await expect.poll(() => server.lines.some((line) => line.includes('Game saved'))).toBe(true);
  const agent = await joinOther(stack, server, 'late');
  await agent.push('turn_start');
  await agent.push('chat_message', ({ text }) => text.includes('welcome to our server'));
  await expect
    .poll(() => server.lines.some((line) => line.includes('is now under human control')))
    .toBe(true);
  const hannah = await person(server);
  await hannah.request('chat_msg_req', { message: '/set timeout 77' });
  await agent.push('chat_message', ({ text }) => /New vote.*by Hannah/.test(text));
  expect(await agent.act('vote', { vote: 'no' })).toMatchObject({ outcome: 'applied' });
  const own = stack.games.get('late')?.seats[0]?.world;
  const name = own?.players.get(own.seat.player ?? -1)?.name;
  server.command(`take Hannah "${name}"`);
  await agent.push('status', ({ status }) => status === 'recovering');
  hannah.close();
  await agent.push('status', ({ status }) => status === 'ready');
  const { player_id, players } = await agent.state({ format: 'full' });
  expect(players[player_id ?? -1]).toMatchObject({ known_by: 'own' });
  expect(await playOther(agent, 2)).toEqual([]);
});

test('what cannot be had of a server of others is refused before anything is made', async () => {
  await using server = await OtherServer.start(binary);
  const wrong = joinOther(stack, server, 'wrong', { password: 'guessed' });
  await expect(wrong).rejects.toMatchObject({ code: 'E141', message: expect.stringContaining('password') });
  const agent = await stack.agent('cleo');
  const connect = (game_config: object) =>
    agent.connect({ api_token: stack.token, game_id: 'none', game_config });
  const place = { host: '127.0.0.1', port: server.port, username: 'Cleo' };
  await expect(connect({ join: place })).rejects.toMatchObject({ code: 'E141' });
  await expect(connect({ join: { ...place, host: 'elsewhere.example' } })).rejects.toMatchObject({
    code: 'E105',
    message: expect.stringContaining('FOREIGN_SERVERS'),
  });
  for (const field of [{ scenario: 'first-city' }, { sealed: true }, { humans: 1 }, { players: 6 }])
    await expect(connect({ join: place, ...field })).rejects.toMatchObject({
      code: 'E146',
      details: { path: `game_config.${Object.keys(field)[0]}` },
    });
  await server.kill();
  await expect(connect({ join: place })).rejects.toMatchObject({ code: 'E123' });
  expect(stack.games.get('none')).toBeUndefined();
});
