import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage. Plain JavaScript, so that a service that was built can load it. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
