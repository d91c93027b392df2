import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultsIn, runArena } from '../../../support/arena-command.js';
import { ModelServer } from '../../../support/models/model-server.js';
import { openAiChatFormat } from '../../../support/models/openai-chat-format.js';
import { advisedScript, type Script } from '../../../support/models/scripted-model.js';
import { type Stack, startStack } from '../../../support/stack.js';

let stack: Stack;
let folder = '';

beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(join(tmpdir(), 'freeciv-arena-'));
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const TURNS = 3;

/** How the model of that server plays, as a file for `--models`; its tokens cost money. */
async function modelsFile(server: ModelServer): Promise<string> {
  const prices = join(folder, 'prices.json');
  await writeFile(prices, JSON.stringify({ models: { 'a-model': { input: 1, output: 2 } } }));
  const profile = {
    model: 'a-model',
    'base-url': `${server.url}/v1`,
    prices,
    attempts: 1,
    'failed-turns': 1,
  };
  const file = join(folder, 'models.json');
  await writeFile(file, JSON.stringify({ x: profile }));
  return file;
}

test('a model plays a bot: results have its tokens and money, and a game in which it dies does not count', async () => {
  const advised = advisedScript();
  let games = 0;
  let last = 0;
  const script: Script = (prompt, count) => {
    const brief = prompt.turns.findLast(({ role, text }) => role === 'user' && /^Turn \d+ /m.test(text));
    const turn = Number(/^Turn (\d+) /m.exec(brief?.text ?? '')?.[1] ?? 0);
    if (last !== 1 && turn === 1) games += 1;
    last = turn;
    if (games === 2 && turn === 2) server.kill();
    return advised(prompt, count);
  };
  await using server = await ModelServer.start(openAiChatFormat, script);
  const out = join(folder, 'models');
  const plan = ['--players', 'llm:x,builder', '--seeds', '3', '--turns', String(TURNS), '--parallel', '1'];
  const played = await runArena(stack, [...plan, '--models', await modelsFile(server), '--out', out]);
  expect(played).toMatchObject({ code: 0 });
  expect(server.refused).toEqual([]);
  const [first, second] = await resultsIn(out);
  expect(first).toMatchObject({ match: 's3-1', status: 'valid', hash: null, playedTo: TURNS + 1 });
  const model = first?.players.find(({ contestant }) => contestant === 'llm:x');
  const end = model?.standings.end;
  expect(end?.tokens).toBeGreaterThan(0);
  expect(end?.costUsd).toBeGreaterThan(0);
  expect(model?.run).toMatchObject({ valid: true, turns: { played: TURNS } });
  const { usage } = model?.run ?? {};
  expect(end?.tokens).toBe((usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0));
  expect(end?.costUsd).toBeCloseTo(usage?.cost_usd ?? 0);
  expect(first?.players.find(({ contestant }) => contestant === 'builder')?.standings.end).toMatchObject({
    ...{ tokens: null, costUsd: null },
  });
  expect(second).toMatchObject({
    ...{ match: 's3-2', status: 'invalid', hash: null },
    reason: expect.stringMatching(/^llm:x: Turn 2: the model failed/),
  });
  const [report, csv] = await Promise.all(
    ['report.html', 'standings.csv'].map((name) => readFile(join(out, name), 'utf8')),
  );
  expect(report).toContain('<th scope="col">Tokens</th><th scope="col">US dollars</th>');
  expect(report).toMatch(/s3-2<\/th><td>invalid<\/td>.*llm:x: Turn 2: /);
  expect(csv).toContain(`s3-1,3,valid,end,llm:x,0,`);
  expect(csv).toContain(`,${end?.tokens},${end?.costUsd},`);
  expect(played.printed).toContain('1 of 2 matches count; 1 are invalid');
});

test('a model plays a scenario, and its score has its tokens and its money', async () => {
  await using server = await ModelServer.start(openAiChatFormat, advisedScript());
  const out = join(folder, 'scenario');
  const plan = [
    '--players',
    'llm:x',
    '--scenarios',
    'alliance,settle',
    '--difficulties',
    'easy',
    '--seeds',
    '1',
  ];
  const played = await runArena(stack, [...plan, '--models', await modelsFile(server), '--out', out]);
  expect(played).toMatchObject({ code: 0 });
  const results = await resultsIn(out);
  expect(results.map(({ status, reason }) => ({ status, reason }))).toEqual(
    results.map(() => ({ status: 'valid', reason: null })),
  );
  const [, ...lines] = (await readFile(join(out, 'scenarios.csv'), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [tokens, costUsd] = line.split(',').slice(-2).map(Number);
    expect(tokens).toBeGreaterThan(0);
    expect(costUsd).toBeGreaterThan(0);
  }
});
