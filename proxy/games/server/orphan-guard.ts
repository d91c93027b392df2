import { spawn } from 'node:child_process';
import type { Account } from './run-as-user.js';

/** A line means: it ended well, nothing to do. The end of input means: we were killed, so the game server goes too. */
const script = 'trap "" INT TERM HUP; read -r done || kill -KILL "$1"';

/**
 * Ends the process `pid` when ours dies without a chance to do it (SIGKILL, out of memory): freeciv-server only
 * ignores the end of its input. The guard, a shell of under 1 MB, hears of our death by the end of its own. Killing it
 * leaves the last automatic save as the newest one; a friendlier signal would write another, of a half-played turn.
 */
export function guardOrphan(pid: number, account: Account | undefined): { release(): void } {
  const guard = spawn('/bin/sh', ['-c', script, 'freeciv-guard', String(pid)], {
    ...account,
    cwd: '/',
    env: {},
    // Its own session: Ctrl-C in the terminal is ours to handle.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell there is no guard; the game itself is not worse for it.
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  return { release: () => guard.stdin.end('done\n') };
}
