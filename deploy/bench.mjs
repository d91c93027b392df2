/** `npm run bench -- <name>`: runs test/bench/<name>.ts; without a name it lists them. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './steps/build.mjs';
import { root } from './steps/folders.mjs';
import { checkNode } from './steps/node-version.mjs';
import { installPackages } from './steps/npm-packages.mjs';
import { runShown } from './steps/run.mjs';
import { main, Stop } from './steps/stop.mjs';

const folder = join(root, 'test/bench');

await main(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined) {
    process.stdout.write(`${benches().join('\n')}\n`);
    return;
  }
  if (!benches().includes(name))
    throw new Stop(`There is no bench ${name}. There are: ${benches().join(', ')}`);
  checkNode();
  await installPackages();
  await build();
  const script = join(folder, `${name}.ts`);
  const code = await runShown(process.execPath, ['--conditions=source', '--import', 'tsx', script, ...rest]);
  if (code !== 0) throw new Stop('', code);
});

function benches() {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, ''));
}
