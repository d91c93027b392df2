import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import type { RemoteSeatSnapshot } from '../../link/seat-messages.js';
import {
  recordSchema,
  type SessionRecord,
  type SessionSnapshot,
  type StoredSessions,
} from './session-records.js';

const compiled = z.compile(recordSchema);

/** The record in a line of the journal; undefined for a line that is not one. */
export function readRecord(line: string): SessionRecord | undefined {
  return compiled.safeParse(parseJson(line)).data;
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

/** The session after one change. Its arrays were just read, so they grow in place. */
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
      return { ...session, begun: [...session.begun, begun] };
    }
    case 'answered': {
      const begun = session.begun.find(({ id }) => id === change.id);
      if (begun === undefined) return session;
      const { id, digest, isUnnamed } = begun;
      if (!isUnnamed) session.answers.push({ id, digest, isRead: false, answer: change.answer });
      return { ...session, begun: session.begun.filter((each) => each !== begun) };
    }
  }
}
