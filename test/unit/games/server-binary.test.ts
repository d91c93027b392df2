import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  binaryCandidates,
  findServerBinary,
  SupportedServers,
} from '../../../proxy/games/server/server-binary.js';

test('configured paths are the only ones looked at', () => {
  expect(binaryCandidates('/opt/freeciv-server', '/bin')).toEqual(['/opt/freeciv-server']);
  expect(binaryCandidates('/opt/one:/opt/other', '/bin')).toEqual(['/opt/one', '/opt/other']);
});

test('the games folders are looked at before PATH, and last where Homebrew and others install', () => {
  expect(binaryCandidates(undefined, '/bin::/opt/bin')).toEqual([
    '/usr/games/freeciv-server',
    '/usr/local/games/freeciv-server',
    '/bin/freeciv-server',
    '/opt/bin/freeciv-server',
    '/opt/homebrew/bin/freeciv-server',
    '/usr/local/bin/freeciv-server',
    '/home/linuxbrew/.linuxbrew/bin/freeciv-server',
    '/snap/bin/freeciv-server',
    '/var/lib/flatpak/exports/bin/freeciv-server',
  ]);
});

test('a server that is not there is E142 with what to do', async () => {
  const found = await findServerBinary('/nowhere/freeciv-server');
  expect(found).toMatchObject({
    ok: false,
    failure: { code: 'E142', message: expect.stringContaining('FREECIV_SERVER') },
  });
});

test('a game gets the first supported server, the one it asks for, or one that can load its save', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-servers-'));
  const paths: string[] = [];
  for (const version of ['3.3.1', '3.0.6', '3.2.4']) {
    const path = join(folder, version);
    await writeFile(path, `#!/bin/sh\necho "Freeciv version ${version}"\n`);
    await chmod(path, 0o755);
    paths.push(path);
  }
  const configured = paths.join(delimiter);
  const servers = new SupportedServers();
  const found = async (wish = {}) => {
    const server = await servers.find(configured, wish);
    return server.ok ? server.value.version : server.failure.message;
  };
  expect((await servers.usable(configured)).map(({ version }) => version)).toEqual(['3.0.6', '3.2.4']);
  expect(await found()).toBe('3.0.6');
  expect(await found({ asked: '3.2' })).toBe('3.2.4');
  expect(await found({ asked: paths[2] })).toBe('3.2.4');
  const here = `3.0.6 (${paths[1]}) or 3.2.4 (${paths[2]})`;
  for (const asked of ['3.1', paths[0], '/bin/sh'])
    expect(await found({ asked })).toBe(
      `There is no game server ${asked} here; game_config.server can be ${here}`,
    );
  expect(await found({ savedBy: '3.0.1' })).toBe('3.0.6');
  expect(await found({ savedBy: '3.1.4' })).toBe('3.2.4');
  const old = await servers.find(paths[1], { savedBy: '3.2.4' });
  expect(old).toMatchObject({
    failure: {
      code: 'E142',
      message: `The game was saved by freeciv-server 3.2.4, which no older version can load; here is 3.0.6 (${paths[1]})`,
    },
  });
  await rm(folder, { recursive: true });
});
