import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { type Command, EmptyFolder } from '../../support/empty-folder.js';
import { callTool } from '../../support/mcp-client.js';
import { MODEL_KEY, ModelServer } from '../../support/models/model-server.js';
import { openAiChatFormat } from '../../support/models/openai-chat-format.js';
import { advisedScript } from '../../support/models/scripted-model.js';
import { repository } from '../../support/npm-start.js';

const run = promisify(execFile);

let folder: EmptyFolder;
let server: ChildProcess;
let gateway = '';
let token = '';

beforeAll(async () => {
  folder = await EmptyFolder.make();
  const settings = { GATEWAY_PORT: '0', PROXY_PORT: '0', DATA_DIR: '', LLM_API_TOKENS: '', PROXY_SECRET: '' };
  const { command, args, ...rest } = folder.npx('freeciv-llm-gateway', [], {
    ...settings,
    LOG_LEVEL: 'error',
  });
  server = spawn(command, args, { ...rest, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!printed.includes('Ctrl-C stops everything')) await once(server.stdout ?? server, 'data');
  gateway = /ws:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
  token = /Play token +([0-9a-f]{48})$/m.exec(printed)?.[1] ?? '';
  // npm installs the package with what it needs.
}, 240_000);

afterAll(async () => {
  const ended = once(server, 'close');
  // The whole group, as a terminal does: npm, its shell and the server.
  if (server.pid !== undefined) process.kill(-server.pid, 'SIGINT');
  await ended;
  await folder[Symbol.asyncDispose]();
});

test('npx runs the server and the player of the package in an empty folder, and a model plays a turn', async () => {
  await using model = await ModelServer.start(openAiChatFormat, advisedScript());
  const words = ['--model', 'a-model', '--gateway', gateway, '--game', 'by-player', '--turns', '1'];
  const { command, args, ...rest } = folder.npx(
    'freeciv-llm-gateway-play',
    [...words, '--base-url', `${model.url}/v1`],
    { LLM_API_TOKEN: token, OPENAI_API_KEY: MODEL_KEY },
  );
  const { stdout } = await run(command, args, rest);
  expect(stdout).toMatch(/^1 turns?: 1 played, score \d+$/m);
  expect(stdout).toMatch(/^the run is valid$/m);
});

/** Plays a turn over the standard input and output of a bridge. */
async function playsTurn(bridge: Command): Promise<void> {
  const client = new Client({ name: 'a-test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...bridge, stderr: 'inherit' }));
  try {
    expect((await callTool(client, 'brief')).result).toMatchObject({ turn: 1 });
    expect((await callTool(client, 'end_turn')).result).toMatchObject({ ok: true, brief: { turn: 2 } });
  } finally {
    await client.close();
  }
}

test('npx runs the MCP bridge of the package in an empty folder, and a client plays a turn over it', async () => {
  const environment = { LLM_API_TOKEN: token, FREECIV_GATEWAY: gateway };
  await playsTurn(
    folder.npx('freeciv-llm-gateway-mcp', ['--agent', 'bridge', '--game', 'by-bridge'], environment),
  );
});

/** What a file of JSON has against a schema of test/fixtures/schemas. */
async function problemsOf(path: string, schema: string) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
  const known = z.looseObject({}).parse(await read(join(repository, 'test/fixtures/schemas', schema)));
  ajv.validate(known, await read(path));
  return ajv.errors ?? [];
}

const manifestSchema = z.looseObject({
  server: z.looseObject({
    mcp_config: z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
});

test('the MCP bundle fulfils its schemas, and plays a turn from an empty folder as its manifest says', async () => {
  const made = await folder.beside('made');
  const unpacked = await folder.beside('unpacked');
  const release = ['--release', 'https://example.com/releases', '--namespace', 'com.example'];
  await run(process.execPath, [join(repository, 'tools/bundle.mjs'), '--out', made, ...release]);
  const entry = join(made, 'server.json');
  expect(await problemsOf(entry, 'server-2025-12-11.schema.json')).toEqual([]);
  const { packages } = z
    .looseObject({ packages: z.tuple([z.looseObject({ identifier: z.url(), fileSha256: z.string() })]) })
    .parse(JSON.parse(await readFile(entry, 'utf8')));
  const [, name = ''] = /\/releases\/([^/]+\.mcpb)$/.exec(packages[0].identifier) ?? [];
  const hash = createHash('sha256').update(await readFile(join(made, name)));
  expect(packages[0].fileSha256).toBe(hash.digest('hex'));

  // Another program reads the archive than the one that wrote it.
  await run((await findPython()) ?? '', ['-m', 'zipfile', '-e', join(made, name), unpacked]);
  const manifest = join(unpacked, 'manifest.json');
  expect(await problemsOf(manifest, 'mcpb-manifest-0.3.schema.json')).toEqual([]);
  const { mcp_config: config } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8'))).server;
  const answers = new Map(Object.entries({ gateway, token, agent: 'bundle', game: 'by-bundle' }));
  const filled = (text: string) =>
    text
      .replace(/\$\{__dirname\}/, unpacked)
      .replace(/\$\{user_config\.(\w+)\}/, (_, key: string) => answers.get(key) ?? '');
  const env = Object.entries(config.env).map(([variable, value]) => [variable, filled(value)]);
  await playsTurn({
    command: config.command,
    args: config.args.map(filled),
    cwd: folder.path,
    env: Object.fromEntries(env),
  });
});

/** What somebody writes who has installed the wheel. */
const PYTHON_USER = `
import sys, freeciv_gateway
with freeciv_gateway.connect(sys.argv[1], agent_id="wheel", game="by-wheel") as seat:
    turns = [brief.turn for brief in seat.turns(limit=2)]
print(freeciv_gateway.__file__, turns)
`;

test('the Python wheel is built and installed into a fresh environment without an index, and plays a turn', async () => {
  const python = (await findPython()) ?? '';
  const source = await folder.beside('source');
  const wheels = await folder.beside('wheels');
  const venv = await folder.beside('venv');
  await cp(join(repository, 'agent/python'), source, { recursive: true });
  const offline = ['--no-index', '--no-deps'];
  await run(python, ['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '-w', wheels, source]);
  // websockets, the one dependency, is the system's.
  await run(python, ['-m', 'venv', '--system-site-packages', venv]);
  const installed = join(venv, 'bin/python');
  await run(installed, ['-m', 'pip', 'install', '--no-index', '--find-links', wheels, 'freeciv-gateway']);
  const { stdout } = await run(installed, ['-c', PYTHON_USER, gateway], {
    cwd: folder.path,
    env: { ...process.env, LLM_API_TOKEN: token, PYTHONPATH: '' },
  });
  expect(stdout).toContain(`${venv}/`);
  expect(stdout).toMatch(/\[1, 2\]\n$/);
});
