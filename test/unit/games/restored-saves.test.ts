import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { mayPass, restoreWithRetries } from '../../../proxy/games/restore/restore-with-retries.js';
import type { ServerExit } from '../../../proxy/games/server/server-child.js';
import { copyForServer } from '../../../proxy/games/server/server-folder.js';
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

type Launch = (attempt: number) => Promise<Result<ServerProcess>>;

/** The turns of the saves that servers were given, 0 for none. */
async function turnsTried(exits: readonly Partial<ServerExit>[]): Promise<readonly number[]> {
  return (await restoredBy((attempt) => startThatEnds(exits[attempt] ?? { signal: 'SIGKILL' }))).tried;
}

/** Tries twice to restore a game that is in turn 8: what came of it, and which saves were tried. */
async function restoredBy(launch: Launch) {
  const tried: number[] = [];
  const disk = alarm.reporterFor('g');
  const played = new Journal(folder.journal, disk);
  for (let turn = 1; turn <= 8; turn += 1) {
    played.append(turn, { kind: 'begin', version: 1 });
    if (turn < 8) played.append(turn, { kind: 'end' });
  }
  played.close();
  const record = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0);
  const result = await restoreWithRetries(
    {
      record: { ...record, phase: 'running', shown: { turn: 8, players: [] } },
      ...{ folder, log, disk, journal: new Journal(folder.journal, disk), missing: [] },
      loading: { draws: 0 },
      worldFor: (_agentId, phase) => createWorld(phase),
      launch: (saveFile) => {
        tried.push(Number(/T(\d+)/.exec(basename(saveFile ?? ''))?.[1] ?? 0));
        return launch(tried.length - 1);
      },
    },
    2,
  );
  return { tried, failure: result.ok ? undefined : result.failure };
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

test('saves of which each takes too long to load are given up for now, and tried again later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const never = new Promise<ServerExit>(() => undefined);
  const starting = serverStartup({ onLine: () => () => undefined, exited: never, signal: undefined });
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  const startup = await starting;
  if (startup.kind !== 'failed') throw new Error('a start that never ends has ended');
  await saveTurns(7, 8);
  const { tried, failure: told } = await restoredBy(async () => fail(startup.failure));
  expect(tried).toEqual([8, 8, 7, 7, 8, 8, 7, 7]);
  expect(told?.message).toBe('freeciv-server takes too long to start');
  expect(told && mayPass(told)).toBe(true);
});

/** A server that loads the save of turn 8 and is killed as the game goes on. */
function killedInReplay(): ServerProcess {
  const close = async () => undefined;
  return {
    ...{ port: 1, pid: 1, version: '3.0.6', protocol: Protocol.ofServer('3.0.6'), password: undefined },
    ...{ isOwn: true, host: '127.0.0.1' },
    ...{ folder: '', close, [Symbol.asyncDispose]: close, kill: () => undefined, lastLines: () => [] },
    exited: Promise.resolve({ code: null, signal: 'SIGKILL', lastLines: [] }),
    writeCommand: () => fail(failure('E123', 'The game server has ended')),
    run: async (line) => ok(line.includes('current_turn') ? ['8'] : []),
    readOutputFile: async () => undefined,
  };
}

test('a game whose server is killed from outside while it is played again is tried again later', async () => {
  await saveTurns(8);
  const { failure: told } = await restoredBy(async () => ok(killedInReplay()));
  expect(told).toMatchObject({ code: 'E123', details: { killed: 'SIGKILL' } });
  expect(told && mayPass(told)).toBe(true);
});

test('what a server says as it cannot start is told without paths of the machine', async () => {
  const said = async (line: string) => {
    const started = await startThatEnds({ code: 1, lastLines: [line] });
    return started.ok ? '' : started.failure.message;
  };
  expect(await said('1: Cannot load /home/host/civ/game.ruleset')).toBe(
    'freeciv-server ended while starting: the log of the proxy says why',
  );
  expect(await said('1: no rules here')).toBe('freeciv-server ended while starting: no rules here');
});

test('a save that the disk does not take for a game server is a matter of the disk', async () => {
  const [given, out] = [join(data, 'nowhere', 'given'), join(data, 'nowhere', 'out')];
  const copied = await copyForServer({ path: data, given, out }, join(data, 'some.sav'));
  expect(copied).toMatchObject({ failure: { code: 'E142', details: { disk: expect.any(String) } } });
});
