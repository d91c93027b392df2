import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { freePort } from '../../support/free-port.js';
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
