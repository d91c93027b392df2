import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from './npm-start.js';
import { programOf } from './services/program.js';

/** What `npm run replay -- <folder> --verify` does with an ended game. `environment` has settings beside those of this process. */
export async function verifyFolder(
  path: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const { file, execArgv } = programOf('features/archive/main');
  const child = spawn(process.execPath, [...execArgv, file, path], {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [code] = await once(child, 'close');
  return { code, printed };
}
