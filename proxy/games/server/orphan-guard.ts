import { spawn } from 'node:child_process';
import type { Account } from './server-account.js';

/** A line means: it ended well. The end of input means: we were killed, so the game server goes too. */
const script = 'trap "" INT TERM HUP; read -r done || kill -KILL "$1"';
/** An account of its own: what the server started and left behind ends with it. */
const scriptOfAccount = `${script}; kill -KILL -1`;

/**
 * Ends the process `pid` when ours dies without a chance to do it (SIGKILL, out of memory): freeciv-server only
 * ignores the end of its input. The guard, a shell of under 1 MB, hears of our death by the end of its own. Killing it
 * leaves the last automatic save as the newest one; a friendlier signal would write another, of a half-played turn.
 * `release` is for when the process has ended; it resolves when nothing that it started is left.
 */
export function guardOrphan(pid: number, account: Account | undefined): { release(): Promise<void> } {
  const words = [account === undefined ? script : scriptOfAccount, 'freeciv-guard', String(pid)];
  const guard = spawn('/bin/sh', ['-c', ...words], {
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
  const gone = new Promise<void>((resolve) => {
    guard.once('error', () => resolve());
    guard.once('close', () => resolve());
  });
  return {
    release: () => {
      guard.stdin.end('done\n');
      return gone;
    },
  };
}
