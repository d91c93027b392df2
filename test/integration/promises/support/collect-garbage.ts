import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}

/** The heap in use after a full collection, in MB. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
