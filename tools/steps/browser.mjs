import { existsSync } from 'node:fs';
import { Stop } from './stop.mjs';
import { installSystemPackage } from './system-packages.mjs';

const path = '/usr/bin/chromium';

/** Makes sure that there is a browser for the tests of the page; test/browser/support/browser.ts looks there. */
export async function ensureBrowser() {
  if (existsSync(path)) return;
  if ((await installSystemPackage('chromium')) && existsSync(path)) return;
  throw new Stop(
    `${path} is missing, and the tests of the page need it. Debian: sudo apt-get install chromium`,
  );
}
