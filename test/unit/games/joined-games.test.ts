import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fieldsOfOwnServers, gameConfigSchema, withoutPassword } from '#shared/protocol/game-config.js';
import { askServerVersion } from '../../../proxy/freeciv/server-version.js';
import { isOnOtherServer, newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { serverTimer } from '../../../proxy/games/lifecycle/game-progress.js';
import { seatEvents, snapshotOf } from '../../../proxy/games/seats/seat-events.js';
import { joinedServer } from '../../../proxy/games/server/joined-server.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld } from '../../../proxy/world/world.js';
import { ManualClock } from '../../support/manual-clock.js';

const join = { host: 'games.example.org', port: 5556, username: 'Ann', password: 'secret' };

test('the password of a server of others is in the record of its game, and in no configuration', () => {
  const config = gameConfigSchema.parse({ join });
  const record = newGameRecord('abroad', { config }, 300, 0);
  expect(record.joinPassword).toBe('secret');
  expect(JSON.stringify(record.config)).not.toContain('secret');
  expect(record).toMatchObject({ config: { join: { username: 'Ann' }, seeds: {} }, turnTimeLimit: 0 });
  expect(isOnOtherServer(record)).toBe(true);
  expect(isOnOtherServer(newGameRecord('own', { config: gameConfigSchema.parse({}) }, 300, 0))).toBe(false);
  expect(withoutPassword(config)).not.toHaveProperty('join.password');
});

test('what a server of others decides cannot be asked for with it', () => {
  const asked = (more: object) => fieldsOfOwnServers(gameConfigSchema.parse({ join, ...more }));
  expect(asked({})).toEqual([]);
  expect(asked({ spectators: false, ai_skill: 'easy' })).toEqual([]);
  expect(asked({ scenario: 'first-city', sealed: true })).toEqual(['scenario', 'sealed']);
  expect(asked({ map: { size: 4 }, seeds: { game: 1 }, players: 2 })).toEqual(['players', 'map', 'seeds']);
});

test('a user name, player or host that could be more than that is refused', () => {
  const fits = (more: object) => gameConfigSchema.safeParse({ join: { ...join, ...more } }).success;
  expect(fits({ player: "Kwanggaet'o the Great" })).toBe(true);
  for (const more of [
    { username: '1st' },
    { username: 'a b' },
    { player: 'A" hack "B' },
    { player: 'A\nB' },
    { password: 'a\u0000b' },
    { host: 'a.example:22' },
    { host: 'a/b' },
    { port: 0 },
    { secret: 1 },
  ])
    expect(fits(more), JSON.stringify(more)).toBe(false);
});

test('a server of others has no console, no saves and no process, and ends when it is left', async () => {
  const facts = { host: '127.0.0.1', port: 5556, version: '3.1.4', password: undefined };
  const server = joinedServer(facts);
  expect(server).toMatchObject({ isOwn: false, pid: 0, protocol: { table: { version: '3.1' } } });
  expect(server.writeCommand('quit')).toMatchObject({ failure: { code: 'E146' } });
  expect(await server.run('save now')).toMatchObject({ failure: { code: 'E146' } });
  expect(await server.readOutputFile('any')).toBeUndefined();
  server.kill();
  expect(await server.exited).toMatchObject({ code: 0, cause: 'wish' });
});

/** The port of a server that does this with each connection. */
async function listening(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => onSocket(socket.on('error', () => {})));
  onTestFinished(() => void server.close());
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

test('what is no freeciv-server is told from one that is not there, and is not waited for', async () => {
  const ask = (port: number, ms = 5000) =>
    askServerVersion({ host: '127.0.0.1', port, username: 'Ann', signal: AbortSignal.timeout(ms) });
  const web = await listening((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await ask(web)).toMatchObject({ kind: 'none', isReachable: true });
  const silent = await listening(() => {});
  expect(await ask(silent, 50)).toMatchObject({
    kind: 'none',
    reason: 'it does not answer',
    isReachable: false,
  });
  const closing = await listening((socket) => void socket.destroy());
  expect(await ask(closing)).toMatchObject({ kind: 'none', isReachable: false });
});

test('votes, greeting and words of the owner of a server of others are told at once, those of ours are not', () => {
  const told = (isForeign: boolean) => {
    const world = { ...createWorld(), isForeign };
    const before = snapshotOf(world);
    const chat = { tile: -1, turn: 1, phase: 0, connId: -1 };
    applyPacket(world, { name: 'connect_msg', fields: { message: 'welcome' } });
    applyPacket(world, { name: 'chat_msg', fields: { ...chat, event: 'E_VOTE_NEW', message: 'New vote' } });
    applyPacket(world, { name: 'chat_msg', fields: { ...chat, event: 'E_SETTING', message: 'a setting' } });
    commit(world);
    return seatEvents(before, world, []).map((event) => event.kind === 'chat_message' && event.message.text);
  };
  expect(told(true)).toEqual(['welcome', 'New vote']);
  expect(told(false)).toEqual([]);
});

test('the timer of a turn is the one of the server of others, and none where it has none', () => {
  const clock = new ManualClock();
  const world = createWorld();
  expect(serverTimer(world, clock).remainingMs()).toBeUndefined();
  applyPacket(world, { name: 'timeout_info', fields: { secondsToPhasedone: 90, lastTurnChangeTime: 0 } });
  const timer = serverTimer(world, clock);
  clock.pass(30_000);
  expect(timer.remainingMs()).toBe(60_000);
  clock.pass(90_000);
  expect(timer.remainingMs()).toBe(0);
});
