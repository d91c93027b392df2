import { type Failure, failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import { Protocol } from '../../freeciv/protocol.js';
import type { ServerExit } from './server-child.js';
import type { ServerProcess } from './server-process.js';

/** What is known of a game server of others. */
export interface JoinedServerFacts {
  /** An address that was checked, so that a name cannot lead elsewhere meanwhile. */
  readonly host: string;
  readonly port: number;
  readonly version: string;
  readonly password: string | undefined;
}

/** Why something cannot be had of a game on a server of others: E146. `what`: a sentence that says what it is. */
export function onOtherServer(
  what = 'The game is on a server of others: it has no console and no saves here',
  path?: string,
): Failure {
  return failure('E146', what, path === undefined ? {} : { path });
}

/** A game server that others run. To end it is to leave it: it has no process, console or folder here. */
export function joinedServer(facts: JoinedServerFacts): ServerProcess {
  const left = new AbortController();
  const exit: ServerExit = { code: 0, signal: null, cause: 'wish', lastLines: [] };
  const exited = new Promise<ServerExit>((resolve) => {
    left.signal.addEventListener('abort', () => resolve(exit), { once: true });
  });
  const refuse = (): Result<never> => fail(onOtherServer());
  const leave = () => left.abort();
  const close = async () => leave();
  return {
    ...facts,
    isOwn: false,
    pid: 0,
    protocol: Protocol.ofServer(facts.version),
    folder: '',
    exited,
    writeCommand: refuse,
    run: async () => refuse(),
    lastLines: () => [],
    readOutputFile: async () => undefined,
    kill: leave,
    close,
    [Symbol.asyncDispose]: close,
  };
}
