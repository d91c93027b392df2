/** Preloaded into a service: it collects its garbage whenever it gets SIGUSR2. What is then in use is what it holds. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
if (isMainThread) process.on('SIGUSR2', () => collect());
