import { fail, ok, type Result } from '#shared/core/result.js';
import type { ModelProvider } from './models/model-provider.js';
import { findKey, guessProvider, loadProvider } from './models/providers.js';
import { agentIdOf, type PlayOptions } from './options.js';
import { type Price, priceOf } from './prices.js';

/** Longer keys are refused by OpenAI. */
const MAX_CACHE_KEY_CHARS = 64;

/** A model that can be asked, and what it costs. */
export interface ConfiguredModel {
  readonly provider: ModelProvider;
  /** Undefined where it is not known. */
  readonly price: Price | undefined;
}

/** The model of some options, with its key of the environment; a failure is a text for the user. */
export async function configuredModel(
  options: PlayOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<ConfiguredModel, string>> {
  const provider = await providerOf(options, environment);
  if (!provider.ok) return provider;
  const price = await priceOf(options.model, options.prices);
  if (!price.ok) return price;
  const hasMoneyLimit = (options['turn-cost'] ?? options['game-cost']) !== undefined;
  if (hasMoneyLimit && price.value === undefined)
    return fail(`The price of ${options.model} is not known: add it to a table and give it with --prices`);
  return ok({ provider: provider.value, price: price.value });
}

async function providerOf(
  options: PlayOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<ModelProvider, string>> {
  const { model, effort, game } = options;
  const baseUrl = options['base-url'];
  const name = options.provider ?? guessProvider(model, baseUrl);
  const key = findKey(name, baseUrl, environment);
  // A dry run sends no request.
  if (!key.ok && !options['dry-run']) return key;
  const apiKey = key.ok ? key.value : undefined;
  const cacheKey = `freeciv-${game}-${agentIdOf(options)}`.slice(0, MAX_CACHE_KEY_CHARS);
  return loadProvider(name, { model, baseUrl, apiKey, effort, cacheKey });
}
