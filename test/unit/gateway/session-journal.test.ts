import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { SessionJournal } from '../../../gateway/session/persistence/session-journal.js';
import type { SessionSnapshot } from '../../../gateway/session/persistence/session-records.js';
import type { PersistedSession } from '../../../gateway/session/persistence/session-store.js';

const silent = pino({ level: 'silent' });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'session-journal-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return join(path, 'sessions');
}

/** A session as it is when it has just logged in. */
function session(name: string): PersistedSession {
  const id = name.padEnd(16, '-');
  const of = { agentId: name, gameId: 'g' };
  const heard = { outbox: 'o', seq: 7 };
  const seat = { ...of, connectData: {}, seated: { player_id: 1, game_id: 'g' } };
  const fresh: SessionSnapshot = {
    ...of,
    id,
    tokenHash: '',
    lastAddress: '::1',
    lastSeq: 0,
    sentSeq: 0,
    pushes: [],
    answers: [],
    begun: [],
    undelivered: [],
  };
  return {
    id,
    tokenHash: Buffer.alloc(32),
    lastAddress: '::1',
    sentSeq: 0,
    seat: { progress: { heard }, snapshot: () => seat },
    snapshot: () => fresh,
  };
}

const begun = (id: string, digest: string) => ({
  ...{ id, digest, isUnnamed: false, at: 5 },
  deeds: [{ action: 'end_turn', args_hash: 'h' }],
});
const push = (seq: number, text = 'text') => ({ seq, type: 'event', text });

test('what was written before a crash is there again: pushes, answers, and what has no answer', () => {
  const path = folder();
  const dying = new SessionJournal(path, silent);
  const all: PersistedSession[] = [];
  dying.start({ all: () => all });
  const [ann, ben, gone] = [session('ann'), session('ben'), session('gone')];
  for (const each of [ann, ben, gone]) dying.recordLogin(each);
  dying.recordPush(ann, push(1));
  dying.recordRequest(ann, begun('a1', 'd1'));
  dying.recordPush(ann, push(2));
  dying.recordAnswer(ann, 'a1', 'applied');
  dying.recordRequest(ann, begun('a2', 'd2'));
  dying.recordEnd(gone);
  const { seats, sessions } = new SessionJournal(path, silent).read();
  expect(seats[0]).toMatchObject({ agentId: 'ann', heard: { outbox: 'o', seq: 7 } });
  expect(sessions.map(({ agentId }) => agentId)).toEqual(['ann', 'ben']);
  expect(sessions[0]).toMatchObject({
    lastSeq: 2,
    pushes: [push(1), push(2)],
    answers: [{ id: 'a1', digest: 'd1', isRead: false, answer: 'applied' }],
    begun: [begun('a2', 'd2')],
  });
});

test('a half-written line is passed over; with a line that is damaged no session comes back', () => {
  const path = folder();
  const dying = new SessionJournal(path, silent);
  dying.start({ all: () => [] });
  dying.recordLogin(session('ann'));
  const [name = ''] = readdirSync(path);
  appendFileSync(join(path, name), '{"kind":"push","session":"ann---');
  expect(new SessionJournal(path, silent).read().sessions).toHaveLength(1);
  appendFileSync(join(path, name), '\nnonsense\n');
  // It may have been the record of an action, which would then be done twice.
  expect(new SessionJournal(path, silent).read().sessions).toEqual([]);
  expect(readdirSync(path)).toEqual([`${name}.damaged-1`]);
});

test('only its owner may read the journal, and an orderly end without sessions leaves none', async () => {
  const path = folder();
  const journal = new SessionJournal(path, silent);
  journal.start({ all: () => [] });
  const [name = ''] = readdirSync(path);
  expect(statSync(join(path, name)).mode & 0o077).toBe(0);
  await journal.close();
  expect(() => readdirSync(path)).toThrow('ENOENT');
});

test('pushes that come at once are written together, at the latest when one is handed over', async () => {
  const path = folder();
  const journal = new SessionJournal(path, silent);
  const ann = session('ann');
  journal.start({ all: () => [ann] });
  journal.recordLogin(ann);
  const kept = () => new SessionJournal(path, silent).read().sessions[0]?.pushes.map(({ seq }) => seq);
  journal.recordPush(ann, push(1));
  journal.recordPush(ann, push(2));
  expect(kept()).toEqual([]);
  journal.flush();
  expect(kept()).toEqual([1, 2]);
  journal.recordPush(ann, push(3));
  journal.recordRequest(ann, begun('a1', 'd1'));
  expect(kept()).toEqual([1, 2, 3]);
  journal.recordPush(ann, push(4));
  await new Promise((resolve) => setImmediate(resolve));
  expect(kept()).toEqual([1, 2, 3, 4]);
});

test('the journal stays bounded, and loses nothing while it is written anew', async () => {
  const path = folder();
  const journal = new SessionJournal(path, silent);
  const all: PersistedSession[] = [];
  journal.start({ all: () => all });
  const ann = session('ann');
  all.push(ann, session('ben'));
  for (const each of all) journal.recordLogin(each);
  const long = 'x'.repeat(1 << 20);
  for (let seq = 1; seq <= 20; seq++) {
    // Sockets and timers have their turns between pushes.
    await new Promise((resolve) => setImmediate(resolve));
    journal.recordPush(ann, push(seq, long));
  }
  journal.flush();
  const bytes = readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
  expect(bytes).toBeLessThan(17 << 20);
  const { sessions } = new SessionJournal(path, silent).read();
  expect(sessions.find(({ agentId }) => agentId === 'ann')?.lastSeq).toBe(20);
  expect(sessions).toHaveLength(2);
});

test('a failing disk stops no session, brings nothing stale back, and is tried again', () => {
  const parent = folder();
  const path = join(parent, 'sessions');
  writeFileSync(parent, 'no folder can be here');
  const kept: boolean[] = [];
  const journal = new SessionJournal(path, silent, (isKept) => kept.push(isKept));
  const ann = session('ann');
  expect(journal.read()).toEqual({ seats: [], sessions: [] });
  journal.start({ all: () => [ann] });
  journal.recordLogin(ann);
  journal.retry();
  expect([kept, journal.isWorking]).toEqual([[false], false]);
  rmSync(parent);
  journal.retry();
  expect([kept, journal.isWorking]).toEqual([[false, true], true]);
  journal.recordPush(ann, push(1));
  journal.flush();
  const { sessions } = new SessionJournal(path, silent).read();
  expect(sessions[0]).toMatchObject({ agentId: 'ann', pushes: [push(1)] });
});

test('a journal that can be neither written nor removed is an error once, not with every retry', () => {
  const parent = folder();
  // Nothing below it can be reached, made or removed.
  symlinkSync(parent, parent);
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void said.push(line) });
  const journal = new SessionJournal(join(parent, 'gateway', 'sessions'), log);
  journal.start({ all: () => [] });
  for (let times = 0; times < 3; times += 1) journal.retry();
  expect(said.filter((line) => line.includes('could not be removed'))).toHaveLength(1);
});

test('what comes when the journal is closed takes nothing with it of what is kept', async () => {
  const path = folder();
  const kept: boolean[] = [];
  const journal = new SessionJournal(path, silent, (isKept) => kept.push(isKept));
  const ann = session('ann');
  journal.start({ all: () => [ann] });
  journal.recordLogin(ann);
  await journal.close();
  journal.recordPush(ann, push(1));
  journal.recordLogin(session('ben'));
  expect(kept).toEqual([true, true]);
  expect(new SessionJournal(path, silent).read().sessions.map(({ agentId }) => agentId)).toEqual(['ann']);
});
