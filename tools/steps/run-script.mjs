import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { root } from './folders.mjs';
import { checkNode } from './node-version.mjs';
import { installPackages } from './npm-packages.mjs';
import { runShown } from './run.mjs';
import { Stop } from './stop.mjs';

/**
 * Runs one of the scripts of a folder, with all it needs; without a name lists them.
 * @param {string} folder from the root of the repository
 * @param {readonly string[]} args the script's name, then its own arguments
 */
export async function runScript(folder, [name, ...rest]) {
  const names = scripts(folder);
  if (name === undefined) {
    process.stdout.write(`${names.join('\n')}\n`);
    return;
  }
  if (!names.includes(name)) throw new Stop(`There is no ${name}. There are: ${names.join(', ')}`);
  checkNode();
  await installPackages();
  await build();
  const script = join(root, folder, `${name}.ts`);
  const code = await runShown(process.execPath, ['--conditions=source', '--import', 'tsx', script, ...rest]);
  if (code !== 0) throw new Stop('', code);
}

/** @param {string} folder */
function scripts(folder) {
  const path = join(root, folder);
  const files = existsSync(path) ? readdirSync(path) : [];
  return files.filter((file) => file.endsWith('.ts')).map((file) => file.replace(/\.ts$/, ''));
}
