import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A proxy in a process of its own. */
export interface ProxyProcess {
  readonly port: number;
  readonly pid: number;
  /** Ends it without a chance to do anything about it. */
  kill(): Promise<void>;
}

const main = fileURLToPath(new URL('../../proxy/main.ts', import.meta.url));

/** Resolves when it listens. */
export async function startProxyProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ProxyProcess> {
  const child = fork(main, {
    execArgv: ['--conditions=source', '--import', 'tsx'],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = await once(child, 'message');
  return { port: portIn(ready), pid: child.pid ?? 0, kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function portIn(message: unknown): number {
  const hasPort = typeof message === 'object' && message !== null && 'port' in message;
  if (!hasPort || typeof message.port !== 'number') throw new Error('the proxy did not say its port');
  return message.port;
}
