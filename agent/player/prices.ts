import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { TokenUsage } from './models/messages.js';
import ownPrices from './prices.json' with { type: 'json' };

const price = z.number().nonnegative();

const priceSchema = z.strictObject({
  input: price.describe('Input that is not in the cache of the provider, USD for a million tokens'),
  cached: price.exactOptional().describe('Input from the cache; as other input without it'),
  written: price.exactOptional().describe('Input that is written into the cache; as other input without it'),
  output: price.describe('Output, thinking included'),
});

const pricesSchema = z.looseObject({ models: z.record(z.string(), priceSchema) });

/** What a model costs, in USD for a million tokens. */
export type Price = z.infer<typeof priceSchema>;

const MILLION = 1e6;

/**
 * The price of a model by its name, from the table of a file or the player's own. Undefined when the table does not have it. A
 * failure names what is wrong with the file.
 */
export async function priceOf(
  model: string,
  file: string | undefined,
): Promise<Result<Price | undefined, string>> {
  const table = file === undefined ? ownPrices : parseJson(await readFile(file, 'utf8').catch(() => ''));
  const read = pricesSchema.safeParse(table);
  if (!read.success) return fail(`${file} is no table of prices: ${z.prettifyError(read.error)}`);
  const { models } = read.data;
  // OpenRouter and others put the maker before the name.
  const name = model.slice(model.lastIndexOf('/') + 1);
  const [known] = Object.keys(models)
    .filter((key) => name === key || model === key || name.startsWith(`${key}-`))
    .toSorted((a, b) => b.length - a.length);
  return ok(known === undefined ? undefined : models[known]);
}

/** USD for these tokens; null when the price is not known. */
export function costOf({ input, written, cached, output }: TokenUsage, of: Price | undefined): number | null {
  if (of === undefined) return null;
  const { cached: cachedPrice = of.input, written: writtenPrice = of.input } = of;
  const plain = (input - written) * of.input + written * writtenPrice + cached * cachedPrice;
  return (plain + output * of.output) / MILLION;
}
