import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proxyHealthSchema } from '#shared/protocol/rest.js';
import { supportedVersions } from '../../../proxy/freeciv/packet-table.js';
import { unsupportedSentence } from '../../../proxy/games/server/server-binary.js';
import { gameServer } from '../../../tools/doctor/software.mjs';
import { ensureGameServer, supportedSeries } from '../../../tools/steps/game-server.mjs';
import { startStack } from '../../support/stack.js';

let folder = '';
let FREECIV_SERVER = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-newer-'));
  FREECIV_SERVER = join(folder, 'freeciv-server');
  await writeFile(FREECIV_SERVER, '#!/bin/sh\necho "Freeciv version 3.3.1"\n');
  await chmod(FREECIV_SERVER, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('which version was found where, which are spoken and what to do is one sentence, whoever is asked', async () => {
  const sentence = unsupportedSentence(FREECIV_SERVER, '3.3.1');
  expect(sentence).toBe(
    `${FREECIV_SERVER} has version 3.3.1, and this gateway speaks 3.0, 3.1, 3.2: ` +
      'install freeciv-server 3.0 or 3.1 or 3.2 beside it and set FREECIV_SERVER to its path',
  );
  await expect(ensureGameServer({ FREECIV_SERVER })).rejects.toThrow(sentence);
  expect(await gameServer({ FREECIV_SERVER })).toMatchObject({ state: 'broken', found: sentence });
  await using stack = await startStack({ FREECIV_SERVER });
  const agent = await stack.agent('ann');
  await expect(agent.connect({ api_token: stack.token, game_id: 'newer' })).rejects.toThrow(sentence);
  const health = await fetch(`${stack.proxyHttpUrl}/health`);
  expect(health.status).toBe(503);
  const { dependencies } = proxyHealthSchema.parse(await health.json());
  expect(dependencies.game_servers).toMatchObject({ up: false, problem: sentence });
});

test('the versions that are spoken are in one place', () => {
  expect(supportedSeries()).toEqual(supportedVersions);
});
