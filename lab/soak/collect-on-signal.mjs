/** Preloaded into a service: it collects its garbage whenever it gets SIGUSR2. What is then in use is what it holds. */
import { isMainThread } from 'node:worker_threads';
import { collectGarbage } from '../../test/support/collect-garbage.mjs';

if (isMainThread) process.on('SIGUSR2', () => collectGarbage());
