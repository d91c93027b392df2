import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Starts a thread that runs the module `name` beside the one with the address `url` (its import.meta.url). From the sources, for
 * tests, the thread compiles by itself.
 */
export function startThread(url: string, name: string): Worker {
  const ending = extname(url);
  const main = new URL(`./${name}${ending}`, url);
  if (ending === '.js') return new Worker(main, { name });
  const compiler = import.meta.resolve('tsx/esm/api');
  const code = `import('${compiler}').then(({ register }) => { register(); return import('${main.href}'); });`;
  return new Worker(code, { eval: true, name, execArgv: ['--conditions=source'] });
}
