import { run } from './run.mjs';
import { Stop } from './stop.mjs';
import { installSystemPackage } from './system-packages.mjs';

/** The system's Python first: a package of the system is of no use to another one. */
const pythons = ['/usr/bin/python3', 'python3'];

/** Makes sure that there is a Python with the websockets package, which the example agent needs. */
export async function ensurePython() {
  if ((await findPython()) !== undefined) return;
  await installSystemPackage('python3-websockets');
  if ((await findPython()) !== undefined) return;
  throw new Stop(
    'The tests of the Python example need Python with its websockets package: pip install websockets',
  );
}

/** A Python that has websockets. @returns {Promise<string | undefined>} */
export async function findPython() {
  for (const python of pythons) {
    if ((await run(python, ['-c', 'import websockets'])).code === 0) return python;
  }
  return undefined;
}
