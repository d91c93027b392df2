import { randomBytes, randomInt } from 'node:crypto';
import { readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail } from '#shared/core/result.js';
import type { SpectatorAction } from '#shared/protocol/spectator/agents.js';
import { applyFrame } from '#shared/protocol/spectator/recorded-turns.js';
import { snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';
import type { AgentActivity } from '../../../features/watching/agents/agent-activity.js';
import { ActionQuota, TranscriptQuota } from '../../../features/watching/agents/display-quota.js';
import { GameBroadcast } from '../../../features/watching/game-broadcast.js';
import { stateHash } from '../../../features/watching/recording/recording-format.js';
import { RecordingReader, verifyRecording } from '../../../features/watching/recording/recording-reader.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { recordsAtOnce } from '../../support/records-at-once.js';
import { newRecordingFile, recordedState, recorderOf, recordGame } from './support/record-game.js';

async function reading(file: string): Promise<RecordingReader> {
  const reader = new RecordingReader(file);
  expect(await reader.refresh()).toBe(true);
  return reader;
}

test('150 turns of eight players replay to the states of the game itself in less than 60 KB a turn', async () => {
  const file = await newRecordingFile();
  const hashes = await recordGame(file, { from: 1, to: 150, game: 'classic-8-ai-150-turns' });
  const recording = await reading(file);
  expect(recording.index.turns).toEqual([...hashes.keys()]);
  expect(hashes.size).toBe(150);
  let view = await recording.stateAt(1);
  for (const [turn, hash] of hashes) {
    if (view === undefined) throw new Error('nothing was recorded');
    expect([turn, stateHash(view)]).toEqual([turn, hash]);
    for (const { body } of await recording.framesOf(turn)) view = applyFrame(view, body);
  }
  const turns = recording.index.turns.slice(-10);
  const sizes = turns.map((turn) => bytesOf(recording, turn));
  expect(Math.max(...sizes)).toBeLessThan(60 << 10);
  expect((await stat(file)).size / 150).toBeLessThan(60 << 10);
});

test('the recording of a seat has the states of the game, and hashes of its snapshot and keyframes alone', async () => {
  const file = await newRecordingFile();
  const view = { player: 0, agent: 'ann' };
  const hashes = await recordGame(file, { from: 1, to: 25, game: 'classic-8-ai-150-turns', view });
  const recording = await reading(file);
  for (const [turn, hash] of hashes) {
    const state = await recording.stateAt(turn);
    if (state === undefined) throw new Error('nothing was recorded');
    expect([turn, stateHash(state)]).toEqual([turn, hash]);
  }
  // The snapshot, and the turns 11 and 21 with their keyframes.
  expect(await verifyRecording(recording)).toEqual({ states: 5, faults: [] });
});

test('eight agents that use all limits of transcripts and actions stay below 60 KB a turn, too', async () => {
  const file = await newRecordingFile();
  const blocks = new Map([...Array(8).keys()].map((player) => [player, new TranscriptQuota()]));
  const agents = (book: AgentActivity, turn: number, tell: () => void): void => {
    for (const [player, shown] of blocks) {
      // As little as any text can be made smaller.
      const text = randomBytes(30_000).toString('base64');
      const told = shown.admit(Array(20).fill({ kind: 'reasoning', text }), { turn, player }, blocks.size);
      book.record({ kind: 'transcript', player, blocks: told });
      const actions = new ActionQuota();
      for (let count = 0; actions.admit(turn, blocks.size); count += 1) {
        book.record({ kind: 'action', player, action: actionAt(turn, player, randomInt(4000)) });
        if (count % 8 === 0) tell();
      }
    }
  };
  await recordGame(file, { from: 146, to: 150, game: 'classic-8-ai-150-turns', every: 50, agents });
  const recording = await reading(file);
  const sizes = recording.index.turns.map((turn) => bytesOf(recording, turn));
  expect(sizes).toHaveLength(5);
  expect(Math.max(...sizes)).toBeLessThan(60 << 10);
  expect((await verifyRecording(recording)).faults).toEqual([]);
});

function actionAt(turn: number, player: number, tile: number): Omit<SpectatorAction, 'id'> {
  const words = { type: 'unit_move', text: `Workers ${tile}, (${tile % 80}, ${tile % 50})` };
  return { turn, player, ...words, tile, outcome: 'applied', ms: tile % 9 };
}

function bytesOf({ index }: RecordingReader, turn: number): number {
  const ofTurn = index.segments.filter(([first]) => first.turn === turn).flat();
  return ofTurn.reduce((sum, { length }) => sum + length, 0);
}

test('the state of any turn is the same as when all updates up to it are applied', async () => {
  const file = await newRecordingFile();
  const hashes = await recordGame(file, { from: 1, to: 40, game: 'classic-6-ai-100-turns' });
  const recording = await reading(file);
  for (const turn of [40, 5, 21, 20, 1, 39]) {
    const view = await recording.stateAt(turn);
    expect(view && [view.header.turn, stateHash(view)]).toEqual([turn, hashes.get(turn)]);
  }
  expect(await recording.stateAt(41)).toBeUndefined();
});

test('a recording torn at any byte keeps its whole records and is continued from there', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 12, game: 'classic-6-ai-100-turns', every: 50 });
  const whole = await readFile(file);
  const all = await reading(file);
  const states = all.index.segments.flat().length;
  for (let cut = whole.length; cut > 200; cut -= Math.ceil(whole.length / 60)) {
    await writeFile(file, whole.subarray(0, cut));
    const torn = await reading(file);
    expect(torn.end).toBeLessThanOrEqual(cut);
    if (torn.index.segments.length > 0) expect((await torn.lastState())?.header.turn).toBeGreaterThan(0);
    expect(torn.index.segments.flat().length).toBeLessThanOrEqual(states);
  }
  await writeFile(file, whole);
  const snapshot = await mustState(await reading(file));
  await writeFile(file, whole.subarray(0, whole.length - 5));
  const recorder = recorderOf(file);
  recorder.writeSnapshot(recordedState(snapshotFrom(snapshot)));
  await recorder.close();
  const again = await reading(file);
  expect(again.index.turns).toEqual(all.index.turns);
  expect(stateHash(await mustState(again))).toBe(stateHash(snapshot));
});

async function mustState(recording: RecordingReader) {
  const state = await recording.lastState();
  if (state === undefined) throw new Error('nothing was recorded');
  return state;
}

test('a damaged byte loses the records after it and never shows a wrong state', async () => {
  const file = await newRecordingFile();
  const hashes = await recordGame(file, { from: 1, to: 12, game: 'classic-6-ai-100-turns' });
  const whole = await readFile(file);
  for (const place of [0.3, 0.6, 0.9].map((part) => Math.floor(whole.length * part))) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(place) ^ 0x40, place);
    await writeFile(file, damaged);
    const recording = await reading(file);
    expect(recording.end).toBeLessThanOrEqual(place);
    for (const turn of recording.index.turns) {
      const view = await recording.stateAt(turn);
      expect(view && stateHash(view)).toBe(hashes.get(turn));
    }
  }
});

test('a game that was taken back shows each turn once, as it was played last', async () => {
  const file = await newRecordingFile();
  const first = await recordGame(file, { from: 1, to: 30, game: 'classic-6-ai-100-turns' });
  const second = await recordGame(file, { from: 18, to: 25, game: 'classic-6-ai-100-turns' });
  const recording = await reading(file);
  expect(recording.index.turns).toEqual([...Array(25).keys()].map((turn) => turn + 1));
  for (const turn of [17, 18, 19, 25]) {
    const view = await recording.stateAt(turn);
    expect([turn, view && stateHash(view)]).toEqual([turn, (turn < 18 ? first : second).get(turn)]);
  }
});

test('verification finds a recording whose updates do not lead to the states of the game', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 12, game: 'classic-6-ai-100-turns' });
  expect(await verifyRecording(await reading(file))).toEqual({ states: 13, faults: [] });
  const wrong = await newRecordingFile();
  const snapshot = snapshotFrom(await mustState(await reading(file)));
  const { stream, version, year } = snapshot;
  const recorder = recorderOf(wrong);
  recorder.writeSnapshot(recordedState(snapshot));
  const next = { stream, since: version, version: version + 1, turn: 13, year, phase: 'movement' };
  recorder.writeTurn(next, () => recordedState({ ...snapshot, ...next, units: snapshot.units.slice(1) }));
  await recorder.close();
  expect((await verifyRecording(await reading(wrong))).faults).toEqual(['turn 13 (turn) is not as it was']);
});

test('a recording that was deleted and begun again is read from its start', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 9, game: 'classic-6-ai-100-turns' });
  const recording = await reading(file);
  await rm(file);
  expect(await recording.refresh()).toBe(false);
  expect(recording.index.turns).toEqual([]);
  await recordGame(file, { from: 3, to: 5, game: 'classic-6-ai-100-turns' });
  expect(await recording.refresh()).toBe(true);
  expect(recording.index.turns).toEqual([3, 4, 5]);
});

test('a disk that refuses writes causes a gap in the recording and nothing else', async () => {
  const good = await newRecordingFile();
  await recordGame(good, { from: 1, to: 2, game: 'classic-6-ai-100-turns' });
  const snapshot = snapshotFrom(await mustState(await reading(good)));
  const blocked = join(await newRecordingFile(), 'whole.fcr');
  // Nobody can make a file there.
  await rm(dirname(blocked), { recursive: true, force: true });
  await symlink('/proc/self', dirname(blocked));
  const recorder = recorderOf(blocked, pino({ level: 'silent' }));
  recorder.writeSnapshot(recordedState(snapshot));
  const { stream, version, turn, year, phase } = snapshot;
  recorder.writeUpdate({ stream, since: version, version: version + 1, turn, year, phase });
  await expect.poll(() => recorder.hasGap).toBe(true);
  await rm(dirname(blocked));
  recorder.writeSnapshot(recordedState(snapshot));
  await recorder.close();
  expect(stateHash(await mustState(await reading(blocked)))).toBe(stateHash(viewOf(snapshot)));
});

test('a recording of a later version is put aside unchanged, and a new one begins', async () => {
  const file = await newRecordingFile();
  const text = '{"format":"freeciv-recording","version":3}\nsomething';
  await writeFile(file, text);
  await expect(new RecordingReader(file).refresh()).rejects.toThrow('version 1 to 2');
  const state = await newRecordingFile();
  await recordGame(state, { from: 1, to: 2, game: 'classic-6-ai-100-turns' });
  const view = await mustState(await reading(state));
  const recorder = recorderOf(file);
  recorder.writeSnapshot(recordedState(snapshotFrom(view)));
  await recorder.close();
  expect(await readFile(`${file}.damaged-1`, 'utf8')).toBe(text);
  expect((await reading(file)).index.turns).toEqual([view.header.turn]);
});

test('a recording of version 1, without agents, is read as it is and continued as version 2', async () => {
  const file = await newRecordingFile();
  await recordGame(file, { from: 1, to: 4, game: 'classic-6-ai-100-turns' });
  const old = (await readFile(file)).toString('latin1').replace('"version":2', '"version":1');
  await writeFile(file, old, 'latin1');
  const recording = await reading(file);
  const { states, faults } = await verifyRecording(recording);
  expect([states, faults]).toEqual([4, []]);
  expect((await mustState(recording)).agents.size).toBe(0);
  const recorder = recorderOf(file);
  recorder.writeSnapshot(recordedState(snapshotFrom(await mustState(recording))));
  await recorder.close();
  const again = await reading(file);
  expect(again.header?.version).toBe(2);
  expect(again.index.segments.length).toBe(recording.index.segments.length + 1);
});

test('while a game does not run none of its agents is shown as thinking', async () => {
  const file = await newRecordingFile();
  const status = {
    player: 1,
    presence: 'away',
    playedBy: 'model',
    state: 'thinking',
    endsAt: 5,
    plans: [],
  } as const;
  await recordGame(file, {
    ...{ from: 1, to: 3, game: 'classic-6-ai-100-turns' },
    agents(book, turn, tell) {
      book.updateStatus({ ...status, turn }, 1000 * turn);
      tell();
    },
  });
  const broadcast = new GameBroadcast({
    ...{ gameId: 'g', view: 'whole', facts: {}, file, log: pino({ enabled: false }) },
    disk: loggingReporter(pino({ enabled: false })),
    writing: recordsAtOnce(),
    openObservation: async () => fail(failure('E123', 'it sleeps')),
  });
  const shown = await broadcast.subscribe(() => {});
  expect(shown).toMatchObject({
    value: { agents: [{ presence: 'away', clock: { state: 'waiting', ends_at: null } }] },
  });
});
