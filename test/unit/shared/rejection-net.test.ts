import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { GameBug, killServerOf } from '../../../proxy/games/faults/game-bug.js';

test('an unhandled rejection is counted and ends its game, not the process', async () => {
  const script = fileURLToPath(new URL('support/rejecting.ts', import.meta.url));
  const words = ['--conditions=source', '--import', 'tsx', script];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(JSON.parse(stdout)).toEqual({ count: 3, givenUp: ['one', 'two', null] });
});

test('a bug ends the server of the game that it names, and one that names none ends no server', async () => {
  const servers = new Map(['one', 'two'].map((id) => [id, spawn('sleep', ['60'])]));
  const games = {
    get: (id: string) => {
      const server = servers.get(id);
      return server && { serverPid: server.pid ?? 0 };
    },
  };
  const [one, two] = servers.values();
  if (one === undefined || two === undefined) throw new Error('there are two');
  const ended = once(one, 'exit');
  killServerOf(new Error('of no game'), games);
  killServerOf(new GameBug('gone', new Error('a bug')), games);
  killServerOf(new GameBug('one', new Error('a bug')), games);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(two.exitCode ?? two.signalCode).toBeNull();
  two.kill();
});
