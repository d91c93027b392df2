import type { PushPlace } from '#shared/protocol/link.js';
import type { SeatSnapshot } from '../../link/seat-messages.js';
import type { NumberedPush } from '../push-ring.js';
import type { BegunRequest, SessionSnapshot } from './session-records.js';

/** As much of a session as keeping it takes. */
export interface PersistedSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly lastAddress: string;
  readonly sentSeq: number;
  readonly seat: { readonly lastPush: PushPlace | undefined; snapshot(): SeatSnapshot | undefined };
  snapshot(): SessionSnapshot;
}

/** Hears of everything that a session must know again when its gateway has died, before its agent does. */
export interface SessionStore {
  recordLogin(session: PersistedSession): void;
  recordPush(session: PersistedSession, push: NumberedPush): void;
  /** A request that may change the game is about to be sent on. */
  recordRequest(session: PersistedSession, begun: BegunRequest): void;
  recordAnswer(session: PersistedSession, id: string, answer: string): void;
  recordEnd(session: PersistedSession): void;
}
