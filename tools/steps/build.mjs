import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.mjs';
import { progress } from './progress.mjs';
import { lastLines, run } from './run.mjs';
import { Stop } from './stop.mjs';

const sources = [
  'shared',
  'proxy',
  'gateway',
  'web',
  'agent',
  'tools/steps/page.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];
const stamp = join(root, 'dist/.built');

/** Compiles the sources into dist unless dist is newer than all of them. */
export async function build() {
  const begin = new Date();
  if (newest(sources.map((name) => join(root, name))) < timeOf(stamp)) return;
  const { code, output } = await progress('Building', () => run('npm', ['run', '--silent', 'build']));
  if (code !== 0) throw new Stop(`The build failed:\n${lastLines(output)}`);
  writeFileSync(stamp, '');
  // What was edited while the compiler ran is newer than this.
  utimesSync(stamp, begin, begin);
}

/** When the newest of these files, and of all below them, was changed. @param {readonly string[]} paths */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const { mtimeMs } = statSync(path);
    const below = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    // A folder's own time tells of files that were removed.
    latest = Math.max(latest, mtimeMs, newest(below));
  }
  return latest;
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
