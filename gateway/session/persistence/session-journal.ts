import { diskReason } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import { ok, type Result } from '#shared/core/result.js';
import type { NumberedPush } from '../push-ring.js';
import { JournalSegments } from './journal-segments.js';
import {
  answeredRecord,
  type BegunRequest,
  foldRecords,
  readRecord,
  recordLines,
  type SentRequest,
  type SessionRecord,
  type StoredSessions,
} from './session-records.js';
import type { KeptSessions, PersistedSession, SessionStore } from './session-store.js';

/** The next segment begins when one reaches this size, or four times the size of the sessions in it. */
const MIN_SEGMENT_BYTES = 16 << 20;
/** Written in one turn of the event loop while all sessions are copied to a new segment. */
const STEP_BYTES = 512 << 10;

/** The sessions on disk: a push or answer is written before the agent gets it, an action before the proxy does. */
export class SessionJournal implements SessionStore {
  readonly #segments: JournalSegments;
  readonly #log: Logger;
  #known = new WeakSet<PersistedSession>();
  readonly #onChange: (isWorking: boolean) => void;
  #all: () => Iterable<PersistedSession> = () => [];
  #nextAt = MIN_SEGMENT_BYTES;
  #state: 'closed' | 'open' | 'rewriting' | 'broken' = 'closed';
  /** Whether an old state of the sessions is on the disk, which could not be removed. */
  #isStale = false;
  #flushSoon: NodeJS.Immediate | undefined;

  /** `onChange` is called when the disk accepts the sessions, and when it no longer does. */
  constructor(folder: string, log: Logger, onChange: (isWorking: boolean) => void = () => {}) {
    this.#segments = new JournalSegments(folder);
    this.#log = log;
    this.#onChange = onChange;
  }

  /** The sessions of an earlier gateway process. Call `start` after they are restored. */
  read(): StoredSessions {
    const read = this.#segments.read();
    if (read.kind !== 'read') return this.#unread(read.kind, read.reason);
    const records = read.lines.map(readRecord).filter((record) => record !== undefined);
    // An event whose record is incomplete was not acted on: its writer died before.
    if (read.torn !== '')
      this.#log.warn('the last line of the session journal is incomplete and was ignored');
    const unread = read.lines.length - records.length;
    if (unread === 0) return foldRecords(records);
    return this.#unread('damaged', `${unread} of its ${read.lines.length} lines cannot be read`);
  }

  /** Without all its records a session could execute an action twice: agents log in anew. */
  #unread(kind: 'damaged' | 'inaccessible', reason: string): StoredSessions {
    if (kind === 'damaged') this.#segments.quarantine();
    this.#log.error(
      { reason },
      `the session journal is ${kind}: its sessions are lost, agents must log in anew`,
    );
    return foldRecords([]);
  }

  /** False while the disk refuses the sessions. */
  get isWorking(): boolean {
    return this.#state !== 'broken';
  }

  /** Writes all sessions again after the disk has refused them. Call it periodically. */
  retry(): void {
    if (this.#state !== 'broken') return;
    this.#known = new WeakSet();
    try {
      this.#segments.moveObstruction();
      this.#rewrite();
      this.#log.warn('the session journal is written again');
    } catch {
      this.#dropAll();
    }
  }

  /** Writes all sessions; from now on their events are appended. */
  start({ all }: Pick<KeptSessions, 'all'>): void {
    this.#all = all;
    this.#try(() => this.#rewrite());
  }

  /** Writes the last state of all sessions. */
  async close(): Promise<void> {
    this.retry();
    this.#try(() => {
      if ([...this.#all()].length === 0) this.#segments.dropAll();
      else this.#rewrite();
      this.#segments.close();
      this.#state = 'closed';
    });
  }

  /** Sessions begin also while the disk refuses them. */
  readonly isOpen = true;

  /** A journal belongs to one gateway: it has all its sessions in memory. */
  find(): Promise<Result<undefined, never>> {
    return Promise.resolve(ok(undefined));
  }

  /** See `find`. */
  take(): Promise<Result<undefined, never>> {
    return Promise.resolve(ok(undefined));
  }

  recordLogin(session: PersistedSession): void {
    if (this.#state === 'closed') return;
    if (!this.#known.has(session)) {
      this.#try(() => this.#write(session));
      return;
    }
    const seat = session.seat.snapshot();
    if (seat !== undefined) this.#append({ kind: 'seat', seat });
    const tokenHash = session.tokenHash.toString('base64');
    this.#append({ kind: 'login', session: session.id, tokenHash, address: session.lastAddress });
  }

  recordPush(session: PersistedSession, push: NumberedPush): void {
    if (!this.#known.has(session)) return;
    const { heard } = session.seat.progress;
    const place = heard === undefined ? {} : { heard };
    this.#hold({ kind: 'push', session: session.id, push, sent: session.sentSeq, ...place });
    // The proxy sends a push again that was on no record when the gateway died.
    this.#flushSoon ??= setImmediate(() => this.flush());
  }

  flush(): void {
    clearImmediate(this.#flushSoon);
    this.#flushSoon = undefined;
    if (this.#state === 'closed' || !this.#segments.isHolding) return;
    this.#try(() => {
      this.#segments.flush();
      if (this.#state === 'open' && this.#segments.bytes > this.#nextAt) this.#rewriteInSteps();
    });
  }

  recordRequest({ id: session }: PersistedSession, begun: BegunRequest): void {
    this.#append({ kind: 'begun', session, ...begun });
  }

  recordAnswer(session: PersistedSession, id: string, answer: string, sent?: SentRequest): void {
    this.#append(answeredRecord(session, { id, answer, sent }));
  }

  recordEnd(session: PersistedSession): void {
    if (this.#known.delete(session)) this.#append({ kind: 'ended', session: session.id });
  }

  #append(record: SessionRecord): void {
    this.#hold(record);
    this.flush();
  }

  #hold(record: SessionRecord): void {
    if (this.#state === 'closed' || this.#state === 'broken') return;
    this.#segments.hold(`${JSON.stringify(record)}\n`);
  }

  #write(session: PersistedSession): void {
    const seat = session.seat.snapshot();
    if (seat === undefined) return;
    const records = recordLines({ kind: 'seat', seat }, { kind: 'session', session: session.snapshot() });
    this.#segments.append(records.map((line) => `${line}\n`).join(''));
    this.#known.add(session);
  }

  #rewrite(): void {
    this.#segments.startSegment();
    for (const session of this.#all()) this.#write(session);
    this.#rewritten();
  }

  /** Until it is done the older segments stay: reading them first gives the same sessions. */
  #rewriteInSteps(): void {
    this.#segments.startSegment();
    this.#state = 'rewriting';
    const left = [...this.#all()];
    const step = (): void => {
      if (this.#state !== 'rewriting') return;
      const end = this.#segments.bytes + STEP_BYTES;
      while (left.length > 0 && this.#segments.bytes < end) {
        const session = left.shift();
        // A session that has ended by now is not written again.
        if (session !== undefined && this.#known.has(session)) this.#write(session);
      }
      if (left.length === 0) this.#rewritten();
      else setImmediate(() => this.#try(step));
    };
    step();
  }

  #rewritten(): void {
    this.#segments.dropOlder();
    this.#state = 'open';
    this.#isStale = false;
    this.#onChange(true);
    this.#nextAt = Math.max(MIN_SEGMENT_BYTES, 4 * this.#segments.bytes);
  }

  /** After a failed write the journal is removed: sessions must not come back in an old state. */
  #try(work: () => void): void {
    if (this.#state === 'broken') return;
    try {
      work();
    } catch (error) {
      this.#state = 'broken';
      this.#onChange(false);
      const reason = diskReason(error);
      this.#log.error(
        { reason },
        'the session journal cannot be written: after a crash agents must log in anew',
      );
      this.#dropAll();
    }
  }

  #dropAll(): void {
    try {
      this.#segments.dropAll();
      this.#isStale = false;
    } catch (error) {
      // Once, not with every retry.
      if (!this.#isStale)
        this.#log.error(
          { reason: diskReason(error) },
          'the session journal could not be removed: a gateway that starts now finds its sessions as they were',
        );
      this.#isStale = true;
    }
  }
}
