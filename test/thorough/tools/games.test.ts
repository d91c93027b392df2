import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
  const game = await TwoAgents.begin(stack, 'arena', { end_turn: 50 });
  await game.nextTurn();
});

afterAll(() => stack[Symbol.asyncDispose]());

/** `npm run games -- …` at a terminal. */
async function games(words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  const own = { GATEWAY_URL: stack.httpUrl, ADMIN_TOKEN: '', LLM_API_TOKEN: stack.token };
  const child = spawn(process.execPath, ['tools/games.mjs', ...words], {
    cwd: repository,
    env: { ...process.env, ...own, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const [code] = await once(child, 'close');
  return { code, printed };
}

test('games are listed and shown at the terminal: state, turn, who plays', async () => {
  const list = await games([]);
  expect(list.code).toBe(0);
  expect(list.printed).toMatch(/^game +state +turn +agents +AIs\narena +running +2 +2 +2\n$/);
  const { printed } = await games(['show', 'arena']);
  expect(printed).toContain('turn     2 of 50');
  expect(printed).toMatch(/^ +0 {2}Oscar II .* ann \(connected\)$/m);
  expect(printed).toMatch(/ AI$/m);
});

test('games are steered at the terminal: paused, resumed, saved, forked, ended, deleted', async () => {
  expect((await games(['pause', 'arena'])).printed).toContain('state    paused (operator)');
  expect(stack.games.get('arena')?.state.kind).toBe('paused');
  expect((await games(['resume', 'arena'])).printed).toContain('state    running');
  expect((await games(['save', 'arena', 'here'])).printed).toMatch(/manual .*here/);
  expect((await games(['saves', 'arena'])).printed).toMatch(/^ +2 {2}turn /m);
  const forked = await games(['fork', 'arena', '1', 'branch']);
  expect(forked.printed).toContain('fork of  arena, turn 1');
  const careful = await games(['delete', 'branch']);
  expect(careful).toMatchObject({ code: 1, printed: expect.stringContaining('--yes') });
  expect(await games(['delete', 'branch', '--yes'])).toEqual({ code: 0, printed: 'branch is deleted\n' });
  expect((await games([])).printed).not.toContain('branch');
  expect((await games(['end', 'arena'])).code).toBe(0);
  expect((await games(['show', 'arena'])).printed).toMatch(/state +(ended|archived)/);
});

test('scores are shown at the terminal as a table of the last turn, or of every turn as CSV or JSON', async () => {
  const { printed } = await games(['score', 'arena']);
  expect(printed).toMatch(/^arena, turn \d.*\nscore {2}player /);
  expect((await games(['score', 'arena', '--csv'])).printed).toMatch(/^turn,player,name,.*\r\n1,0,Oscar II,/);
  expect(JSON.parse((await games(['score', 'arena', '--json'])).printed)).toMatchObject({ game_id: 'arena' });
});

test('what the terminal cannot do it says in one sentence, with code 1', async () => {
  expect(await games(['show', 'nowhere'])).toEqual({ code: 1, printed: 'E140: There is no game nowhere\n' });
  const wrong = await games(['end', 'arena'], { LLM_API_TOKEN: 'a-wrong-token' });
  expect(wrong).toEqual({ code: 1, printed: 'E102: Wrong token\n' });
  const away = await games([], { GATEWAY_URL: 'http://127.0.0.1:1' });
  expect(away.code).toBe(1);
  expect(away.printed).toMatch(/^There is no gateway at http:\/\/127\.0\.0\.1:1 .*npm start/);
  expect((await games(['explode', 'arena'])).printed).toContain('There is no command explode');
});
