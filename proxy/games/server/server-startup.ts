import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Failure, failure } from '#shared/core/failure.js';
import { exitReasonLine } from './console-commands.js';
import type { ServerExit } from './server-child.js';
import { killedBy } from './server-exit.js';

/** The result of a start. */
export type Startup =
  | { readonly kind: 'listening'; readonly version: string }
  | { readonly kind: 'port_taken' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** What serverStartup observes. */
export interface StartupSources {
  onLine(listener: (text: string) => void): () => void;
  readonly exited: Promise<ServerExit>;
  readonly signal: AbortSignal | undefined;
}

/** A save of the largest map is loaded in a few seconds; this only ends what hangs. */
const START_TIMEOUT_MS = 20_000;

/**
 * Waits until the server says that it listens. Its own word is better than connecting to try: a connection shows in its
 * log as a lost player. A save it cannot read is a failure here, because the server would continue with a new game.
 */
export function serverStartup({ onLine, exited, signal }: StartupSources): Promise<Startup> {
  return new Promise((resolve) => {
    let version = 'unknown';
    const settle = (startup: Startup) => {
      clearTimeout(deadline);
      stop();
      signal?.removeEventListener('abort', onAbort);
      resolve(startup);
    };
    const onAbort = () => settle(failed('freeciv-server was stopped before it was ready'));
    const onLate = () => settle(failed('freeciv-server takes too long to start', { save: 'slow' }));
    const deadline = setTimeout(onLate, START_TIMEOUT_MS);
    const stop = onLine((text) => {
      version = /^This is the server for Freeciv version (\S+)/.exec(text)?.[1] ?? version;
      if (text.includes('accepting new client connections')) settle({ kind: 'listening', version });
      else if (text.includes('Could not load savefile'))
        settle(failed('The saved game could not be loaded', { save: 'unreadable' }));
    });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    void exited.then((exit) => settle(startupOfExit(exit)));
  });
}

/** Why a server ended that never listened. */
function startupOfExit(exit: ServerExit): Startup {
  if (exit.lastLines.some((line) => line.includes('Address already in use'))) return { kind: 'port_taken' };
  const killed = killedBy(exit);
  // The save may be whole.
  if (killed !== undefined)
    return failed(`freeciv-server was killed while it started (${killed})`, { killed });
  // Some damaged saves crash it; callers without a save ignore this.
  return failed(`freeciv-server ended while starting: ${withoutPath(exitReasonLine(exit.lastLines))}`, {
    save: 'unreadable',
  });
}

/** Paths of this machine are in the log only. */
function withoutPath(line: string): string {
  return line.includes('/') ? 'the log of the proxy says why' : line;
}

function failed(message: string, details: Readonly<Record<string, unknown>> = {}): Startup {
  return { kind: 'failed', failure: failure('E142', message, { details }) };
}

/** A TCP port of 127.0.0.1 that was free a moment ago; the caller tries another when it is taken first. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen({ host: '127.0.0.1', port: 0 });
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a TCP address');
  return address.port;
}
