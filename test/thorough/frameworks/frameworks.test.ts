import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { toolNames } from '#shared/protocol/tools.js';
import {
  frameworkNames,
  installFrameworks,
  runFramework,
} from '../../support/frameworks/framework-folder.js';
import { FrameworkModel } from '../../support/frameworks/framework-model.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const TURNS = 10;

/** How far the tokens may be from the table in the documentation, as a part of them. */
const MAX_DIFFERENCE = 0.2;

/** Half a gigabyte of packages comes over the network. */
const INSTALL_TIMEOUT_MS = 900_000;

let stack: Stack;
let documented: string;

beforeAll(async () => {
  await installFrameworks();
  stack = await startStack();
  documented = await readFile(join(repository, 'docs/frameworks.md'), 'utf8');
}, INSTALL_TIMEOUT_MS);

afterAll(() => stack[Symbol.asyncDispose]());

/** The same game each time, so that each framework is told the same. */
async function makeGame(gameId: string): Promise<void> {
  const game = { players: 2, min_agents: 1, map: { xsize: 32, ysize: 20 }, seeds: { game: 3, map: 3 } };
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: gameId, ...game }),
  });
  expect(made.status).toBe(201);
}

async function turnOf(gameId: string): Promise<number | null | undefined> {
  const headers = { authorization: `Bearer ${stack.token}` };
  const answer = await fetch(`${stack.httpUrl}/api/games/${gameId}`, { headers });
  return gameInfoSchema.parse(await answer.json()).turn;
}

/** A result that says that the call was not carried out: a code of the gateway, or the framework's own words. */
const REFUSAL = /\bE1\d\d\b|[Vv]alidation failed|did not match|Error invoking/;

test.each(['ai-sdk', 'openai-agents', 'langgraph', 'mastra', 'claude-agent'])(
  '%s plays ten turns over MCP as it is advised, and ends by itself',
  async (name) => {
    await makeGame(name);
    await using model = await FrameworkModel.start(TURNS);
    const { code, printed, failed } = await runFramework(name, [stack.httpUrl, name, String(TURNS)], {
      ...{ LLM_API_TOKEN: stack.token, MODEL: 'a-model' },
      ...{ OPENAI_API_KEY: 'a-key', OPENAI_BASE_URL: `${model.url}/v1` },
      ...{ ANTHROPIC_API_KEY: 'a-key', ANTHROPIC_BASE_URL: model.url },
    });
    expect({ code, printed, failed }).toMatchObject({ code: 0, printed: `${TURNS} turns are played.\n` });
    expect(await turnOf(name)).toBe(TURNS + 1);
    expect([...model.faults]).toEqual([]);
    const { prompts } = model;
    const results = prompts.flatMap(({ prompt }) => prompt.results);
    expect(results.filter((result) => REFUSAL.test(result))).toEqual([]);
    expect(results.some((result) => /founded /.test(result))).toBe(true);
    const last = prompts.map(({ prompt }) => prompt.results.at(-1) ?? '');
    const options = last.findIndex((result) => /^unit_move: |"options":.*unit_move/ms.test(result));
    expect(last[options + 1]).toMatch(/^(?:\d+ done\.|\{"results":\[\{"ok":true)/);
    const offered = prompts[0]?.prompt.tools.map(({ name: tool }) =>
      tool.replace(/^(?:mcp__)?freeciv_+/, ''),
    );
    expect(offered).toEqual(expect.arrayContaining([...toolNames]));
    const sent = prompts.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(Math.abs(sent / documentedTokens(name) - 1), `${sent} tokens`).toBeLessThan(MAX_DIFFERENCE);
  },
);

/** The tokens of ten turns that docs/frameworks.md names for an example. */
function documentedTokens(name: string): number {
  const row = documented.split('\n').find((line) => line.startsWith('|') && line.includes(`/${name}.mjs`));
  return Number(row?.split('|')[4]?.replaceAll(',', ''));
}

test('each example of a framework is played', async () => {
  const names = await frameworkNames();
  expect(names.toSorted()).toEqual(['ai-sdk', 'claude-agent', 'langgraph', 'mastra', 'openai-agents']);
});
