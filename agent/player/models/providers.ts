import { fail, ok, type Result } from '#shared/core/result.js';
import type { ModelProvider, ModelSettings, ProviderName } from './model-provider.js';

/** The environment variables that may hold the key of a provider, as its own SDK names them. */
export const keyNames: Readonly<Record<ProviderName, readonly string[]>> = {
  'openai-chat': ['OPENAI_API_KEY'],
  'openai-responses': ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
};

/** Where a provider is asked: at another address that was given, or at its own. */
export function addressOf(name: ProviderName, baseUrl: string | undefined): string {
  return baseUrl ?? ownAddresses[name];
}

const ownAddresses: Readonly<Record<ProviderName, string>> = {
  'openai-chat': 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  gemini: 'https://generativelanguage.googleapis.com',
};

const packages: Readonly<Record<ProviderName, string>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  anthropic: '@anthropic-ai/sdk',
  gemini: '@google/genai',
};

/** The interface that a model is reached by by default: that of its maker, or chat completions of any other server. */
export function guessProvider(model: string, baseUrl: string | undefined): ProviderName {
  if (/^claude/.test(model)) return 'anthropic';
  if (/^gemini/.test(model)) return 'gemini';
  return baseUrl === undefined && /^(?:gpt-|chatgpt|o\d)/.test(model) ? 'openai-responses' : 'openai-chat';
}

/** The key of a provider. A server at another address may want none; a failure names the variable that is not set. */
export function findKey(
  name: ProviderName,
  baseUrl: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<string | undefined, string> {
  const names = keyNames[name];
  const key = names.map((one) => env[one]).find((value) => value !== undefined && value !== '');
  if (key !== undefined || baseUrl !== undefined) return ok(key);
  return fail(`${names.join(' or ')} is not set. A server of your own needs --base-url instead.`);
}

/** Loads the SDK of a provider, and makes a model of it. A failure says which package is missing. */
export async function loadProvider(
  name: ProviderName,
  settings: ModelSettings,
): Promise<Result<ModelProvider, string>> {
  try {
    return ok(await create(name, settings));
  } catch (error) {
    const isMissing = error instanceof Error && Reflect.get(error, 'code') === 'ERR_MODULE_NOT_FOUND';
    if (isMissing)
      return fail(`The package ${packages[name]} is not installed: npm install ${packages[name]}`);
    throw error;
  }
}

/** Only the SDK that is needed is loaded: each takes a tenth of a second or more. */
async function create(name: ProviderName, settings: ModelSettings): Promise<ModelProvider> {
  switch (name) {
    case 'openai-chat': {
      const { OpenAiChat } = await import('./openai-chat.js');
      return new OpenAiChat(settings);
    }
    case 'openai-responses': {
      const { OpenAiResponses } = await import('./openai-responses.js');
      return new OpenAiResponses(settings);
    }
    case 'anthropic': {
      const { AnthropicMessages } = await import('./anthropic.js');
      return new AnthropicMessages(settings);
    }
    case 'gemini': {
      const { Gemini } = await import('./gemini.js');
      return new Gemini(settings);
    }
  }
}
