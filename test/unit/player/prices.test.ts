import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_USAGE } from '../../../agent/player/models/messages.js';
import { costOf, priceOf } from '../../../agent/player/prices.js';

const known = async (model: string) => (await priceOf(model, undefined)).ok;

test('a model has the price of the longest name that its own begins with', async () => {
  const dated = await priceOf('gpt-5.4-mini-2026-03-01', undefined);
  const plain = await priceOf('gpt-5.4-mini', undefined);
  expect(dated).toEqual(plain);
  expect(dated).not.toEqual(await priceOf('gpt-5.4', undefined));
  expect(await priceOf('openai/gpt-5.4-mini', undefined)).toEqual(plain);
  expect(await known('claude-haiku-4-5-20251001')).toBe(true);
  expect(await priceOf('llama3.1', undefined)).toEqual({ ok: true, value: undefined });
  expect(await priceOf('gpt-50', undefined)).toEqual({ ok: true, value: undefined });
});

test('cached and written tokens have prices of their own, and that of other input without', () => {
  const usage = { input: 3_000_000, written: 1_000_000, cached: 2_000_000, output: 500_000 };
  expect(costOf(usage, { input: 2, cached: 0.5, written: 4, output: 10 })).toBe(4 + 4 + 1 + 5);
  expect(costOf(usage, { input: 2, output: 10 })).toBe(6 + 4 + 5);
  expect(costOf(usage, undefined)).toBeNull();
  expect(costOf(NO_USAGE, { input: 2, output: 10 })).toBe(0);
});

test('a table of the user goes before the own one, and what is wrong with it is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-prices-'));
  const file = join(folder, 'prices.json');
  await writeFile(file, JSON.stringify({ models: { mine: { input: 1, output: 2 } } }));
  expect(await priceOf('mine', file)).toEqual({ ok: true, value: { input: 1, output: 2 } });
  await writeFile(file, JSON.stringify({ models: { mine: { input: 'dear', output: 2 } } }));
  expect(await priceOf('mine', file)).toMatchObject({
    ok: false,
    failure: expect.stringContaining('models.mine.input'),
  });
  expect((await priceOf('mine', join(folder, 'none.json'))).ok).toBe(false);
  await rm(folder, { recursive: true });
});
