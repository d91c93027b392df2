import { expect, test } from 'vitest';
import { findKey, guessProvider } from '../../../agent/player/models/providers.js';
import { agentIdOf, limitsOf, readOptions, USAGE } from '../../../agent/player/options.js';

function optionsOf(...args: readonly string[]) {
  const read = readOptions(['--model', 'a-model', ...args]);
  if (!read.ok) throw new Error(read.failure);
  return read.value;
}

test('the command line of the player has limits for a turn from the start, and for a game where given', () => {
  expect(limitsOf(optionsOf(), 'turn')).toEqual({
    calls: 12,
    tokens: 50_000,
    seconds: 300,
    costUsd: undefined,
  });
  const given = optionsOf('--game-cost', '2.5', '--game-tokens', '1000', '--turn-seconds', '0.5');
  expect(limitsOf(given, 'game')).toMatchObject({ calls: undefined, tokens: 1000, costUsd: 2.5 });
  expect(limitsOf(given, 'turn').seconds).toBe(0.5);
});

test('the command line of the player names the option at fault, and asks for the usage with --help', () => {
  const failure = (...args: readonly string[]) => {
    const read = readOptions(args);
    return read.ok ? 'read' : read.failure;
  };
  expect(failure('--help')).toBe(USAGE);
  expect(failure()).toMatch(/^--model: is missing\n/);
  expect(failure('--model', '', '--turns', '0')).toMatch(
    /^--model: is empty\n--turns: expected more than 0\n/,
  );
  expect(failure('--model', 'm', '--base-url', 'here')).toMatch(
    /^--base-url: expected an address such as http/,
  );
  expect(failure('--model', 'm', '--turns', 'many')).toMatch(/^--turns: expected a number\n/);
  expect(failure('--model', 'm', '--game', 'no spaces')).toMatch(/^--game: /);
  expect(failure('--model', 'm', '--colour', 'red')).toMatch(/--colour/);
  expect(failure('--model', 'm', '--provider', 'another')).toMatch(
    /^--provider: expected one of .*openai-chat/,
  );
});

test('the command line of the player names the agent after its model, in letters that an agent may have', () => {
  expect(agentIdOf({ ...optionsOf(), model: 'meta/llama 3.1' })).toBe('meta-llama-3.1');
  expect(agentIdOf({ ...optionsOf(), model: 'm'.repeat(80) })).toHaveLength(64);
  expect(agentIdOf(optionsOf('--agent', 'red'))).toBe('red');
});

test.each([
  ['claude-haiku-4-5', undefined, 'anthropic'],
  ['gemini-2.5-flash', undefined, 'gemini'],
  ['gpt-5-mini', undefined, 'openai-responses'],
  ['o3', undefined, 'openai-responses'],
  ['gpt-oss:20b', 'http://127.0.0.1:11434/v1', 'openai-chat'],
  ['llama3.1', undefined, 'openai-chat'],
] as const)('%s at %s is reached by %s', (model, baseUrl, provider) => {
  expect(guessProvider(model, baseUrl)).toBe(provider);
});

test("a key is found under the names of its provider; a server of one's own needs none", () => {
  expect(findKey('gemini', undefined, { GOOGLE_API_KEY: 'g' })).toEqual({ ok: true, value: 'g' });
  expect(findKey('anthropic', undefined, { OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: '' })).toEqual({
    ok: false,
    failure: 'ANTHROPIC_API_KEY is not set. A server of your own needs --base-url instead.',
  });
  expect(findKey('openai-chat', 'http://127.0.0.1:1/v1', {})).toEqual({ ok: true, value: undefined });
});
