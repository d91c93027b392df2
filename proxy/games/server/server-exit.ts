import { constants } from 'node:os';
import type { ServerExit } from './server-child.js';

/**
 * Signals by which a process ends of a fault in itself. All others come from outside: an operator, this proxy, a limit, the
 * system short of memory, or a disk that does not give a page of a mapped file (SIGBUS).
 */
const FAULTS: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGFPE', 'SIGABRT', 'SIGILL', 'SIGTRAP', 'SIGSYS']);

/** A sandbox whose program ended by a signal exits with this plus its number, as a shell does. */
const EXIT_BY_SIGNAL = 128;

/** The signal from outside that ended a game server; undefined when it ended by itself. */
export function killedBy(exit: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  const signal = signalOf(exit);
  return signal !== undefined && !FAULTS.has(signal) ? signal : undefined;
}

/** How a game server ended by itself before its time, such as SIGFPE; undefined when it was asked to, or killed. */
export function faultOf(exit: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  const signal = signalOf(exit);
  if (signal !== undefined) return FAULTS.has(signal) ? signal : undefined;
  return exit.code === 0 ? undefined : `exit code ${exit.code}`;
}

function signalOf({ code, signal }: Pick<ServerExit, 'code' | 'signal'>): string | undefined {
  if (signal !== null) return signal;
  const number = (code ?? 0) - EXIT_BY_SIGNAL;
  return Object.entries(constants.signals).find(([, known]) => known === number)?.[0];
}
