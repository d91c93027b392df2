import { constants } from 'node:os';
import type { ServerExit } from './server-child.js';

/** Signals that a process does not raise itself: an operator, the system short of memory, or this proxy sends them. */
const SENT: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/** A sandbox whose program ended by a signal exits with this plus its number, as a shell does. */
const EXIT_BY_SIGNAL = 128;

/** The signal by which somebody else ended a game server; undefined when it ended by itself. */
export function killedBy(exit: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  const signal = signalOf(exit);
  return signal !== undefined && SENT.has(signal) ? signal : undefined;
}

/** How a game server ended by itself before its time, such as SIGFPE; undefined when it was asked to, or killed. */
export function faultOf(exit: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  const signal = signalOf(exit);
  if (signal !== undefined) return SENT.has(signal) ? undefined : signal;
  return exit.code === 0 ? undefined : `exit code ${exit.code}`;
}

function signalOf({ code, signal }: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  if (signal !== null) return signal;
  const number = (code ?? 0) - EXIT_BY_SIGNAL;
  return Object.entries(constants.signals).find(([, known]) => known === number)?.[0];
}
