import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { startProxy } from '../../../services/proxy/proxy.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startService } from '../../support/services/service-process.js';
import { plain } from '../../support/services/settings.js';
import { askUpgrade } from '../../support/upgrade-request.js';

/** Where a gateway opens its link. */
const LINK = '/llmsocket/8002';

test('a proxy outlives strangers who reset the connections on which they ask for a link', async () => {
  await using data = await makeDataFolder();
  const proxy = await startService({ name: 'proxy', environment: { ...plain, DATA_DIR: data.path } });
  for (let count = 0; count < 40; count++)
    (await askUpgrade(proxy.port, LINK, { isHalfOpen: true })).resetAndDestroy();
  const last = await askUpgrade(proxy.port, LINK, { isHalfOpen: true });
  const [answer] = await once(last, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  last.resetAndDestroy();
  expect((await fetch(`http://127.0.0.1:${proxy.port}/health/live`)).status).toBe(200);
  expect(await proxy.stop()).toBe(0);
});

test('a proxy that ends does not wait for strangers whom it has refused', async () => {
  await using data = await makeDataFolder();
  const read = readConfig({ ...plain, DATA_DIR: data.path });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const log = createLogger('test', 'fatal');
  const proxy = await startProxy({ config: read.value, log });
  const stranger = await askUpgrade(proxy.port, LINK, { isHalfOpen: true });
  stranger.resume();
  await once(stranger, 'end');
  await proxy.close();
  stranger.destroy();
});
