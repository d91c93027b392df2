import { existsSync } from 'node:fs';
import { installSystemPackage } from './system-packages.mjs';
import { Stop } from './terminal.mjs';

/** The ordinary client of FreeCiv, a display without a screen, and what types in it: program and Debian package. */
const programs = new Map([
  ['/usr/games/freeciv-gtk3.22', 'freeciv-client-gtk3'],
  ['/usr/bin/Xvfb', 'xvfb'],
  ['/usr/bin/xdotool', 'xdotool'],
]);

/**
 * Makes sure that the ordinary client can be started by a test.
 * @returns {Promise<string>} its path
 */
export async function ensureDesktopClient() {
  for (const [program, name] of programs) {
    if (existsSync(program)) continue;
    if ((await installSystemPackage(name)) && existsSync(program)) continue;
    throw new Stop(
      `${program} is missing, and the test of the desktop client needs it. Debian: sudo apt-get install ${name}`,
    );
  }
  return [...programs.keys()][0] ?? '';
}
