import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { repository } from '../../support/npm-start.js';
import { Relay } from '../../support/relay.js';
import { SplitStack } from '../../support/services/split-stack.js';

const run = promisify(execFile);
const packageFolder = join(repository, 'agent/python');
/** A client that hears nothing for two of them connects anew. */
const HEARTBEAT_S = 5;
const NETWORK_CUT_MS = 4_000;

let python = 'python3';
let stack: SplitStack;
let folder = '';

beforeAll(async () => {
  python = (await findPython()) ?? python;
  stack = await SplitStack.start({ isBuilt: true, environment: { MAX_GAMES: '30' } });
  folder = await mkdtemp(join(tmpdir(), 'freeciv-python-'));
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function environment(more: Readonly<Record<string, string>> = {}) {
  const own = { PYTHONPATH: packageFolder, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' };
  return { ...process.env, ...own, LLM_API_TOKEN: stack.token, ...more };
}

function gatewayUrl(port = stack.gateway.port): string {
  return `ws://127.0.0.1:${port}`;
}

async function example(name: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const script = join(packageFolder, 'examples', name);
  const { stdout } = await run(python, [script, gatewayUrl(), folder], { env: environment(more) });
  return stdout;
}

const gamesSchema = z.looseObject({ games: z.array(z.looseObject({ game_id: z.string() })) });

const decisionSchema = z.looseObject({
  messages: z.array(z.strictObject({ role: z.string(), content: z.string() })),
  reward: z.number(),
});

/** What each example prints when it runs as it stands. */
const examples: Readonly<Record<string, readonly RegExp[]>> = {
  'first_agent.py': [/^Turn 3, .*score \d/m, /found a city here applied$/m, /explore by itself applied$/m],
  'offers_by_number.py': [/^turn 2 number \d+ <applied /m],
  'batch.py': [
    /^<applied unit_build_city: city_built True/m,
    /^<E130 : There is no unit type or improvement/m,
  ],
  'standing_orders.py': [/^<applied unit_explore/m, /^turn 1 orders \[/m],
  'delta_keeper.py': [/^turn 3 version \d+ /m, /is the one that is asked for: True$/m],
  'resume.py': [/^resumed True missed [1-9]\d* turn 2$/m],
  'negotiation.py': [/^ben hears: .*agreed 38$/m, /^ann .*The border with the other one is column 38/m],
  'mcp_script.py': [/^tools: brief .*end_turn$/m, /^turn 4: /m, /^- unit_explore actor_id \d+: /m],
  'map_picture.py': [/^Legend: /m, /map\.png \d{4,} bytes$/m, /map\.svg \d{3,} bytes$/m],
  'environment.py': [/^turn 3 end the turn -> the turn is ended$/m, /^reward -?\d/m],
  'trajectories.py': [/decisions\.jsonl [1-9] decisions$/m],
};

/** What a test in Python prints that plays on the stack. */
async function pythonTest(name: string): Promise<string> {
  const args = ['-W', 'error', join(packageFolder, 'tests', name), gatewayUrl()];
  return (await run(python, args, { env: environment() })).stdout;
}

describe('Python package', () => {
  afterAll(async () => {
    const listed = await stack.request('GET', '/api/games');
    for (const { game_id: id } of gamesSchema.parse(await listed.json()).games)
      expect((await stack.request('DELETE', `/api/games/${id}`)).status).toBe(200);
  });

  test('each example of the Python package is run', async () => {
    const files = await readdir(join(packageFolder, 'examples'));
    const known = [...Object.keys(examples), 'notebook.ipynb', 'openai_loop.py', 'remote_agent.py'];
    expect(files.filter((file) => /\.(?:py|ipynb)$/.test(file)).toSorted()).toEqual(known.toSorted());
  });

  test.concurrent.each(Object.entries(examples))(
    'the Python example %s runs as it stands',
    async (name, printed) => {
      const output = await example(name);
      for (const line of printed) expect(output).toMatch(line);
      // A training file is of use when each line is a chat that ends with the choice.
      if (name !== 'trajectories.py') return;
      for (const line of (await readFile(join(folder, 'decisions.jsonl'), 'utf8')).trim().split('\n'))
        expect(decisionSchema.parse(JSON.parse(line)).messages.map(({ role }) => role)).toEqual([
          'system',
          'user',
          'assistant',
        ]);
    },
  );

  test.concurrent('the Python clients log in, refuse, cancel, hand a session over and ask again', async () => {
    expect(await pythonTest('check_client.py')).toContain('holds');
  });

  test.concurrent('the Python environments keep the contract of Gymnasium and PettingZoo', async () => {
    const printed = await pythonTest('check_envs.py');
    for (const form of ['Gymnasium', 'parallel', 'AEC']) expect(printed).toContain(`holds: ${form}`);
  });

  test.concurrent('each cell of notebook.ipynb shows what a notebook draws', async () => {
    const args = ['tests/run_notebook.py', 'examples/notebook.ipynb'].map((path) =>
      join(packageFolder, path),
    );
    const { stdout } = await run(python, args, { env: environment({ GATEWAY: gatewayUrl() }) });
    for (const shown of ['Brief _repr_html_', 'Text _repr_html_', 'Offers _repr_html_', 'Picture _repr_svg_'])
      expect(stdout).toContain(`cell ${shown}`);
    expect(stdout).toContain('cell State _repr_html_');
  });

  test.concurrent('the Python example openai_loop.py plays with a server that speaks chat completions', async () => {
    await using model = await startModel();
    const output = await example('openai_loop.py', { OPENAI_BASE_URL: model.url, TURNS: '2' });
    expect(output).toMatch(/^turn 1 .*<applied unit_build_city/m);
    expect(output).toMatch(/^turn 2 .*'end_turn': True/m);
  });
});

/** Answers as a model that does the first offer and then ends the turn. */
async function startModel(): Promise<{ readonly url: string } & AsyncDisposable> {
  const bodySchema = z.looseObject({ messages: z.array(z.looseObject({ role: z.string() })) });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const isFirst = messages.every(({ role }) => role !== 'assistant');
    const wish = { numbers: isFirst ? [0] : [], end_turn: !isFirst };
    const call = {
      id: 'call',
      type: 'function',
      function: { name: 'play', arguments: JSON.stringify(wish) },
    };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices: [{ message }] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  };
}

test('the Python package holds what can be shown without a gateway', async () => {
  const args = ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(packageFolder, 'tests')];
  const { stderr } = await run(python, args, { env: environment() });
  expect(stderr).toMatch(/^OK$/m);
});

test('the build of the Python package names its folders, its type marker and the version of the gateway', async () => {
  const project = readFileSync(join(packageFolder, 'pyproject.toml'), 'utf8');
  const entries = await readdir(join(packageFolder, 'freeciv_gateway'), {
    recursive: true,
    withFileTypes: true,
  });
  const folders = entries.filter((entry) => entry.isFile() && entry.name === '__init__.py');
  for (const { parentPath } of folders)
    expect(project).toContain(`"${parentPath.slice(packageFolder.length + 1).replaceAll('/', '.')}"`);
  expect(project).toContain('freeciv_gateway = ["py.typed"]');
  const { version } = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
  expect(project).toContain(`version = "${version}"`);
  expect(readFileSync(join(packageFolder, 'freeciv_gateway/__init__.py'), 'utf8')).toContain(
    `__version__ = "${version}"`,
  );
});

const reportSchema = z.strictObject({
  wrong: z.array(z.unknown()),
  /** Error codes of actions without a verdict, by step. */
  lost: z.record(z.string(), z.array(z.enum(['E123', 'E131', 'E132']))),
  turns: z.array(z.int()),
  pushed: z.array(z.int()),
  reconnects: z.int(),
});

/** What is taken from the agent in which step, in the middle of its batch. */
function faults(relay: Relay): Readonly<Record<number, () => Promise<void>>> {
  return {
    2: () => stack.restartGateway(),
    4: async () => {
      await stack.killProxy();
      await stack.startProxy();
    },
    6: async () => stack.killServers(),
    7: async () => {
      relay.hold();
      await new Promise((resolve) => setTimeout(resolve, NETWORK_CUT_MS));
      relay.mend();
    },
  };
}

test('a Python agent outlives lost gateway, proxy, server and network: nothing is lost or done twice', async () => {
  await using relay = await Relay.to(stack.gateway.port);
  const script = join(packageFolder, 'tests/survivor.py');
  const child = spawn(python, [script, gatewayUrl(relay.port), String(HEARTBEAT_S)], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const atStep = faults(relay);
  const { wrong, lost, turns, pushed, reconnects } = reportSchema.parse(
    JSON.parse(await lastLine(child, atStep)),
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(atStep)).toEqual(expect.arrayContaining(Object.keys(lost)));
  expect(turns).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(pushed).toEqual(turns);
  expect(reconnects).toBeGreaterThanOrEqual(2);
});

/** Reads what a script prints, and does what belongs to each step; the last line. */
async function lastLine(
  { stdout }: ChildProcess,
  atStep: Readonly<Record<number, () => Promise<void>>>,
): Promise<string> {
  const done: Promise<void>[] = [];
  let last = '';
  if (stdout === null) return last;
  for await (const line of createInterface({ input: stdout })) {
    last = line;
    const step = Number(/^step (\d+)$/.exec(line)?.[1] ?? 0);
    const fault = atStep[step];
    if (fault !== undefined) done.push(fault());
  }
  await Promise.all(done);
  return last;
}
