import { expect, test } from 'vitest';
import { installSystemPackage } from '../../../tools/steps/system-packages.mjs';

/** A machine where the commands that `fails` picks fail; it notes what was called. */
function machine(root: boolean, fails: (command: string, call: number) => boolean) {
  const calls: string[] = [];
  const run = async (program: string, args: readonly string[]) => {
    const command = [program, ...args].join(' ');
    calls.push(command);
    return { code: fails(command, calls.length) ? 1 : 0, output: `output of ${command}\n` };
  };
  const changes = () => calls.filter((call) => /apt-get (install|update)/.test(call));
  return { run, root, changes };
}

test('root installs without asking, and updates the lists only when that fails', async () => {
  const ready = machine(true, () => false);
  expect(await installSystemPackage('freeciv-server', ready)).toBe(true);
  expect(ready.changes()).toHaveLength(1);
  expect(ready.changes()[0]).toMatch(
    /^env DEBIAN_FRONTEND=noninteractive apt-get install --yes .*freeciv-server$/,
  );

  const fresh = machine(true, (command, call) => command.includes('install') && call === 2);
  expect(await installSystemPackage('freeciv-server', fresh)).toBe(true);
  expect(fresh.changes().map((call) => /install|update/.exec(call)?.[0])).toEqual([
    'install',
    'update',
    'install',
  ]);
});

test('others install through a sudo that asks for no password', async () => {
  const user = machine(false, () => false);
  expect(await installSystemPackage('freeciv-server', user)).toBe(true);
  expect(user.changes()[0]).toMatch(/^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install /);
});

test('without apt, or without the right to use it, nothing is tried', async () => {
  const noApt = machine(true, (command) => command.startsWith('apt-get'));
  const noRight = machine(false, (command) => command.startsWith('sudo'));
  for (const poor of [noApt, noRight]) {
    expect(await installSystemPackage('freeciv-server', poor)).toBe(false);
    expect(poor.changes()).toEqual([]);
  }
});

test('a package that cannot be installed stops with the end of what apt said', async () => {
  const broken = machine(true, (command) => command.includes('apt-get install'));
  await expect(installSystemPackage('freeciv-server', broken)).rejects.toThrow(
    /^apt-get install freeciv-server failed:\n.*output of env/,
  );
});
