import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentFile } from '#shared/protocol/agent-data.js';
import type { DecisionLogs } from '../broadcast/trajectories/decision-logs.js';
import { decisionsFileName, readDecisions } from '../broadcast/trajectories/decisions-file.js';
import { filesBelow } from '../games/disk/folder-files.js';
import { type GameFolder, gameFolder } from '../games/disk/game-folder.js';
import type { GameRecord } from '../games/disk/game-record.js';
import type { PerSeat } from '../games/disk/per-seat.js';

/** What is written down for a model, and of it: nothing that the game needs to go on. */
const OF_MODEL = ['notes', 'usage', 'conversations'] as const;
/** What its seat does by itself; a game that is played needs it. */
const OF_SEAT = ['plans', 'orders'] as const;

/** What AgentFiles works with. */
export interface AgentFilesOptions {
  readonly dataDir: string;
  /** What is in memory of the files. */
  readonly caches: readonly Pick<PerSeat<unknown>, 'forget'>[];
  readonly logs: Pick<DecisionLogs, 'flush' | 'forget'>;
}

/** The files of one agent in a game: its notes, conversations, usage, plans, orders and decisions. */
export class AgentFiles {
  readonly #options: AgentFilesOptions;

  constructor(options: AgentFilesOptions) {
    this.#options = options;
  }

  /** All of them, with what is in them. Rejects when the disk cannot read one now. */
  async read(record: GameRecord, agentId: string): Promise<readonly AgentFile[]> {
    await this.#options.logs.flush(record.id);
    const folder = this.#folderOf(record);
    const paths = await pathsOf(folder, record, agentId, [...OF_MODEL, ...OF_SEAT]);
    return Promise.all(paths.map(async (path) => ({ path, text: await textOf(join(folder.path, path)) })));
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
        .filter((path) => path.startsWith(`${name}.`) || path.startsWith(`${name}/`))
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

/** Decisions, which are compressed, as JSON lines. */
async function textOf(file: string): Promise<string> {
  if (!file.endsWith('.fcd')) return readFile(file, 'utf8');
  const decisions = await readDecisions(file);
  return [...decisions.lines()].map((line) => JSON.stringify(line)).join('\n');
}
