import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './folders.mjs';
import { progress } from './progress.mjs';
import { lastLines, run } from './run.mjs';
import { Stop } from './stop.mjs';
import { updatePackageLists } from './system-packages.mjs';

const unpacked = join(root, 'build/prometheus');

/**
 * The folder with `prometheus` and `promtool`, which only tests use; undefined when there is none.
 * @returns {string | undefined}
 */
export function findPrometheus({ PATH } = process.env) {
  const folders = [...(PATH ?? '').split(delimiter), '/usr/bin', join(unpacked, 'usr/bin')];
  return folders.find((folder) =>
    ['prometheus', 'promtool'].every((name) => folder !== '' && existsSync(join(folder, name))),
  );
}

/**
 * Makes sure that the tests have a Prometheus. Debian's package is unpacked into build, not installed: installed it
 * would start a service.
 */
export async function ensurePrometheus() {
  if (findPrometheus() !== undefined) return;
  await progress('Fetching Prometheus for the tests', fetchPackage);
  if (findPrometheus() !== undefined) return;
  throw new Stop('The tests need prometheus and promtool on PATH: https://prometheus.io/download/');
}

async function fetchPackage() {
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  const download = () => run('env', ['-C', unpacked, 'apt-get', 'download', 'prometheus']);
  let { code, output } = await download();
  if (code !== 0) {
    // A fresh machine has no list of packages.
    await updatePackageLists();
    ({ code, output } = await download());
  }
  const file = readdirSync(unpacked).find((name) => name.endsWith('.deb'));
  if (code !== 0 || file === undefined) {
    throw new Stop(
      `The tests need prometheus and promtool on PATH; apt-get download failed:\n${lastLines(output)}`,
    );
  }
  await run('dpkg-deb', ['-x', join(unpacked, file), unpacked]);
  rmSync(join(unpacked, file));
}
