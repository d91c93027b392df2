/**
 * `npm run bench -- <name>` and `npm run chaos -- <name>`: runs one of the scripts of a folder, lab/bench or lab/chaos, after
 * installing and building what it needs. Without a name it lists them, each with the first sentence of its own description.
 * `npm run bench -- <name> --against DIR` runs it by turns here and in another tree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { root, runShown } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

await main(async () => {
  const [folder = '', name, ...rest] = process.argv.slice(2);
  const names = readdirSync(join(root, folder)).flatMap((file) => /^(.+)\.ts$/.exec(file)?.[1] ?? []);
  if (name === undefined) {
    const wide = Math.max(...names.map(({ length }) => length));
    const lines = names.map((one) => `${one.padEnd(wide)}  ${purposeOf(join(root, folder, `${one}.ts`))}`);
    return void process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (!names.includes(name)) throw new Stop(`There is no ${name}. There are: ${names.join(', ')}`);
  checkNode();
  await installPackages();
  await build();
  const isPaired = folder === 'lab/bench' && rest.includes('--against');
  const script = isPaired ? ['support/against.ts', name] : [`${name}.ts`];
  const [file = '', ...args] = [...script, ...rest];
  const words = ['--conditions=source', '--import', 'tsx', join(root, folder, file), ...args];
  const code = await runShown(process.execPath, words);
  if (code !== 0) throw new Stop('', code);
});

/** What a script does: the first sentence of the comment that it begins with, without its command. @param {string} file */
function purposeOf(file) {
  const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8')) ?? [];
  const words = comment
    .replaceAll(/\s*\n \*\s*/g, ' ')
    .replace(/`npm run [^`]*`:?,?/, '')
    .trim();
  const [sentence = ''] = words.split(/\.(?: |$)/);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
