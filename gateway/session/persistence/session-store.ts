import type { PushPlace } from '#shared/protocol/link.js';
import type { RemoteSeatSnapshot } from '../../link/seat-messages.js';
import type { NumberedPush } from '../push-ring.js';
import type { BegunRequest, SessionSnapshot } from './session-records.js';

/** What a store reads of a session. */
export interface PersistedSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly lastAddress: string;
  readonly sentSeq: number;
  readonly seat: { readonly lastPush: PushPlace | undefined; snapshot(): RemoteSeatSnapshot | undefined };
  snapshot(): SessionSnapshot;
}

/** Records what happens to sessions, each event before the agent learns of it, so that a session survives its gateway. */
export interface SessionStore {
  recordLogin(session: PersistedSession): void;
  recordPush(session: PersistedSession, push: NumberedPush): void;
  /** A request that may change the game is about to be sent to the proxy. */
  recordRequest(session: PersistedSession, begun: BegunRequest): void;
  /** `answer` is empty for a request without a correlation_id. */
  recordAnswer(session: PersistedSession, id: string, answer: string): void;
  /** The session has expired or was given up. */
  recordEnd(session: PersistedSession): void;
}
