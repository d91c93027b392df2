import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { invalidReason } from '../../../agent/player/play-report.js';
import { freePort } from '../../support/free-port.js';
import { formats } from '../../support/models/formats.js';
import { MODEL_KEY, ModelServer } from '../../support/models/model-server.js';
import { openAiChatFormat } from '../../support/models/openai-chat-format.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript, type Script } from '../../support/models/scripted-model.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const run = promisify(execFile);

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '20', MAX_CONNECTIONS_PER_AGENT: '8' });
});

afterAll(() => stack[Symbol.asyncDispose]());

const choiceSchema = z.looseObject({
  properties: z.looseObject({
    actions: z.looseObject({
      items: z.looseObject({ anyOf: z.array(z.looseObject({ properties: z.looseObject({}) })).min(3) }),
    }),
  }),
});

/** The first action that a schema allows. */
function firstAllowed(schema: unknown): object {
  const [first] = choiceSchema.parse(schema).properties.actions.items.anyOf;
  const fields = Object.entries(first?.properties ?? {}).map(([name, field]) => {
    if (!isJsonObject(field)) throw new Error(`${name} has no schema`);
    return [name, Array.isArray(field.enum) ? field.enum[0] : field.const] as const;
  });
  return Object.fromEntries(fields);
}

test.concurrent.each(formats)(
  'a model behind %s that has no tools plays by a schema of the legal actions',
  async (provider, format) => {
    const script: Script = ({ schema }) => ({ text: JSON.stringify({ actions: [firstAllowed(schema)] }) });
    await using server = await ModelServer.start(format, script);
    const { report } = await playedByModel({
      ...{ stack, gameId: `schema-${provider}`, provider, server },
      args: ['--turns', '2', '--play', 'schema'],
    });
    expect(server.refused).toEqual([]);
    expect(invalidReason(report)).toBeUndefined();
    expect(server.bodies.length).toBeGreaterThan(0);
    const game = stack.games.get(`schema-${provider}`);
    expect(game?.seat('a-model')?.world.game?.turn).toBeGreaterThanOrEqual(3);
  },
);

test('a model that can only write plays by numbers, is asked again, and reads what came of it', async () => {
  const script: Script = (_prompt, count) => ({ text: count === 0 ? 'I would rather explore.' : '1, 2' });
  await using server = await ModelServer.start(openAiChatFormat, script);
  const { report } = await playedByModel({
    ...{ stack, gameId: 'numbers', provider: 'openai-chat', server },
    args: ['--turns', '30', '--game-calls', '3', '--play', 'numbers'],
  });
  expect(server.refused).toEqual([]);
  expect(invalidReason(report)).toBeUndefined();
  expect(report.stopped).toBe("the game's limit of 3 calls of the model is reached");
  expect(server.bodies[0]).toMatch(/What can be done:\\n1: .+\\n2: /);
  expect(server.bodies[1]).toContain('That is no answer to what was asked');
  expect(server.bodies[2]).toMatch(/What came of your choices: (?:applied|no_effect)/);
  expect(server.bodies[0]).not.toContain('"tools"');
});

const SUMMARY = 'We hold one city and settle north. The Romans are peaceful.';

test('a long conversation becomes a summary, which the next player of the seat goes on with', async () => {
  const advised = advisedScript();
  const script: Script = (prompt, count) =>
    prompt.turns.at(-1)?.text.startsWith('The conversation is getting long') === true
      ? { text: SUMMARY }
      : advised(prompt, count);
  await using server = await ModelServer.start(openAiChatFormat, script);
  const game = { stack, gameId: 'summary', provider: 'openai-chat', server } as const;
  const { report } = await playedByModel({ ...game, args: ['--turns', '5', '--context-tokens', '900'] });
  expect(server.refused).toEqual([]);
  expect(invalidReason(report)).toBeUndefined();
  const summarized = server.bodies.filter((body) => body.includes(`in your own words:\\n${SUMMARY}`));
  expect(summarized.length).toBeGreaterThan(0);
  expect(summarized.at(-1)?.length).toBeLessThan(Math.max(...server.bodies.map(({ length }) => length)));
  const before = server.bodies.length;
  await playedByModel({ ...game, args: ['--turns', '1'] });
  expect(server.bodies[before]).toContain(`Your notes:\\n- Summary of the game: ${SUMMARY}`);
});

/** Runs the built command as a user does. */
function play(args: readonly string[], env: Record<string, string>) {
  const own = { ...process.env, LLM_API_TOKEN: stack.token, OPENAI_API_KEY: MODEL_KEY, ...env };
  const words = ['--model', 'a-model', '--gateway', stack.httpUrl, ...args];
  const command = [join(repository, 'dist/agent/player/main.js'), ...words];
  return run(process.execPath, command, { env: own, timeout: 120_000 });
}

test('the command of the player tells how it played, fails without a model, and asks nobody in a dry run', async () => {
  await using server = await ModelServer.start(openAiChatFormat, advisedScript());
  const args = ['--game', 'command', '--base-url', `${server.url}/v1`];
  const [{ stdout }, dry, unset] = await Promise.all([
    play([...args, '--turns', '2'], {}),
    play(['--game', 'dry', '--provider', 'anthropic', '--dry-run'], { ANTHROPIC_API_KEY: '' }),
    play(['--provider', 'gemini'], { GEMINI_API_KEY: '', GOOGLE_API_KEY: '' }).catch(
      (error: unknown) => error,
    ),
  ]);
  expect(stdout).toMatch(
    /^turn 1: played, score \d+, \d calls, [\d,]+ new and [\d,]+ cached tokens read, \d+ written/m,
  );
  expect(stdout).toMatch(/^ {2}end_turn \{"until":"turn"\}$/m);
  expect(stdout).toMatch(
    /^2 turns: 2 played, score \d+\n.*\nstopped: all turns are played\nthe run is valid$/m,
  );
  expect(JSON.parse(dry.stdout)).toMatchObject({
    ...{ model: 'a-model', stream: true, cache_control: { type: 'ephemeral' } },
    messages: [{ role: 'user', content: [{ text: expect.stringMatching(/^Turn 1 /) }] }],
  });
  expect(unset).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('GEMINI_API_KEY or GOOGLE_API_KEY'),
  });
  expect(stdout).toMatch(/^watch at http:\/\/127\.0\.0\.1:\d+\/#\/game\/command$/m);
  expect(stdout).toMatch(/^ {4}do → \d+ done\./m);
});

test('a faulty configuration ends the player before the first turn, in one line with what to check', async () => {
  await using server = await ModelServer.start(openAiChatFormat, () => ({ text: 'ready' }));
  const refusing = await ModelServer.start(openAiChatFormat, () => ({ kind: 'status', status: 404 }));
  await using _ = refusing;
  const nobody = `127.0.0.1:${await freePort()}`;
  const failed = (args: readonly string[], env = {}) =>
    play(['--game', 'unbegun', ...args], env).catch((error: unknown) => error);
  const said = await Promise.all([
    failed(['--base-url', `${server.url}/v1`], { OPENAI_API_KEY: 'a wrong one' }),
    failed(['--base-url', `${refusing.url}/v1`]),
    failed(['--base-url', `http://${nobody}/v1`]),
    failed(['--base-url', `${server.url}/v1`, '--gateway', `ws://${nobody}`]),
    failed(['--base-url', `${server.url}/v1`], { LLM_API_TOKEN: 'a wrong one' }),
  ]);
  const wanted = [
    `a-model at ${server.url}/v1 cannot be asked: .*\\. Check the key in OPENAI_API_KEY\\.`,
    `a-model at ${refusing.url}/v1 cannot be asked: .*\\. Check the name of the model \\(--model a-model\\)`,
    `a-model at http://${nobody}/v1 cannot be asked: .*ECONNREFUSED.*\\. Check the address \\(--base-url\\)`,
    `No gateway answers at ws://${nobody}. Is npm start running there\\? Check --gateway`,
    'ws://127.0.0.1:\\d+ does not take the token. Check LLM_API_TOKEN',
  ];
  for (const [index, outcome] of said.entries())
    expect(outcome).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`^${wanted[index]}[^\\n]*\\n$`)),
    });
  expect(stack.games.get('unbegun')).toBeUndefined();
});
