import { connect } from 'node:net';
import { FrameSplitter } from './frame-splitter.js';
import { PacketStream } from './packet-stream.js';
import { Protocol } from './protocol.js';

/** Where a game server is asked, and as whom. */
export interface VersionQuestion {
  readonly host: string;
  readonly port: number;
  /** As for a connection: a server may refuse some names before it says anything. */
  readonly username: string;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/** What a server answered: its version, such as 3.1.4, or why there is none. */
export type VersionAnswer =
  | { readonly kind: 'version'; readonly version: string }
  /** Its own sentence, or what went wrong; `isReachable` when something answered that names no version. */
  | { readonly kind: 'none'; readonly reason: string; readonly isReachable: boolean };

/** More than any refusal. */
const MAX_ANSWER_BYTES = 64 << 10;

/** Packets before the answer to a join are the same in all versions. */
const protocol = Protocol.ofServer('3.0');

/**
 * Asks a game server for its version by a join request that lacks all its capabilities: it refuses that before it asks for a password,
 * in a sentence with its version (`handle_login_request` of freeciv).
 */
export function askServerVersion({ host, port, username, signal }: VersionQuestion): Promise<VersionAnswer> {
  const stream = new PacketStream(protocol, 'server');
  const splitter = new FrameSplitter();
  return new Promise((resolve) => {
    let received = 0;
    const socket = connect({ host, port, signal, noDelay: true });
    const settle = (answer: VersionAnswer) => {
      socket.destroy();
      resolve(answer);
    };
    const none = (reason: string) => settle({ kind: 'none', reason, isReachable: received > 0 });
    const onFrame = (frame: Buffer) => {
      const packet = stream.decode(frame);
      if (packet.name === 'server_join_reply') settle(versionIn(packet.fields.message));
    };
    socket.on('connect', () => {
      const version = { majorVersion: 0, minorVersion: 0, patchVersion: 0, versionLabel: '' };
      socket.write(stream.encode('server_join_req', { username, capability: '', ...version }));
    });
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received > MAX_ANSWER_BYTES) return none('it is not a freeciv-server');
      try {
        splitter.push(chunk, onFrame);
      } catch {
        none('it is not a freeciv-server');
      }
    });
    socket.on('error', (cause) => none(signal.aborted ? 'it does not answer' : cause.message));
    socket.on('close', () => none('it closed the connection'));
  });
}

/** The version that a refusal of a game server names as its own, such as `3.1.2`; undefined where it names none. */
export function toldVersion(refusal: string): string | undefined {
  return /Server version: (\d[\d.]*\d)/.exec(refusal)?.[1];
}

function versionIn(message: string): VersionAnswer {
  const version = toldVersion(message);
  if (version !== undefined) return { kind: 'version', version };
  return { kind: 'none', reason: message, isReachable: true };
}
