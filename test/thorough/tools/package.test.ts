import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../../support/npm-start.js';

const runFile = promisify(execFile);

/** The files of the package that belong there, by their paths. */
const allowed = [
  /^(?:LICENSE|README\.md|package\.json)$/,
  // npm 9 packs the README of each folder.
  /^tools\/README\.md$/,
  /^dist\/(?:agent|shared|proxy|gateway|features|services)\/(?:[\w-]+\/)*[\w.-]+\.js$/,
  /^dist\/(?:agent|shared)\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
  /^dist\/proxy\/freeciv\/tables\/[\w.-]+\.json(?:\.br)?$/,
  /^dist\/agent\/player\/prices\.json$/,
  /^dist\/features\/scenarios\/catalog\/[\w-]+\.json$/,
  /^dist\/features\/winner\/weights\.json$/,
  /^dist\/web\/[\w-]+\.(?:html|js|css|svg)$/,
  /^tools\/(?:serve|services\/[\w-]+|steps\/[\w-]+)\.mjs$/,
];

const packedSchema = z.tuple([
  z.looseObject({
    filename: z.string(),
    size: z.number(),
    files: z.array(z.looseObject({ path: z.string(), mode: z.number() })),
  }),
]);

/** What somebody who installs the package may write: the client with its types, a schema, and nothing internal. */
const USER = `
import { connect, AgentError, TurnOver, WrongToken, type Offer, type SeatOptions } from 'freeciv-llm-gateway/client';
import { requestEnvelopeSchema } from 'freeciv-llm-gateway/protocol/envelope';

const options: SeatOptions = { agentId: 'installed', token: 'a wrong token', game: 'one' };
const envelope = requestEnvelopeSchema.parse({ type: 'state_query', data: {} });
const type: string = envelope.type;
const refused: unknown = await connect(process.argv[2] ?? '', options).catch((error: unknown) => error);
const code = refused instanceof AgentError && refused instanceof WrongToken ? refused.code : 'none';
// @ts-expect-error a seat has a token: types of the package are read
export const untyped = () => connect('ws://127.0.0.1:8003', { agentId: 'installed' });

/** Is compiled and not run: what the methods answer has the types of the protocol. */
export async function play() {
  const seat = await connect('ws://127.0.0.1:8003', options);
  for await (const { turn, digest } of seat.turns()) {
    const { units, legal_actions: offers } = await seat.state({ format: 'full', legal_actions: 'list' });
    const offer: Offer | undefined = offers.find(({ unit_id }) => unit_id === units[0]?.id);
    const { outcome, version } = await seat.act(offer ?? { type: 'end_turn' });
    const told = await seat.push('status', (data) => data.status === 'waiting');
    const nations: readonly string[] = told.waiting_for.map(({ nation }) => nation);
    const known: readonly TechnologyNames[] = [(await seat.state({ format: 'delta', since_version: version })).technologies];
    const { units: asked } = await seat.state({ sections: ['units_busy'] , format: 'full' });
    // @ts-expect-error a query with sections may leave units out
    asked.length;
    // @ts-expect-error there is no such format
    await seat.state({ format: 'short' });
    const next = await seat.endTurn({ signal: AbortSignal.timeout(1000) }).catch((error) => error instanceof TurnOver);
    const { decisions = [] } = await seat.passTurns('decision');
    for await (const push of seat.events()) if (push.type === 'event') return { turn, digest, outcome, nations, known, next, decisions };
  }
  return seat.close();
}
type TechnologyNames = readonly string[] | undefined;

const inside = await import(['freeciv-llm-gateway', 'dist/services/gateway/main.js'].join('/')).catch((error: { code: string }) => error.code);
console.log(JSON.stringify({ type, code, inside }));
`;

/** The same package in a CommonJS module. */
const COMMON_JS_USER = `
import { AgentError, connect } from 'freeciv-llm-gateway/client';

connect(process.argv[2] ?? '', { agentId: 'required', token: 'a wrong token' }).catch((error: unknown) => {
  console.log(error instanceof AgentError ? error.code : error);
});
`;

/** A page: without Node and its types. */
const PAGE = `
import { connect, type OpenTurn } from 'freeciv-llm-gateway/client';

const seat = await connect('ws://' + location.host, { agentId: 'page', token: 'a token' });
const turn: OpenTurn | undefined = await seat.endTurn();
document.title = String(turn?.turn);
`;

const compiler = join(repository, 'node_modules/typescript/bin/tsc');

let folder = '';
let packed: z.infer<typeof packedSchema>[0];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-package-'));
  // What npm run build has made: npm test builds first.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await runFile('npm', args, { cwd: repository });
  [packed] = packedSchema.parse(JSON.parse(stdout));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package has what runs and what is imported: no tests, data, sources or tools of developers', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/agent/client.d.ts',
      'dist/services/gateway/main.js',
      'dist/services/proxy/main.js',
      'dist/proxy/freeciv/tables/versions.json.br',
      'dist/web/index.html',
    ]),
  );
  expect(packed.size).toBeLessThan(1 << 20);
});

test('the package in an empty folder gives client, schemas and types, and a command that runs the gateway', async () => {
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'user', private: true, type: 'module' }),
  );
  const install = ['install', '--prefer-offline', '--omit=dev', '--no-audit', `./${packed.filename}`];
  await runFile('npm', install, { cwd: folder });
  const modules = join(folder, 'node_modules');
  const manifest = z
    .looseObject({ license: z.string(), bin: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(modules, 'freeciv-llm-gateway/package.json'), 'utf8')));
  expect(manifest).toMatchObject({ license: 'MIT', bin: { 'freeciv-llm-gateway': 'tools/serve.mjs' } });

  await writeFile(join(folder, 'user.ts'), USER);
  await writeFile(join(folder, 'required.cts'), COMMON_JS_USER);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', strict: true, outDir: 'out', rootDir: '.' },
    ...{ types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] },
  };
  const files = ['user.ts', 'required.cts'];
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await runFile(process.execPath, [compiler], { cwd: folder });

  const environment = {
    LLM_API_TOKENS: '',
    PROXY_SECRET: '',
    GATEWAY_PORT: '0',
    PROXY_PORT: '0',
    DATA_DIR: '',
    LOG_LEVEL: 'error',
  };
  const command = spawn(join(modules, '.bin/freeciv-llm-gateway'), [], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  command.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  while (!printed.includes('Ctrl-C stops everything')) await once(command.stdout, 'data');
  const gateway = /ws:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '';
  const { stdout } = await runFile(process.execPath, ['out/user.js', gateway], { cwd: folder });
  const required = await runFile(process.execPath, ['out/required.cjs', gateway], { cwd: folder });
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([0, null]);
  expect(JSON.parse(stdout)).toEqual({
    type: 'state_query',
    code: 'E102',
    inside: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  });
  expect(required.stdout).toBe('E102\n');
});

test('the package in a page needs no types of Node, and no library in the bundle', async () => {
  await writeFile(join(folder, 'page.ts'), PAGE);
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, noEmit: true },
    ...{ lib: ['es2022', 'dom'], types: [] },
  };
  const config = join(folder, 'page.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['page.ts'] }));
  await runFile(process.execPath, [compiler, '-p', config], { cwd: folder });
  const { metafile } = await build({
    ...{ entryPoints: [join(folder, 'page.ts')], bundle: true, write: false, metafile: true },
    ...{ format: 'esm', target: 'es2022', absWorkingDir: folder },
  });
  const modules = Object.keys(metafile.inputs).filter((path) => path.startsWith('node_modules/'));
  expect(modules).toContain('node_modules/freeciv-llm-gateway/dist/agent/websocket/global.js');
  expect(
    modules.filter((path) => !/freeciv-llm-gateway\/dist\/(?:agent|shared\/(?:core|protocol))\//.test(path)),
  ).toEqual([]);
});
