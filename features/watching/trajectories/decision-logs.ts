import { join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import type { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import type { RecordWriting } from '../recording/record-thread.js';
import { DecisionLog } from './decision-log.js';
import { decisionsFileName, newDecisionsHeader } from './decisions-file.js';

/** Where decision logs are kept, and how large each may be. */
export interface DecisionLogsOptions {
  readonly dataDir: string;
  /** Maximum size of each seat's file; 0 keeps nothing. */
  readonly maxBytes: number;
  readonly log: Logger;
  readonly disk: DiskMonitor;
  readonly writing: RecordWriting;
}

interface SeatName {
  readonly gameId: string;
  readonly player: number;
  readonly agent: string;
}

/** The decision logs of all seats of this proxy, each in a file beside the seat's recording. */
export class DecisionLogs {
  readonly #options: DecisionLogsOptions;
  readonly #logs = new Map<string, DecisionLog>();

  constructor(options: DecisionLogsOptions) {
    this.#options = options;
  }

  /** The log of a seat, opened when needed; undefined when decisions are not kept. */
  getOrCreate({ gameId, player, agent }: SeatName): DecisionLog | undefined {
    const { dataDir, maxBytes, log, disk, writing } = this.#options;
    if (maxBytes === 0) return undefined;
    const key = `${gameId} ${player}`;
    let decisions = this.#logs.get(key);
    decisions ??= new DecisionLog({
      gameId,
      file: join(gameFolder(dataDir, gameId).recordings, decisionsFileName(player)),
      header: newDecisionsHeader({ game_id: gameId, player, agent }),
      maxBytes,
      log: log.child({ game: gameId, player }),
      disk: disk.reporterFor(gameId),
      writing,
    });
    this.#logs.set(key, decisions);
    return decisions;
  }

  /** The log of a seat; undefined when none was opened. */
  find(gameId: string, player: number): DecisionLog | undefined {
    return this.#logs.get(`${gameId} ${player}`);
  }

  /** Closes the logs of a game that is deleted, goes to another proxy or is on the disk only; resolves when they are written. */
  async forget(gameId: string): Promise<void> {
    const own = this.#of(gameId);
    for (const [key] of own) this.#logs.delete(key);
    await Promise.all(own.map(([, log]) => log.close()));
  }

  /** Resolves when all that was added to the logs of a game is written. */
  async flush(gameId: string): Promise<void> {
    await Promise.all(this.#of(gameId).map(([, log]) => log.close()));
  }

  #of(gameId: string): readonly (readonly [string, DecisionLog])[] {
    return [...this.#logs].filter(([key]) => key.startsWith(`${gameId} `));
  }

  /** Closes all logs; resolves when they are written. */
  async close(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
  }
}
