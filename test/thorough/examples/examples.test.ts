import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { viewOf } from '#shared/protocol/spectator/view.js';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { freePort } from '../../support/free-port.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const run = promisify(execFile);

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '20', MAX_CONNECTIONS_PER_AGENT: '8' });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Runs a built script of the repository as a user does; what it prints. */
async function node(script: string, args: readonly string[], more: Record<string, string> = {}) {
  const env = { ...process.env, LLM_API_TOKEN: stack.token, ...more };
  const options = { timeout: 120_000, cwd: repository, env };
  return (await run(process.execPath, [join('dist', script), ...args], options)).stdout;
}

/** Names of the examples that were run. */
const ran = new Set<string>();

/** Runs an example on the gateway of this test, in the game of that name where it takes one. */
function example(name: string, args: readonly string[] = [], more: Record<string, string> = {}) {
  ran.add(name);
  return node(`agent/examples/${name}.js`, [stack.gatewayUrl, ...args], more);
}

/** What an example writes to standard error that ends with code 1, line by line. */
async function failedLines(name: string, args: readonly string[], more: Record<string, string> = {}) {
  const outcome = await node(`agent/examples/${name}.js`, args, more).catch((error: unknown) => error);
  const { code, stderr } = failedSchema.parse(outcome);
  expect(code).toBe(1);
  return stderr.trim().split('\n');
}

const failedSchema = z.looseObject({ code: z.number(), stderr: z.string() });

test("the README's agent founds a city and explores as advised; another resumes while one watches", async () => {
  const played = await example('small-agent');
  const turns = [...played.matchAll(/^turn (\d+): \d+ actions advised$/gm)].map(([, turn]) => turn);
  expect(turns).toEqual(['1', '2', '3']);
  expect(played).toMatch(/^ {2}settle: applied/m);
  // On an unknown map: where a village is near, an explorer goes there first.
  expect(played).toMatch(/^ {2}(?:unit_explore: applied|unit_move: applied \(a village)/m);
  const [seen, resumed] = await Promise.all([
    example('watching', ['first-game', '5']),
    example('resuming-agent'),
  ]);
  expect(seen).toMatch(/^(?:snapshot|update) turn 5/m);
  expect(resumed).toMatch(/^resumed true turn 5 pushes \d+ to [1-9]/);
  ran.add('first-agent');
  const bare = await node('agent/examples/first-agent.js', [`${stack.gatewayUrl}/ws/agent/my-agent`]);
  expect(bare).toContain('auth_success');
  expect(bare.match(/^turn [567]$/gm)).toHaveLength(3);
});

test('the thinking agent plays, who watches reads its reasons, and its decisions become training examples', async () => {
  expect(await example('thinking-agent', ['thinking'])).toMatch(/found a city here applied/);
  await using viewer = await SpectatorClient.open(stack.gatewayUrl, 'thinking');
  const { agents, actions, transcript } = viewOf(await viewer.snapshot());
  expect([...agents.values()]).toMatchObject([{ model: 'rules-of-thumb-1', tokens: { output: 300 } }]);
  expect(actions.at(-1)).toMatchObject({ type: 'end_turn', turn: 5, outcome: 'applied' });
  expect(transcript.some(({ text }) => text.startsWith('Turn 5:'))).toBe(true);
  const recording = join(stack.dataDir, 'games/thinking/recordings/whole.fcr');
  const decisions = join(stack.dataDir, 'decisions.jsonl');
  const training = join(stack.dataDir, 'training.jsonl');
  await node('features/export/main.js', [recording, '--trajectories', '--out', decisions]);
  const made = await node('agent/examples/training-file.js', [decisions, training]);
  expect(made).toMatch(/^[1-9]\d* examples in /);
  const [first = ''] = (await readFile(training, 'utf8')).split('\n');
  expect(JSON.parse(first).messages.map(({ role }: { role: string }) => role)).toEqual([
    'system',
    'user',
    'assistant',
  ]);
});

test('a model that people ask answers them, and what it says and takes is kept with the game', async () => {
  const played = example('answering-agent', ['asked']);
  const authorization = `Bearer ${stack.token}`;
  const ask = async () => {
    const answer = await fetch(`${stack.httpUrl}/api/v1/chat`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ game_id: 'asked', agent_id: 'my-answering-agent' },
        ...{ message: 'How goes it?', request_id: 'first' },
      }),
    });
    return await answer.json();
  };
  const asked = { ok: true, reply: expect.stringContaining('How goes it?') };
  await expect
    .poll(ask, { timeout: 30_000 })
    .toMatchObject({ ...asked, tool_events: [{ tool_name: 'brief' }] });
  expect(await played).toMatch(/answered How goes it\?\nthe run is valid/);
  const kept = await fetch(`${stack.httpUrl}/api/conversations/talk?game_id=asked`, {
    headers: { authorization },
  });
  expect(await kept.json()).toMatchObject({
    conversation_objects: [{ type: 'user_message', user_message: 'How goes it?' }, { type: 'ooc_message' }],
  });
});

test('choices by number, batches, lasting orders, deltas and pictures are shown, each by an example', async () => {
  const picture = join(stack.dataDir, 'map.png');
  const [numbers, batch, orders, deltas, map] = await Promise.all([
    example('offers-by-number', ['numbers']),
    example('batch', ['batch']),
    example('standing-orders', ['orders']),
    example('delta-keeper', ['deltas']),
    example('map-picture', ['pictures', picture]),
  ]);
  expect(numbers.match(/^turn [12]: \d+ choices, chosen 0: .*: (?:applied|no_effect)$/gm)).toHaveLength(6);
  expect(batch.match(/^\d \w+ applied$/gm), batch).toHaveLength(5);
  expect(orders).toMatch(/^settlers \d+ applied$/m);
  expect(orders).toMatch(/^turn [2-6], because of \w+/m);
  expect(deltas.match(/^version \d+: \d+ units, the same as in a full state$/gm)).toHaveLength(3);
  expect(map).toMatch(/^turn 1: \d{4,} bytes of image\/png in /);
  expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
  const again = await example('offers-by-number', ['numbers']);
  expect(again.match(/^turn [34]: \d+ choices, chosen 0: /gm), again).toHaveLength(6);
  // In the game of the lasting orders there may be settlers on their way, who cannot found a city where they are.
  const late = await example('batch', ['orders']);
  expect(late).toMatch(/^\d tech_goal applied$/m);
  expect(late).not.toMatch(/E1(?!30)/);
});

test('two agents negotiate in chat messages until they agree', async () => {
  const said = await example('negotiation', ['negotiation']);
  expect(said).toMatch(/^ann hears: .*offer 30$/m);
  expect(said).toMatch(/^ben hears: .*agreed 38$/m);
  expect(said.match(/The border with the other one is column 38/g)).toHaveLength(2);
  expect(said).toMatch(/^turns 2 2$/m);
});

test('a script plays over MCP as it is advised, and reads the map', async () => {
  const played = await example('mcp-script', ['mcp-script']);
  expect(played).toMatch(/^tools: brief .*end_turn$/m);
  expect(played.match(/^turn [1234]: /gm)).toHaveLength(4);
  expect(played).toMatch(/^- unit_explore actor_id \d+: /m);
  expect(played).toMatch(/^Legend: first letter/m);
});

test("a model behind OpenAI's chat completions plays by numbers", async () => {
  const asked: string[] = [];
  const chatSchema = z.looseObject({ messages: z.array(z.looseObject({ content: z.string() })) });
  const server = createServer(async (request, response) => {
    const { messages } = chatSchema.parse(JSON.parse(await text(request)));
    asked.push(messages.at(-1)?.content ?? '');
    const message = { role: 'assistant', content: 'I choose 0 and 1.' };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const OPENAI_BASE_URL = `http://127.0.0.1:${port}`;
  const played = await example('openai-loop', ['chat', '2'], { OPENAI_BASE_URL });
  expect(played.match(/^turn [12]: .+: .+; .+: /gm)).toHaveLength(2);
  expect(asked[1]).toMatch(/^Turn 1[\s\S]*What you can do:\n0: /);
  expect(await example('openai-loop', ['chat', '1'], { OPENAI_BASE_URL })).toMatch(/^turn 3: /m);
  server.close();
  const dead = await failedLines('openai-loop', [stack.gatewayUrl, 'unasked'], { OPENAI_BASE_URL });
  expect(dead).toEqual([`llama3.1 does not answer at ${OPENAI_BASE_URL}: fetch failed`]);
  expect(stack.games.get('unasked')).toBeUndefined();
});

test('a wrong address and a missing file are one line each, which says what to look at', async () => {
  const nobody = `127.0.0.1:${await freePort()}`;
  const scripts = ['small-agent', 'first-agent', 'watching', 'mcp-script'];
  const said = await Promise.all(scripts.map((script) => failedLines(script, [`ws://${nobody}`])));
  for (const lines of said) {
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^No gateway answers at (?:ws|http):\/\/127\.0\.0\.1:\d+ \(.+\)\. Is npm start running there\?$/,
    );
    expect(lines[0]).toContain(nobody);
  }
  const none = await failedLines('training-file', [join(stack.dataDir, 'nothing.jsonl')]);
  expect(none).toEqual([expect.stringMatching(/^There is no .*nothing\.jsonl: npm run export -- /)]);
});

test('each example is run', async () => {
  const files = await readdir(join(repository, 'agent/examples'));
  const names = files.filter((file) => file.endsWith('.ts')).map((file) => file.replace('.ts', ''));
  // Another test file runs the agent that listens; the training file is made of a recorded game, without the gateway.
  expect([...ran, 'remote-agent', 'training-file'].toSorted()).toEqual(names.toSorted());
});
