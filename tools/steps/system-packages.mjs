import { lastLines, run } from './run.mjs';
import { progress, Stop } from './terminal.mjs';

/**
 * What the machine lets us do; tests give their own.
 * @typedef {{ run: typeof run, root: boolean }} Machine
 */

/** @returns {Machine} */
function thisMachine() {
  return { run, root: process.getuid?.() === 0 };
}

/**
 * Installs a Debian package when we may: as root, or through sudo when it asks for no password.
 * @param {string} name
 * @param {Machine} [machine]
 * @returns {Promise<boolean>} whether there was a way to try
 */
export async function installSystemPackage(name, machine = thisMachine()) {
  const apt = await aptGet(machine);
  if (apt === undefined) return false;
  await progress(`Installing ${name}`, () => aptInstall(apt, name));
  return true;
}

/** Fetches the lists of packages anew, when we may. */
export async function updatePackageLists(machine = thisMachine()) {
  const apt = await aptGet(machine);
  await apt?.(['update', '-o', 'DPkg::Lock::Timeout=120']);
}

/**
 * How to call apt-get; undefined when there is none or no right to use it.
 * @param {Machine} machine
 */
async function aptGet({ run, root }) {
  if ((await run('apt-get', ['--version'])).code !== 0) return undefined;
  if (!root && (await run('sudo', ['-n', 'true'])).code !== 0) return undefined;
  // env, because sudo does not pass our environment on.
  const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  return (/** @type {readonly string[]} */ args) =>
    root ? run('env', [...command.slice(1), ...args]) : run('sudo', ['-n', ...command, ...args]);
}

/**
 * @param {(args: readonly string[]) => ReturnType<typeof run>} apt
 * @param {string} name
 */
async function aptInstall(apt, name) {
  // Another apt may be at work on a machine that has just been started.
  const wait = ['-o', 'DPkg::Lock::Timeout=120'];
  const install = ['install', '--yes', '--no-install-recommends', ...wait, name];
  if ((await apt(install)).code === 0) return;
  // A fresh machine has no list of packages, an old one a list of versions that are gone.
  const update = await apt(['update', ...wait]);
  const { code, output } = await apt(install);
  if (code !== 0) throw new Stop(`apt-get install ${name} failed:\n${lastLines(update.output + output)}`);
}
