import { collectGarbage } from '../../../support/collect-garbage.mjs';

/** The heap in use after a full collection, in MB. */
export function heapAfterCollection(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
