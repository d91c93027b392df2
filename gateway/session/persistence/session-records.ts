import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { journalPlaceSchema, pushPlaceSchema } from '#shared/protocol/link-places.js';
import { type RemoteSeatSnapshot, seatSnapshotSchema } from '../../link/link-messages.js';
import type { SeatProgress } from '../../link/seat-pushes.js';

const pushSchema = z.object({ seq: z.int().positive(), type: z.string(), text: z.string() });

/** How a request was sent whose answer says that its outcome is unknown: with this the proxy is asked again. */
const sentSchema = z.object({
  /** The numbering of the seat's pushes. */
  outbox: z.string(),
  turn: z.int().optional(),
});

const answerSchema = z.object({
  id: z.string(),
  digest: z.string(),
  isRead: z.boolean(),
  answer: z.string(),
  sent: sentSchema.optional(),
});

/** The name of an action and the digest of its fields. */
const auditedActionSchema = z.object({ action: z.string(), args_hash: z.string() });

/** A request that may have been carried out and has no answer yet. */
const begunSchema = z.object({
  id: z.string(),
  digest: z.string(),
  /** The agent gave no correlation_id: the id is the gateway's own, and no answer follows after a restart. */
  isUnnamed: z.boolean().default(false),
  /** The action of the request; empty for a request that is not an action. */
  deeds: z.array(auditedActionSchema).default([]),
  /** When it began, in milliseconds. */
  at: z.number().default(0),
  /** The numbering of the seat's pushes under which it was begun: with it the proxy can be asked for the answer. */
  outbox: z.string().optional(),
  /** What it asks for, where it is one action or a batch with an end_turn, and the turn that was under way: the proxy tells by them what it knows. */
  action: z.record(z.string(), z.unknown()).optional(),
  batch: z.record(z.string(), z.unknown()).optional(),
  turn: z.int().optional(),
  /** Its answer depends on more than is kept here: compact verdicts, other dialects. The next gateway cannot write it. */
  isTranslated: z.literal(true).optional(),
});

/** A session as it is restored after a restart. */
const sessionSnapshotSchema = z.object({
  id: z.string().min(16),
  agentId: agentIdSchema,
  gameId: gameIdSchema,
  /** Base64 of the SHA-256 of its token. */
  tokenHash: z.string(),
  lastAddress: z.string(),
  /** When it lost its socket, in milliseconds since 1970; absent while it has one. */
  detachedAt: z.number().optional(),
  /** The last push. */
  lastSeq: z.int().nonnegative(),
  /** The last push handed to a socket. */
  sentSeq: z.int().nonnegative(),
  pushes: z.array(pushSchema),
  answers: z.array(answerSchema),
  begun: z.array(begunSchema),
  undelivered: z.array(z.string()),
});

const sessionId = { session: z.string() };

const recordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('seat'), seat: seatSnapshotSchema }),
  /** Replaces all earlier records of the session. */
  z.object({ kind: z.literal('session'), session: sessionSnapshotSchema }),
  z.object({ kind: z.literal('login'), ...sessionId, tokenHash: z.string(), address: z.string() }),
  z.object({
    kind: z.literal('push'),
    ...sessionId,
    push: pushSchema,
    /** The last push handed to a socket before this one. */
    sent: z.int().nonnegative(),
    heard: pushPlaceSchema.optional(),
  }),
  z.object({ kind: z.literal('begun'), ...sessionId, ...begunSchema.shape }),
  z.object({
    kind: z.literal('answered'),
    ...sessionId,
    id: z.string(),
    answer: z.string(),
    sent: sentSchema.optional(),
    /** The last place in the game's journal that answers to the seat named. */
    journal: journalPlaceSchema.optional(),
  }),
  z.object({ kind: z.literal('ended'), ...sessionId }),
]);

/** All sessions of a gateway process, and the seats they share. */
export interface StoredSessions {
  readonly seats: readonly RemoteSeatSnapshot[];
  readonly sessions: readonly SessionSnapshot[];
}

/** See `recordSchema`. */
export type SessionRecord = z.infer<typeof recordSchema>;
/** A session as it is restored after a restart. */
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;
/** A request that may have been carried out and has no answer yet. */
export type BegunRequest = z.infer<typeof begunSchema>;
/** Whether the next gateway process can ask the proxy what became of the request. */
export function isResolvable(request: BegunRequest): request is BegunRequest & { readonly outbox: string } {
  return !request.isUnnamed && request.isTranslated !== true && request.outbox !== undefined;
}
/** How a request was sent whose outcome is unknown. */
export type SentRequest = z.infer<typeof sentSchema>;

/** An action as the audit log names it. */
export type AuditedAction = z.infer<typeof auditedActionSchema>;

const compiled = z.compile(recordSchema);

/** The record in a line of the journal; undefined for a line that is not one. */
export function readRecord(line: string): SessionRecord | undefined {
  return compiled.safeParse(parseJson(line)).data;
}

/** The lines of records, without line breaks. */
export function recordLines(...records: readonly SessionRecord[]): readonly string[] {
  return records.map((record) => JSON.stringify(record));
}

/** The record of an answer in a session. */
export function answeredRecord(
  { id: session, seat }: { readonly id: string; readonly seat: { readonly progress: SeatProgress } },
  {
    id,
    answer,
    sent,
  }: { readonly id: string; readonly answer: string; readonly sent: SentRequest | undefined },
): SessionRecord {
  const { journal } = seat.progress;
  return { kind: 'answered', session, id, answer, sent, journal };
}

/** The sessions and seats after these records, applied in order. */
export function foldRecords(records: Iterable<SessionRecord>): StoredSessions {
  const seats = new Map<string, RemoteSeatSnapshot>();
  const sessions = new Map<string, SessionSnapshot>();
  const change = (change: Change) => {
    const session = sessions.get(change.session);
    if (session === undefined) return;
    sessions.set(session.id, sessionAfter(session, change));
    const key = seatKey(session);
    const seat = seats.get(key);
    if (seat !== undefined && change.kind === 'push') seats.set(key, { ...seat, heard: change.heard });
    if (seat !== undefined && change.kind === 'answered' && change.journal !== undefined)
      seats.set(key, { ...seat, journal: change.journal });
  };
  for (const record of records) {
    switch (record.kind) {
      case 'seat':
        seats.set(seatKey(record.seat), record.seat);
        break;
      case 'session':
        sessions.set(record.session.id, record.session);
        break;
      case 'ended':
        sessions.delete(record.session);
        break;
      default:
        change(record);
    }
  }
  return { seats: [...seats.values()], sessions: [...sessions.values()] };
}

/** One key for each pair of agent and game. */
export function seatKey({ agentId, gameId }: Pick<RemoteSeatSnapshot, 'agentId' | 'gameId'>): string {
  return `${agentId} ${gameId}`;
}

type Change = Extract<SessionRecord, { kind: 'login' | 'push' | 'begun' | 'answered' }>;

/** The session after one change. Its arrays are changed in place: only this one holds them. */
function sessionAfter(session: SessionSnapshot, change: Change): SessionSnapshot {
  switch (change.kind) {
    case 'login': {
      const { detachedAt: _attached, ...rest } = session;
      return { ...rest, tokenHash: change.tokenHash, lastAddress: change.address };
    }
    case 'push':
      session.pushes.push(change.push);
      return { ...session, lastSeq: change.push.seq, sentSeq: Math.max(session.sentSeq, change.sent) };
    case 'begun': {
      const { kind: _kind, session: _session, ...begun } = change;
      // It may be on record already, because it was first meant for another proxy.
      const others = session.begun.filter(({ id }) => id !== begun.id);
      return { ...session, begun: [...others, begun] };
    }
    case 'answered': {
      const begun = session.begun.find(({ id }) => id === change.id);
      if (begun === undefined) return session;
      const { id, digest, isUnnamed } = begun;
      const { answer, sent } = change;
      if (!isUnnamed) session.answers.push({ id, digest, isRead: false, answer, sent });
      return { ...session, begun: session.begun.filter((each) => each !== begun) };
    }
  }
}
