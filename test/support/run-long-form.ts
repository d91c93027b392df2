import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs test files one after the other in their long form, then ends this process as they did. */
export function runLongForm(paths: readonly string[]): void {
  const args = ['vitest', 'run', '--project', 'integration', '--testTimeout=3600000', ...paths];
  const child = spawn('npx', [...args, '--no-file-parallelism'], {
    cwd: root,
    env: { ...process.env, PROMISES_FORM: 'long' },
    stdio: 'inherit',
  });
  child.on('close', (code) => process.exit(code ?? 1));
}
