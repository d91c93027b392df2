import type { Result } from '#shared/core/result.js';
import type { RemoteSeatSnapshot } from '../../link/link-messages.js';
import type { SeatProgress } from '../../link/seat-pushes.js';
import type { NumberedPush } from '../push-ring.js';
import type { BegunRequest, SentRequest, SessionSnapshot, StoredSessions } from './session-records.js';

/** What a store reads of a session. */
export interface PersistedSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly lastAddress: string;
  readonly sentSeq: number;
  readonly seat: { readonly progress: SeatProgress; snapshot(): RemoteSeatSnapshot | undefined };
  snapshot(): SessionSnapshot;
}

/** Records what happens to sessions, each event before the agent learns of it, so that a session survives its gateway. */
export interface SessionRecorder {
  recordLogin(session: PersistedSession): void;
  /** May be written later, with what follows it; `flush` must be called before the push is handed to anybody. */
  recordPush(session: PersistedSession, push: NumberedPush): void;
  /** Writes what has been recorded. */
  flush(): void;
  /** A request that may change the game is about to be sent to the proxy. */
  recordRequest(session: PersistedSession, begun: BegunRequest): void;
  /** `answer` is empty for a request without a correlation_id; `sent`: it says that the outcome of the request is unknown. */
  recordAnswer(session: PersistedSession, id: string, answer: string, sent?: SentRequest): void;
  recordEnd(session: PersistedSession): void;
}

/** A session that is not in this process: whose it is. */
export interface StoredSessionOwner {
  readonly agentId: string;
  readonly gameId: string;
}

/** What a store works with once the gateway serves. */
export interface KeptSessions {
  all(): Iterable<PersistedSession>;
  /** Another gateway has taken the session of this id: its agent has connected there. */
  onTaken(id: string): void;
}

/** Keeps the sessions of a gateway beyond its process. */
export interface SessionStore extends SessionRecorder {
  readonly isWorking: boolean;
  /** False while no session may begin or come from elsewhere. */
  readonly isOpen: boolean;
  /** The sessions that this process continues. Call `start` after they are restored. */
  read(): StoredSessions;
  start(sessions: KeptSessions): void;
  /** Records again what could not be recorded. Call it periodically. */
  retry(): void;
  /** Records the last state of all sessions; later events are not recorded. */
  close(): Promise<void>;
  /** Whose session that is which this process does not have; undefined when there is none. */
  find(id: string): Promise<Result<StoredSessionOwner | undefined, 'unreachable'>>;
  /** Makes a session of another gateway one of this process; undefined when there is none of that agent. */
  take(id: string, agentId: string): Promise<Result<StoredSessions | undefined, 'unreachable'>>;
}
