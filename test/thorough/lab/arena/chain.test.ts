import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { resultsIn, runArena } from '../../../support/arena-command.js';
import { ModelServer } from '../../../support/models/model-server.js';
import { openAiChatFormat } from '../../../support/models/openai-chat-format.js';
import { advisedScript, type Script, type SeenPrompt } from '../../../support/models/scripted-model.js';
import { type Stack, startStack } from '../../../support/stack.js';

let stack: Stack;
let folder = '';

beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(join(tmpdir(), 'freeciv-chain-'));
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const TURNS = 3;
const GAMES = 3;

/** The lessons in the first brief of a game; undefined when it has none. */
function lessonsIn({ turns }: SeenPrompt): string | undefined {
  return turns
    .map(({ text }) => /^Your lessons from earlier games:\n(.*)$/m.exec(text)?.[1])
    .find((text) => text !== undefined);
}

test('a model plays games in a row with its lessons and without them, and the difference is reported', async () => {
  const advised = advisedScript();
  const begun: (string | undefined)[] = [];
  const asked: string[] = [];
  const script: Script = (prompt, count) => {
    const last = prompt.turns.at(-1);
    if (last?.role === 'user' && last.text.includes('The game is over.')) {
      asked.push(last.text);
      return { text: `Lesson ${asked.length}: found cities at once.` };
    }
    if (prompt.turns.length === 1) begun.push(lessonsIn(prompt));
    return advised(prompt, count);
  };
  await using server = await ModelServer.start(openAiChatFormat, script);
  const models = join(folder, 'models.json');
  const profile = { model: 'a-model', 'base-url': `${server.url}/v1`, attempts: 1 };
  await writeFile(models, JSON.stringify({ x: profile }));
  const out = join(folder, 'out');
  const plan = ['--players', 'llm:x,builder', '--chain', String(GAMES), '--turns', String(TURNS)];
  const played = await runArena(stack, [...plan, '--models', models, '--out', out]);
  expect(played).toMatchObject({ code: 0 });
  expect(server.refused).toEqual([]);

  // Each game is told the lessons of the one before it; without lessons none is, and none is written.
  expect(begun).toEqual([
    undefined,
    'Lesson 1: found cities at once.',
    'Lesson 2: found cities at once.',
    ...Array.from({ length: GAMES }, () => undefined),
  ]);
  expect(asked).toHaveLength(GAMES);
  expect(asked[0]).toContain('You have written no lessons before.');
  expect(asked[1]).toContain('Lesson 1');

  const [first, second] = await Promise.all(
    ['with-lessons', 'without'].map((arm) => resultsIn(join(out, arm))),
  );
  for (const results of [first, second])
    expect(results?.map(({ match, status }) => [match, status])).toEqual([
      ['s1-1', 'valid'],
      ['s2-2', 'valid'],
      ['s3-1', 'valid'],
    ]);
  const report = z
    .object({
      players: z.array(
        z.object({ player: z.string(), difference: z.object({ mean: z.number(), seeds: z.number() }) }),
      ),
      by_place: z.array(z.object({ place: z.number(), players: z.array(z.object({ seeds: z.number() })) })),
    })
    .parse(JSON.parse(await readFile(join(out, 'chain.json'), 'utf8')));
  expect(report).toMatchObject({
    players: [{ player: 'llm:x', difference: { seeds: GAMES - 1 } }],
    by_place: [{ place: 1 }, { place: 2 }, { place: 3 }],
  });
  expect(played.printed).toMatch(/llm:x: score [\d.]+ with lessons, [\d.]+ without, difference .* \(2 seeds/);
});
