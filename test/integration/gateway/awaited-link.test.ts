import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { createLogger } from '#shared/core/log.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import { ProxyLink } from '../../../gateway/link/proxy-link.js';
import { freePort } from '../../support/free-port.js';
import { ManualClock } from '../../support/manual-clock.js';

test('a proxy that was away for long is connected to within a second once a request waits for it', async () => {
  const port = await freePort();
  const clock = new ManualClock();
  const link = new ProxyLink({
    ...{ url: `ws://127.0.0.1:${port}`, secret: () => 'unused', clock, timeouts: DEFAULT_TIMEOUTS },
    ...{ log: createLogger('test', 'fatal'), metrics: createMetrics(), random: () => 1 },
  });
  link.start({ onUp: () => {}, onLost: () => {}, onPush: () => {} });
  const isLongAway = () => {
    const isLong = link.retryAfter === 30;
    if (!isLong) clock.pass(1_000);
    return isLong;
  };
  await expect.poll(isLongAway, { interval: 5 }).toBe(true);
  const proxy = new WebSocketServer({ host: '127.0.0.1', port });
  await once(proxy, 'listening');
  const up = link.whenUp(5_000);
  clock.pass(1_000);
  await expect.poll(() => link.isUp).toBe(true);
  expect(await up).toBe(true);
  link.close();
  proxy.close();
});
