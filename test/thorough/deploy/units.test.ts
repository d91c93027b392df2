import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { readText, root } from '../../unit/architecture/source-files.js';

const run = promisify(execFile);
const packages = z.record(z.string(), z.string());
const manifestSchema = z.looseObject({ dependencies: packages, devDependencies: packages });
const sbomSchema = z.looseObject({ components: z.array(z.looseObject({ name: z.string() })) });

const units = join(root, 'deploy/systemd');

/** What systemd-analyze says of these units, with the Node of this machine in the place of an installed one. */
async function verify(change: (text: string) => string = (text) => text): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-units-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = await readdir(units);
  for (const name of names) {
    const text = await readFile(join(units, name), 'utf8');
    await writeFile(join(folder, name), change(text.replace('/usr/bin/node', process.execPath)));
  }
  const paths = names.map((name) => join(folder, name));
  const { stdout, stderr } = await run('systemd-analyze', ['verify', ...paths]).catch((error) =>
    z.object({ stdout: z.string(), stderr: z.string() }).parse(error),
  );
  return `${stdout}${stderr}`.replaceAll(folder, '');
}

test('systemd finds nothing wrong with the units of gateway and proxy', async () => {
  expect(await readdir(units)).toEqual(['freeciv-gateway@.service', 'freeciv-proxy@.service']);
  expect(await verify()).toBe('');
  expect(await verify((text) => text.replace('Restart=always', 'Restart=sometimes'))).toContain('sometimes');
});

const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/** A folder as `npm ci --omit=dev` makes it, of the packages that are installed here. */
async function productionFolder(): Promise<string> {
  const folder = await mkdtemp(join(root, 'node_modules/.deploy-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { packages } = lockSchema.parse(JSON.parse(readText('node_modules/.package-lock.json')));
  const paths = Object.entries(packages)
    .filter(([path, { dev }]) => dev !== true && path.lastIndexOf('node_modules/') === 0)
    .map(([path]) => path);
  await run('cp', ['-al', '--parents', ...paths, 'package.json', folder], { cwd: root });
  // Of its own: it is changed, and a link would change ours.
  await rm(join(folder, 'package.json'));
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  return folder;
}

/** A command as the npm of the image understands it: npm 9, which some systems bring along, makes no list of packages. */
async function ofTheImage([program = '', ...args]: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run('npm', ['--version']);
  const isOld = program === 'npm' && Number.parseInt(stdout, 10) < 10;
  return isOld ? ['npx', '--yes', 'npm@10', ...args] : [program, ...args];
}

test('the list of packages in the images names what is installed for production, and nothing else', async () => {
  const [, commands = ''] =
    /^RUN npm ci --omit=dev (?:\\\n\s*)?&& ((?:.|\n)*?) > sbom/m.exec(
      readText('deploy/container/Dockerfile'),
    ) ?? [];
  const cwd = await productionFolder();
  let printed = '';
  for (const step of commands.replaceAll('\\\n', '').split('&&')) {
    const [program = '', ...args] = await ofTheImage(step.trim().split(/ +/));
    printed = (await run(program, args, { cwd, maxBuffer: 32 << 20 })).stdout;
  }
  const { components } = sbomSchema.parse(JSON.parse(printed));
  const names = components.map(({ name }) => name);
  const { dependencies, devDependencies } = manifestSchema.parse(JSON.parse(readText('package.json')));
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  // Some of them are brought along by what is needed in production.
  expect(Object.keys(devDependencies)).toContain('vitest');
  expect(names).not.toContain('vitest');
});
