import { expect, test } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { ok } from '#shared/core/result.js';
import type { Directory, ProxyEntry } from '#shared/store/directory.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { LinkSet } from '../../../gateway/link/link-set.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ScriptedProxy, secret } from './support/scripted-proxy.js';

/** Links to the proxies that `directory.proxies` names, on a virtual clock; pings do not count on it. */
function linksTo(proxies: Directory['proxies']) {
  const clock = new ManualClock();
  const metrics = createMetrics();
  const day = 86_400_000;
  const directory: Directory = {
    proxies,
    owner: async () => ok(undefined),
    onChange: () => () => undefined,
    close: async () => undefined,
  };
  const links = new LinkSet({
    ...{ clock, metrics, secret: () => secret, directory, isFixed: false, random: () => 0 },
    timeouts: { ...DEFAULT_TIMEOUTS, linkPing: day, linkSilence: day },
    log: createLogger('gateway', 'error'),
  });
  const start = () => links.start(() => ({ onUp() {}, onLost() {}, onPush() {} }));
  const areAllUp = async () => (await metrics.linkUp.get()).values[0]?.value;
  return { links, clock, start, areAllUp };
}

const entryOf = ({ port }: ScriptedProxy): ProxyEntry => ({
  ...{ id: `${port}`, url: `ws://127.0.0.1:${port}/llmsocket/8002`, games: 0, maxGames: 1 },
  isDraining: false,
});

test('the metric of the links is 1 again once a proxy that is gone has left the directory', async () => {
  const [one, other] = [await ScriptedProxy.start(), await ScriptedProxy.start()];
  let entries = [entryOf(one), entryOf(other)];
  const { links, clock, start, areAllUp } = linksTo(async () => ok(entries));
  await start();
  expect(await areAllUp()).toBe(0);
  await expect.poll(areAllUp).toBe(1);
  await other.stop();
  await expect.poll(areAllUp).toBe(0);
  entries = [entryOf(one)];
  clock.pass(31_000);
  await expect.poll(areAllUp).toBe(1);
  expect([...links.byUrl.keys()]).toEqual([entryOf(one).url]);
  // One more proxy, which does not answer yet.
  entries = [entryOf(one), entryOf(other)];
  clock.pass(1_000);
  await expect.poll(areAllUp).toBe(0);
  entries = [];
  await one.stop();
  await expect.poll(() => links.up.length).toBe(0);
  clock.pass(31_000);
  await expect.poll(() => links.byUrl.size).toBe(0);
  expect(await areAllUp()).toBe(0);
  links.close();
});

test('a directory that answers after the end opens no link', async () => {
  const proxy = await ScriptedProxy.start();
  let answer = () => {};
  const { links, start } = linksTo(
    () => new Promise((resolve) => (answer = () => resolve(ok([entryOf(proxy)])))),
  );
  const started = start();
  links.close();
  answer();
  await started;
  expect(links.byUrl.size).toBe(0);
  await proxy.stop();
});
