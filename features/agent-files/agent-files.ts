import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { agentFolderName } from '#shared/core/disk/agent-folder.js';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { filesBelow } from '#shared/core/disk/files-below.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AgentFilePart } from '#shared/protocol/agent-data.js';
import { type GameFolder, gameFolder } from '../../proxy/games/disk/game-folder.js';
import type { GameRecord } from '../../proxy/games/disk/game-record.js';
import type { PerSeat } from '../../proxy/games/disk/per-seat.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import type { DecisionLogs } from '../watching/trajectories/decision-logs.js';
import { decisionsFileName, readDecisionsPart } from '../watching/trajectories/decisions-file.js';

/** Folders of files about the model. The game does not need them. */
const OF_MODEL = ['notes', 'usage', 'conversations'] as const;
/** Folders of files that the seat plays by. A running game needs them. */
const OF_SEAT = ['plans', 'orders'] as const;

/** How much of a file is read at a time. */
const PART_BYTES = 1 << 20;

/** What AgentFiles works with. */
export interface AgentFilesOptions {
  readonly dataDir: string;
  /** The copies of the files in memory. */
  readonly caches: readonly Pick<PerSeat<unknown>, 'forget'>[];
  readonly logs: Pick<DecisionLogs, 'flush' | 'forget'>;
}

/** The files of one agent in a game: its notes, conversations, usage, plans, orders and decisions. */
export class AgentFiles {
  readonly #options: AgentFilesOptions;

  constructor(options: AgentFilesOptions) {
    this.#options = options;
  }

  /** Their paths within the folder of the game. Rejects when the disk does not list them. */
  async list(record: GameRecord, agentId: string): Promise<readonly string[]> {
    await this.#options.logs.flush(record.id);
    return pathsOf(this.#folderOf(record), record, agentId, [...OF_MODEL, ...OF_SEAT]);
  }

  /**
   * About `PART_BYTES` of one of them, from the start or from where the part before has ended: a file may be larger than a message
   * of the link. Undefined when the agent has no such file. Rejects when the disk cannot read it now.
   */
  async read(
    record: GameRecord,
    agentId: string,
    { path, from }: { readonly path: string; readonly from: number },
  ): Promise<AgentFilePart | undefined> {
    const folder = this.#folderOf(record);
    const paths = await pathsOf(folder, record, agentId, [...OF_MODEL, ...OF_SEAT]);
    if (!paths.includes(path)) return undefined;
    const file = join(folder.path, path);
    return path.endsWith('.fcd') ? readDecisionsPart(file, from) : readTextPart(file, from);
  }

  /** Removes them; those of the seat only when the game is over. The removed paths. */
  async remove(record: GameRecord, agentId: string): Promise<readonly string[]> {
    const { caches, logs } = this.#options;
    const folder = this.#folderOf(record);
    const parts = record.phase === 'ended' ? [...OF_MODEL, ...OF_SEAT] : OF_MODEL;
    const paths = await pathsOf(folder, record, agentId, parts);
    await logs.forget(record.id);
    for (const cache of caches) cache.forget(record.id);
    await Promise.all(paths.map((path) => rm(join(folder.path, path), { force: true })));
    return paths;
  }

  #folderOf({ id }: GameRecord): GameFolder {
    return gameFolder(this.#options.dataDir, id);
  }
}

/** Removes the data of all agents of a game. Resolves with the number of files; the failure is a sentence. */
export async function removeAgentData(
  games: Pick<Games, 'find'>,
  files: AgentFiles,
  gameId: string,
): Promise<Result<number, string>> {
  const found = await games.find(gameId);
  if (!found.ok) return fail(found.failure.message);
  const { record } = found.value ?? {};
  if (record === undefined) return ok(0);
  try {
    const removed = await Promise.all(record.seats.map(({ agentId }) => files.remove(record, agentId)));
    return ok(removed.flat().length);
  } catch (error) {
    return fail(diskReason(error));
  }
}

async function pathsOf(
  { path: folder }: GameFolder,
  { seats }: GameRecord,
  agentId: string,
  parts: readonly string[],
): Promise<readonly string[]> {
  const name = encodeURIComponent(agentId);
  const ofParts = await Promise.all(
    parts.map(async (part) => {
      const names = await filesBelow(join(folder, part));
      return names
        .filter((path) => path.startsWith(`${name}.`) || path.startsWith(`${agentFolderName(agentId)}/`))
        .map((path) => `${part}/${path}`);
    }),
  );
  const decisions = seats
    .filter((seat) => seat.agentId === agentId)
    .map(({ player }) => decisionsFileName(player));
  const recorded = await filesBelow(join(folder, 'recordings'));
  const own = recorded.filter((path) => decisions.includes(path)).map((path) => `recordings/${path}`);
  return [...ofParts.flat(), ...own];
}

/** Text of a file, from a byte on, cut between two characters. */
async function readTextPart(path: string, from: number): Promise<AgentFilePart> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES), { position: from });
  const text = new StringDecoder('utf8').write(buffer.subarray(0, bytesRead));
  return { text, next: bytesRead < PART_BYTES ? null : from + Buffer.byteLength(text) };
}
