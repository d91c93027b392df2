import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** A program of the project as Node starts it. */
export interface Program {
  readonly file: string;
  /** Options of Node. */
  readonly execArgv: readonly string[];
}

/** The program of a service. Trees of before the folder `services` have it in its own: benches compare with them. */
export function serviceProgram(name: string, isBuilt?: boolean, root = repository): Program {
  const path = `services/${name}/main`;
  return programOf(existsSync(`${root}${path}.ts`) ? path : `${name}/main`, isBuilt, root);
}

/**
 * How a program is started, by its path without an ending, for example `services/gateway/main`: as `npm run build` has made it where
 * `npm test` has just built all (`TEST_BUILT`), which starts in a quarter of the time; else its sources. `root` is another repository
 * that has been built, with a slash at its end.
 */
export function programOf(
  path: string,
  isBuilt = process.env.TEST_BUILT === '1',
  root = repository,
): Program {
  return isBuilt
    ? { file: `${root}dist/${path}.js`, execArgv: [] }
    : { file: `${root}${path}.ts`, execArgv: ['--conditions=source', '--import', 'tsx'] };
}
