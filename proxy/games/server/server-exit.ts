import { constants } from 'node:os';
import type { ServerExit } from './server-child.js';

/** Signals of a fault of the process's own. SIGBUS comes from outside: the disk cannot read a page of a mapped file. */
const FAULTS: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGFPE', 'SIGABRT', 'SIGILL', 'SIGTRAP', 'SIGSYS']);

/** A sandbox whose program ended by a signal exits with this plus its number, as a shell does. */
const EXIT_BY_SIGNAL = 128;

/** What tells how a game server ended. */
type Exit = Pick<ServerExit, 'code' | 'signal' | 'cause'>;

/** The outside signal that ended a server, or held it from outside; undefined when it ended by itself or as wished. */
export function killedBy(exit: Exit): string | undefined {
  if (exit.cause === 'wish' || exit.cause === 'busy') return undefined;
  const signal = signalOf(exit);
  return signal !== undefined && !FAULTS.has(signal) ? signal : undefined;
}

/** Whether one of these signals ended it. */
export function wasEndedBy(sent: ReadonlySet<string>, exit: Exit): boolean {
  const signal = signalOf(exit);
  return signal !== undefined && sent.has(signal);
}

/** How a game server ended by itself before its time, such as SIGFPE; undefined when it was asked to, or killed for nothing of its own. */
export function faultOf(exit: Exit): string | undefined {
  if (exit.cause === 'busy') return 'it computed without end';
  const signal = signalOf(exit);
  if (signal !== undefined) return FAULTS.has(signal) ? signal : undefined;
  return exit.code === 0 ? undefined : `exit code ${exit.code}`;
}

function signalOf({ code, signal }: Exit): string | undefined {
  if (signal !== null) return signal;
  const number = (code ?? 0) - EXIT_BY_SIGNAL;
  return Object.entries(constants.signals).find(([, known]) => known === number)?.[0];
}
