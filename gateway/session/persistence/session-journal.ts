import { diskReason } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import type { NumberedPush } from '../push-ring.js';
import { foldRecords, readRecord } from './fold-records.js';
import { JournalSegments } from './journal-segments.js';
import type { BegunRequest, SessionRecord, StoredSessions } from './session-records.js';
import type { PersistedSession, SessionStore } from './session-store.js';

/** A segment is followed by the next when it has grown to so much, or to four times what is worth keeping of it. */
const leastSegmentBytes = 16 << 20;
/** Written at once when a segment follows another; between two such steps the gateway does other things. */
const stepBytes = 512 << 10;

/**
 * The sessions on disk, so that they outlive their gateway however it ends: each push before it is sent, each action
 * before it is sent on, each verdict before it is told. What comes when it is closed is not kept.
 */
export class SessionJournal implements SessionStore {
  readonly #segments: JournalSegments;
  readonly #log: Logger;
  #known = new WeakSet<PersistedSession>();
  readonly #isKept: (isKept: boolean) => void;
  #all: () => Iterable<PersistedSession> = () => [];
  #nextAt = leastSegmentBytes;
  #state: 'closed' | 'open' | 'rewriting' | 'broken' = 'closed';

  /** `isKept` is told when it works, and when it does not any more. */
  constructor(folder: string, log: Logger, isKept: (isKept: boolean) => void = () => {}) {
    this.#segments = new JournalSegments(folder);
    this.#log = log;
    this.#isKept = isKept;
  }

  /** What an earlier gateway left; to be followed by `begin` once it is taken up. */
  read(): StoredSessions {
    const read = this.#segments.read();
    if (read.kind !== 'read') return this.#unread(read.kind, read.reason);
    const records = read.lines.map(readRecord).filter((record) => record !== undefined);
    // What was torn when its writer died was not carried out yet.
    if (read.torn !== '') this.#log.warn('the last line of the session journal is torn: it counts nothing');
    const unread = read.lines.length - records.length;
    if (unread === 0) return foldRecords(records);
    return this.#unread('damaged', `${unread} of its ${read.lines.length} lines cannot be read`);
  }

  /** A session whose past has a hole could do an action twice: its agent logs in anew. */
  #unread(kind: 'damaged' | 'inaccessible', reason: string): StoredSessions {
    if (kind === 'damaged') this.#segments.quarantine();
    this.#log.error(
      { reason },
      `the session journal is ${kind}: its sessions are lost, agents must log in anew`,
    );
    return foldRecords([]);
  }

  /** False while sessions are not kept, because the disk does not take them. */
  get isWorking(): boolean {
    return this.#state !== 'broken';
  }

  /** Tries to keep all sessions again after the disk did not take them. To be called now and then. */
  retry(): void {
    if (this.#state !== 'broken') return;
    this.#known = new WeakSet();
    try {
      this.#segments.clearWay();
      this.#rewrite();
      this.#log.warn('sessions are kept again');
    } catch {
      this.#dropAll();
    }
  }

  /** Writes all sessions there are; from now on what happens to them is added. */
  start(all: () => Iterable<PersistedSession>): void {
    this.#all = all;
    this.#try(() => this.#rewrite());
  }

  /** Writes all sessions as they are in the end. */
  close(): void {
    this.retry();
    this.#try(() => {
      if ([...this.#all()].length === 0) this.#segments.dropAll();
      else this.#rewrite();
      this.#segments.close();
      this.#state = 'closed';
    });
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
    const { lastPush: heard } = session.seat;
    const place = heard === undefined ? {} : { heard };
    this.#append({ kind: 'push', session: session.id, push, sent: session.sentSeq, ...place });
  }

  recordRequest({ id: session }: PersistedSession, begun: BegunRequest): void {
    this.#append({ kind: 'begun', session, ...begun });
  }

  recordAnswer({ id: session }: PersistedSession, id: string, answer: string): void {
    this.#append({ kind: 'answered', session, id, answer });
  }

  recordEnd(session: PersistedSession): void {
    if (this.#known.delete(session)) this.#append({ kind: 'ended', session: session.id });
  }

  #append(record: SessionRecord): void {
    if (this.#state === 'closed') return;
    this.#try(() => {
      this.#segments.append(`${JSON.stringify(record)}\n`);
      if (this.#state === 'open' && this.#segments.bytes > this.#nextAt) this.#rewriteInSteps();
    });
  }

  #write(session: PersistedSession): void {
    const seat = session.seat.snapshot();
    if (seat === undefined) return;
    this.#segments.append(lines({ kind: 'seat', seat }, { kind: 'session', session: session.snapshot() }));
    this.#known.add(session);
  }

  #rewrite(): void {
    this.#segments.startSegment();
    for (const session of this.#all()) this.#write(session);
    this.#rewritten();
  }

  /** Until it is done, what is left of the older segments stands before what is written meanwhile. */
  #rewriteInSteps(): void {
    this.#segments.startSegment();
    this.#state = 'rewriting';
    const left = [...this.#all()];
    const step = (): void => {
      if (this.#state !== 'rewriting') return;
      const end = this.#segments.bytes + stepBytes;
      while (left.length > 0 && this.#segments.bytes < end) {
        const session = left.shift();
        // Who has ended meanwhile stays so.
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
    this.#isKept(true);
    this.#nextAt = Math.max(leastSegmentBytes, 4 * this.#segments.bytes);
  }

  /** Sessions that are not kept any more must not come back as they once were: without a journal none do. */
  #try(work: () => void): void {
    if (this.#state === 'broken') return;
    try {
      work();
    } catch (error) {
      this.#state = 'broken';
      this.#isKept(false);
      const reason = diskReason(error);
      this.#log.error({ reason }, 'sessions are not kept: after a crash agents must log in anew');
      this.#dropAll();
    }
  }

  #dropAll(): void {
    try {
      this.#segments.dropAll();
    } catch (error) {
      this.#log.error({ reason: diskReason(error) }, 'the session journal could not be removed');
    }
  }
}

function lines(...records: readonly SessionRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
