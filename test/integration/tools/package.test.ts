import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { repository } from '../../support/npm-start.js';

const runFile = promisify(execFile);

/** The files of the package that belong there, by their paths. */
const allowed = [
  /^(?:LICENSE|README\.md|package\.json)$/,
  /^dist\/(?:agent|shared|proxy|gateway)\/(?:[\w-]+\/)*[\w.-]+\.js$/,
  /^dist\/(?:agent|shared)\/(?:[\w-]+\/)*[\w-]+\.d\.ts$/,
  /^dist\/proxy\/freeciv\/tables\/(?:packets|enums)-[\d.]+\.json$/,
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
import { AgentConnection, AgentError, type AgentClientOptions, type Offer } from 'freeciv-llm-gateway/client';
import { requestEnvelopeSchema } from 'freeciv-llm-gateway/protocol/envelope';

const options: AgentClientOptions = { gateway: process.argv[2] ?? '', agentId: 'installed' };
const envelope = requestEnvelopeSchema.parse({ type: 'state_query', data: {} });
const type: string = envelope.type;
const agent = await AgentConnection.open(options);
const refused = await agent.connect({ api_token: 'a wrong token' }).catch((error: unknown) => error);
const code = refused instanceof AgentError ? refused.code : 'none';
// @ts-expect-error a request has a type: types of the package are read
export const untyped = () => agent.request();

/** Is compiled and not run: what the methods answer has the types of the protocol. */
export async function play() {
  const { units, legal_actions: offers } = await agent.state({ format: 'full', legal_actions: 'list' });
  const offer: Offer | undefined = offers.find(({ unit_id }) => unit_id === units[0]?.id);
  const { outcome, version } = await agent.act('end_turn', offer);
  const told = await agent.push('status', (data) => data.status === 'waiting');
  const nations: readonly string[] = told.waiting_for.map(({ nation }) => nation);
  const known: readonly TechnologyNames[] = [(await agent.state({ format: 'delta', since_version: version })).technologies];
  const { units: asked } = await agent.state({ sections: ['units_busy'] , format: 'full' });
  // @ts-expect-error a query with sections may leave units out
  asked.length;
  // @ts-expect-error there is no such format
  await agent.state({ format: 'short' });
  return { outcome, nations, known };
}
type TechnologyNames = readonly string[] | undefined;

await agent.close();
const inside = await import(['freeciv-llm-gateway', 'dist/gateway/main.js'].join('/')).catch((error: { code: string }) => error.code);
console.log(JSON.stringify({ type, code, inside }));
`;

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

test('the package has what runs and what is imported: no tests, no data, no sources, no tools of developers', () => {
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/agent/client.d.ts',
      'dist/gateway/main.js',
      'dist/proxy/main.js',
      'dist/proxy/freeciv/tables/packets-3.0.json',
      'dist/web/index.html',
    ]),
  );
  expect(packed.size).toBeLessThan(1 << 20);
});

test('installed in an empty folder it gives client, schemas and types, and a command that runs the gateway', async () => {
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
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', strict: true, outDir: 'out', rootDir: '.' },
    ...{ types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.ts'] }));
  await runFile(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc')], { cwd: folder });

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
  command.kill('SIGINT');
  expect(await once(command, 'exit')).toEqual([0, null]);
  expect(JSON.parse(stdout)).toEqual({
    type: 'state_query',
    code: 'E102',
    inside: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  });
});
