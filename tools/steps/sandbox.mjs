import { run } from './run.mjs';
import { installSystemPackage } from './system-packages.mjs';

/** Sees to bubblewrap, which shuts in the game servers of who is not root; where it cannot be had they run without. */
export async function ensureSandbox() {
  if ((await run('bwrap', ['--version'])).code !== 0) await installSystemPackage('bubblewrap');
}
