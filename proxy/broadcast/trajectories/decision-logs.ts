import { join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import type { DiskAlarm } from '../../games/disk/disk-alarm.js';
import { gameFolder } from '../../games/disk/game-folder.js';
import { DecisionLog } from './decision-log.js';
import { decisionsHeader, decisionsName } from './decisions-file.js';

export interface DecisionLogsOptions {
  readonly dataDir: string;
  /** Of each seat's file; 0 keeps nothing. */
  readonly mostBytes: number;
  readonly logger: Logger;
  readonly disk: DiskAlarm;
}

interface SeatName {
  readonly gameId: string;
  readonly player: number;
  readonly agent: string;
}

/** The decisions of all seats of this proxy, each in a file of its own beside the seat's recording. */
export class DecisionLogs {
  readonly #options: DecisionLogsOptions;
  readonly #logs = new Map<string, DecisionLog>();

  constructor(options: DecisionLogsOptions) {
    this.#options = options;
  }

  /** Undefined where nothing is kept. */
  of({ gameId, player, agent }: SeatName): DecisionLog | undefined {
    const { dataDir, mostBytes, logger, disk } = this.#options;
    if (mostBytes === 0) return undefined;
    const key = `${gameId} ${player}`;
    let log = this.#logs.get(key);
    log ??= new DecisionLog({
      file: join(gameFolder(dataDir, gameId).recordings, decisionsName(player)),
      header: decisionsHeader({ game_id: gameId, player, agent }),
      mostBytes,
      logger: logger.child({ game: gameId, player }),
      disk: disk.of(gameId),
    });
    this.#logs.set(key, log);
    return log;
  }

  /** The log of a seat that has one. */
  known(gameId: string, player: number): DecisionLog | undefined {
    return this.#logs.get(`${gameId} ${player}`);
  }

  /** The game is gone, and another may get its id. */
  forget(gameId: string): void {
    for (const [key, log] of this.#logs) {
      if (!key.startsWith(`${gameId} `)) continue;
      this.#logs.delete(key);
      void log.close();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#logs.values()].map((log) => log.close()));
  }
}
