import { expect, test } from 'vitest';
import { collectProcessMetrics } from '#shared/core/process.js';
import { createMetrics } from '../../../gateway/core/metrics.js';

test('metrics are named as Prometheus wants them, and no label takes what a caller chooses', async () => {
  const metrics = createMetrics();
  collectProcessMetrics(metrics.registry);
  for (const { name, type, help } of await metrics.registry.getMetricsAsJSON()) {
    expect(name.endsWith('_total'), name).toBe(String(type) === 'counter');
    expect(help, name).not.toBe('');
  }
  const labels = await metrics.registry.metrics();
  expect(labels).not.toMatch(/agent=|session=|game=|address=/);
});
