import type { PushPlace } from '#shared/protocol/link.js';
import type { NumberedPush } from '../push-ring.js';
import type { BegunRequest, SeatSnapshot, SessionSnapshot } from './record.js';

/** As much of a session as keeping it takes. */
export interface KeepableSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly lastAddress: string;
  readonly sentSeq: number;
  readonly seat: { readonly heard: PushPlace | undefined; snapshot(): SeatSnapshot | undefined };
  snapshot(): SessionSnapshot;
}

/** Hears of everything that a session must know again when its gateway has died, before its agent does. */
export interface SessionKeeper {
  loggedIn(session: KeepableSession): void;
  pushed(session: KeepableSession, push: NumberedPush): void;
  /** A request that may change the game is about to be sent on. */
  began(session: KeepableSession, begun: BegunRequest): void;
  answered(session: KeepableSession, id: string, answer: string): void;
  ended(session: KeepableSession): void;
}
