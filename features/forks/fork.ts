import { existsSync, renameSync } from 'node:fs';
import { copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import {
  type GameFolder,
  gameFolder,
  gameFolderAt,
  incomingFolder,
} from '../../proxy/games/disk/game-folder.js';
import { type GameRecord, isOnOtherServer } from '../../proxy/games/disk/game-record.js';
import { readRecord, writeRecord } from '../../proxy/games/disk/record-file.js';
import { mayWrite, type WriteGuard } from '../../proxy/games/disk/write-guard.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import { type SavedTurn, savedTurns } from '../../proxy/games/saves/stored-saves.js';
import { forkPlans } from '../../proxy/games/seats/plan-file.js';
import { onOtherServer } from '../../proxy/games/server/joined-server.js';
import { copyReports } from '../models/models.js';

/** The wait for the save of a running turn: the server writes it after the turn has begun for the players. */
const MAX_SAVE_WAIT_MS = 10_000;
const SAVE_POLL_MS = 100;

/** A game to make from a turn of another. */
export interface ForkRequest {
  /** The game to fork, and its turn: the fork begins as that turn began. */
  readonly gameId: string;
  readonly turn: number;
  readonly forkId: string;
  /** Agents whose players AIs are to play there. */
  readonly toAi?: readonly string[] | undefined;
  /** The token that asks. */
  readonly creator?: LinkCreator | undefined;
}

interface ForkSource {
  readonly now: number;
  /** Of the game to fork. */
  readonly source: WriteGuard;
  /** Of the game that is made. */
  readonly disk: DiskReporter;
  /** Undefined when the game is not in memory. */
  readonly loaded: { readonly record: GameRecord; readonly turn: number | undefined } | undefined;
}

/** What games are forked with. */
export interface ForkPlace {
  readonly games: Games;
  readonly dataDir: string;
  /** The system clock without it. */
  readonly clock?: Clock;
}

/** A new game that begins as a turn of another did; the agents of that one have their seats in it. As writeFork. */
export function forkGame(
  { games, dataDir, clock = systemClock }: ForkPlace,
  request: ForkRequest,
): Promise<Result<Game>> {
  const { gameId, forkId, creator } = request;
  return games.createFrom(forkId, creator, () => {
    const from = games.get(gameId);
    const loaded = from && { record: from.record, turn: from.seats[0]?.world.game?.turn };
    const [source, disk] = [games.disk.reporterFor(gameId), games.disk.reporterFor(forkId)];
    return writeFork(dataDir, request, { now: clock.now(), source, disk, loaded });
  });
}

/**
 * Writes a copy of a game as one of its turns began. The copy gets its place in one step, when it is complete, and begins
 * with the first request for it. Agents have the seats and standing plans they had, and the conversations and usage until then. E140
 * without such a game, E105 when there is no save of the turn or the other id is taken, E142 when the disk does not take
 * it, E146 on a server of others. `now` in epoch milliseconds. `loaded` is the game in memory, ahead of its files: the save of its running turn is
 * waited for.
 */
export async function writeFork(
  dataDir: string,
  request: ForkRequest,
  { now, source, disk, loaded }: ForkSource,
): Promise<Result<void>> {
  const { gameId, turn, forkId, toAi = [] } = request;
  const from = gameFolder(dataDir, gameId);
  const to = gameFolder(dataDir, forkId);
  const record = loaded === undefined ? await readRecord(from.record) : ok(loaded.record);
  if (!record.ok) return record;
  if (record.value === undefined) return fail(failure('E140', `There is no game ${gameId}`));
  if (isOnOtherServer(record.value)) return fail(onOtherServer());
  const taken = await readRecord(to.record);
  if (!taken.ok || taken.value !== undefined)
    return fail(failure('E105', `There is a game ${forkId} already`, { path: 'game_id' }));
  const saves =
    turn === loaded?.turn ? await savedTurnsWith(from, turn, source) : await savedTurns(from, source);
  const save = saves.find((saved) => saved.turn === turn);
  if (save === undefined) {
    const details = { turns: saves.map((saved) => saved.turn) };
    return fail(failure('E105', `There is no save of turn ${turn}`, { path: 'turn', details }));
  }
  const laid = gameFolderAt(incomingFolder(dataDir, forkId));
  try {
    disk.checkOwned();
    await rm(laid.path, { recursive: true, force: true });
    await mkdir(laid.saves, { recursive: true });
    await copyFile(save.file, join(laid.saves, basename(save.file)));
    if (existsSync(from.ruleset)) await cp(from.ruleset, laid.ruleset, { recursive: true });
    for (const { agentId } of record.value.seats) {
      await forkPlans(from.plans, laid.plans, agentId, turn);
      await copyReports(from, laid, { agentId, turn });
    }
    await writeRecord(laid.record, forkedRecord(record.value, { ...request, toAi }, now), disk);
    await mkdir(dirname(to.path), { recursive: true });
    disk.checkOwned();
    renameSync(laid.path, to.path);
    return ok(undefined);
  } catch (error) {
    // The next owner of the id may be writing its own fork there.
    if (mayWrite(disk)) await rm(laid.path, { recursive: true, force: true }).catch(() => undefined);
    return fail(failure('E142', `The fork cannot be written: ${diskReason(error)}`));
  }
}

/** The saves of a game, as soon as that turn is among them or the wait for it is over. */
async function savedTurnsWith(
  folder: GameFolder,
  turn: number,
  guard: WriteGuard,
): Promise<readonly SavedTurn[]> {
  for (let waited = 0; ; waited += SAVE_POLL_MS) {
    const saves = await savedTurns(folder, guard);
    if (waited >= MAX_SAVE_WAIT_MS || saves.some((save) => save.turn === turn)) return saves;
    await setTimeout(SAVE_POLL_MS);
  }
}

function forkedRecord(
  record: GameRecord,
  { gameId, turn, forkId, toAi, creator }: ForkRequest,
  now: number,
): GameRecord {
  const { version, config, scenario, turnTimeLimit, loadingDraws, serverVersion, shown } = record;
  const { rulesetSalt, rulesetHash } = record;
  const there = record.seats.filter(({ since }) => since < turn);
  const left = there.filter(({ agentId }) => toAi?.includes(agentId));
  const names = left.map(({ player }) => shown?.players.find(({ player_id }) => player_id === player)?.name);
  return {
    version,
    config,
    rulesetSalt,
    rulesetHash,
    turnTimeLimit,
    loadingDraws,
    serverVersion,
    // The save of a first turn is older than what was staged in it.
    scenario: scenario === undefined ? undefined : { ...scenario, isStaged: turn > 1 },
    id: forkId,
    phase: 'running',
    isLive: false,
    fence: 0,
    seats: there.filter((seat) => !left.includes(seat)),
    missing: [],
    givenToAi: names.filter((name) => name !== undefined),
    created: now,
    creator: creator?.token,
    forkOf: { gameId, turn },
  };
}
