import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { restoreWithRetries } from '../../../proxy/games/restore/restore-with-retries.js';
import type { ServerExit } from '../../../proxy/games/server/server-child.js';
import type { ServerProcess } from '../../../proxy/games/server/server-process.js';
import { serverStartup } from '../../../proxy/games/server/server-startup.js';
import { createWorld } from '../../../proxy/world/world.js';

const log = pino({ level: 'silent' });
let data = '';
let folder: GameFolder;
let alarm: DiskMonitor;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'freeciv-restored-'));
  folder = gameFolder(data, 'g');
  alarm = new DiskMonitor(data, log);
  await mkdir(folder.saves, { recursive: true });
});

afterEach(() => rm(data, { recursive: true, force: true }));

/** What a start fails with whose server ends like this. */
async function startThatEnds(exit: Partial<ServerExit>): Promise<Result<ServerProcess>> {
  const exited = Promise.resolve({ code: null, signal: null, lastLines: [], ...exit });
  const startup = await serverStartup({ onLine: () => () => undefined, exited, signal: undefined });
  return fail(startup.kind === 'failed' ? startup.failure : failure('E500', startup.kind));
}

/** Tries twice to bring back a game that is in turn 8; the turns of the saves that servers were given, 0 for none. */
async function turnsTried(exits: readonly Partial<ServerExit>[]): Promise<readonly number[]> {
  const tried: number[] = [];
  const disk = alarm.reporterFor('g');
  const played = new Journal(folder.journal, disk);
  for (let turn = 1; turn <= 8; turn += 1) {
    played.append(turn, { kind: 'begin', version: 1 });
    if (turn < 8) played.append(turn, { kind: 'end' });
  }
  played.close();
  const record = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0);
  await restoreWithRetries(
    {
      record: { ...record, phase: 'running', shown: { turn: 8, players: [] } },
      ...{ folder, log, disk, journal: new Journal(folder.journal, disk), missing: [] },
      loading: { draws: 0 },
      worldFor: (_agentId, phase) => createWorld(phase),
      launch: (saveFile) => {
        tried.push(Number(/T(\d+)/.exec(basename(saveFile ?? ''))?.[1] ?? 0));
        return startThatEnds(exits[tried.length - 1] ?? { signal: 'SIGKILL' });
      },
    },
    2,
  );
  return tried;
}

const saveTurns = async (...turns: readonly number[]): Promise<void> => {
  for (const turn of turns) await writeFile(join(folder.saves, `freeciv-T000${turn}-Y-1-auto.sav.xz`), '');
};

test.each([
  { signal: 'SIGKILL' },
  // As a sandbox tells it.
  { code: 128 + 9 },
  { signal: 'SIGTERM' },
] as const)(
  'a server that is killed while it loads a save (%o) is no reason to take an older one',
  async (kill) => {
    await saveTurns(7, 8);
    expect(await turnsTried([kill, kill])).toEqual([8, 8]);
  },
);

test('a save of which two servers died is given up for the one before it', async () => {
  await saveTurns(7, 8);
  expect(await turnsTried([{ signal: 'SIGSEGV' }, { code: 1 }])).toEqual([8, 8, 7, 8]);
});

test('a game whose saves are all gone is played again from its journal, and what is lost is said', async () => {
  await turnsTried([]);
  expect(alarm.damaged).toMatchObject([
    { what: 'save', file: 'saves', reason: 'its saves are gone', lost: expect.stringContaining('turn 8') },
  ]);
});
