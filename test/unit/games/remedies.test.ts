import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type GameRecord, newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { RecordStore } from '../../../proxy/games/disk/record-file.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import type { JournalEntry } from '../../../proxy/games/journal/journal-file.js';
import { Remedies } from '../../../proxy/games/restore/remedies.js';
import { inReplayOrder } from '../../../proxy/games/restore/replay.js';
import type { ServerExit } from '../../../proxy/games/server/server-child.js';

const log = pino({ level: 'silent' });
let data = '';
let folder: GameFolder;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'freeciv-remedies-'));
  folder = gameFolder(data, 'g');
  await mkdir(folder.saves, { recursive: true });
});

afterEach(() => rm(data, { recursive: true, force: true }));

const died: ServerExit = { code: null, signal: 'SIGFPE', lastLines: ['2: Beginning AI turn'] };
const noMap: ServerExit = {
  ...{ code: 1, signal: null },
  lastLines: ['1: Cannot create suitable map with given settings.', '1: Please report this message'],
};

/** A game in that turn, with saves of these turns. */
async function gameIn(turn: number, saves: readonly number[], change: Partial<GameRecord> = {}) {
  for (const save of saves) await writeFile(join(folder.saves, `freeciv-T000${save}-Y-1-auto.sav.gz`), '');
  const disk = new DiskMonitor(data, log).reporterFor('g');
  const journal = new Journal(folder.journal, disk, 2);
  for (let played = 1; played <= turn; played += 1) {
    journal.append(played, { kind: 'begin', version: 1 });
    if (played < turn) journal.append(played, { kind: 'end' });
  }
  const made = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0);
  const shown = turn === 0 ? {} : { shown: { turn, players: [] } };
  const records = new RecordStore(folder.record, { ...made, phase: 'running', ...shown, ...change }, disk);
  const told: string[] = [];
  const onRemedy = (sentence: string): void => void told.push(sentence);
  const remedies = new Remedies({ folder, journal, disk, log, records, onRemedy });
  return {
    records,
    /** What is done after such a death, and what agents are told. */
    async after(exit: ServerExit) {
      remedies.note(exit);
      const done = await remedies.carryOut();
      return done.ok ? { told: told.splice(0)[0] } : { failure: done.failure };
    },
    async redraws(): Promise<readonly number[]> {
      const turns = await journal.turns();
      const found: number[] = [];
      for (const known of turns.ok ? turns.value : []) {
        const entries = await journal.entries(known);
        if (entries.ok && entries.value.some(({ kind }) => kind === 'redraw')) found.push(known);
      }
      return found;
    },
    saves: async () =>
      (await readdir(folder.saves))
        .filter((name) => name.endsWith('.gz'))
        .map((name) => Number(/T(\d+)/.exec(name)?.[1])),
  };
}

test('a game that dies again in one turn gets other random numbers, an earlier save, the end; each is told', async () => {
  const game = await gameIn(5, [4, 5, 6]);
  expect(await game.after(died)).toEqual({ told: undefined });
  expect([await game.redraws(), await game.saves()]).toEqual([[], [4, 5, 6]]);
  expect(await game.after(died)).toEqual({ told: expect.stringContaining('other random numbers') });
  // The save of a turn that nobody has seen leads to the same.
  expect([await game.redraws(), await game.saves()]).toEqual([[5], [4, 5]]);
  expect(await game.after(died)).toEqual({ told: expect.stringContaining('the save of turn 4') });
  expect([await game.redraws(), await game.saves()]).toEqual([[4, 5], [4]]);
  expect(await game.after(died)).toMatchObject({
    failure: {
      code: 'E142',
      details: { over: true },
      message: expect.stringContaining('died 4 times in turn 5 (SIGFPE)'),
    },
  });
});

test('where there is no save before, the game is over instead', async () => {
  const game = await gameIn(5, [5]);
  for (let death = 1; death <= 2; death += 1) expect(await game.after(died)).not.toHaveProperty('failure');
  expect(await game.after(died)).toMatchObject({ failure: { details: { over: true } } });
});

test('a server that computes without end is a death like any other; one held from outside is none', async () => {
  const killed = { ...died, signal: 'SIGKILL' } as const;
  const game = await gameIn(5, [4, 5]);
  for (let held = 1; held <= 3; held += 1)
    expect(await game.after({ ...killed, cause: 'idle' })).toEqual({ told: undefined });
  const looping = { ...killed, cause: 'busy' } as const;
  expect(await game.after(looping)).toEqual({ told: undefined });
  expect(await game.after(looping)).toEqual({ told: expect.stringContaining('(it computed without end)') });
  expect(await game.redraws()).toEqual([5]);
});

test('a proxy that starts again goes on counting deaths', async () => {
  const game = await gameIn(5, [4, 5]);
  await game.after(died);
  const after = await gameIn(5, [4, 5], { deaths: game.records.current.deaths });
  expect(await after.after(died)).toEqual({ told: expect.stringContaining('other random numbers') });
});

test('a turn that has begun ends the row of deaths', async () => {
  const game = await gameIn(5, [4, 5]);
  for (let death = 1; death <= 3; death += 1) await game.after(died);
  await game.records.update({ shown: { turn: 6, players: [] } });
  expect(await game.after(died)).toEqual({ told: undefined });
});

test('a server that is killed or ends on request does not count', async () => {
  const game = await gameIn(5, [4, 5]);
  const ends = [
    { code: null, signal: 'SIGKILL' },
    { code: 128 + 15, signal: null },
    // A failing disk does not give a page of the program.
    { code: null, signal: 'SIGBUS' },
    { code: 0, signal: null },
  ] as const;
  for (const end of [...ends, ...ends])
    expect(await game.after({ ...died, ...end })).toEqual({ told: undefined });
  expect(await game.after(died)).toEqual({ told: undefined });
  expect(await game.redraws()).toEqual([]);
});

test('a map that cannot be made: the seed is drawn again, and that is told', async () => {
  const game = await gameIn(0, []);
  const { seeds } = game.records.current.config;
  const sentence = /seed \d+: Cannot create suitable map with given settings\. The seed is \d+ now/;
  expect(await game.after(noMap)).toEqual({ told: expect.stringMatching(sentence) });
  const { seeds: drawn } = game.records.current.config;
  expect(drawn.map).not.toBe(seeds.map);
  expect(drawn.game).toBe(seeds.game);
});

test('a map that cannot be made with the seed asked for is E142 with what the server says', async () => {
  const game = await gameIn(0, [], { hasOwnMapSeed: false });
  expect(await game.after(noMap)).toMatchObject({
    failure: {
      code: 'E142',
      message: expect.stringContaining('Cannot create suitable map with given settings.'),
    },
  });
});

test('a server that dies before the first turn for another reason: agents are told how, and no path', async () => {
  const game = await gameIn(0, []);
  const noScript = { ...died, lastLines: ["1: Error in '/home/host/civ/script.lua'"] };
  for (let death = 1; death <= 3; death += 1)
    expect(JSON.stringify(await game.after(noScript))).not.toContain('/home');
  const over = await game.after(noScript);
  expect(over).toMatchObject({ failure: { code: 'E142', message: expect.stringContaining('(SIGFPE)') } });
  expect(JSON.stringify(over)).not.toContain('/home');
});

const done = (agentId: string): JournalEntry => ({
  ...{ kind: 'packet', agentId, name: 'player_phase_done', fields: {}, proof: '', version: 1 },
});
const line = (text: string): JournalEntry => ({ kind: 'console', line: text });

test('what was done in a turn keeps its random numbers: the turn ends after the others are drawn', () => {
  const redraw: JournalEntry = { kind: 'redraw' };
  const end: JournalEntry = { kind: 'end' };
  const played = [line('a'), done('ann'), line('b'), done('ben'), end];
  expect(inReplayOrder(played)).toEqual(played);
  expect(inReplayOrder([...played, redraw, line('c')])).toEqual([
    ...[line('a'), line('b'), redraw, done('ann'), done('ben'), end, line('c')],
  ]);
  // What was done after the others were drawn was done with them.
  const later = [line('a'), redraw, line('b'), done('ann'), end];
  expect(inReplayOrder(later)).toEqual(later);
});
