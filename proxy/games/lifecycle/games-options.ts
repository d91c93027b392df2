import type { Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { DiskAlarm } from '../disk/disk-alarm.js';
import type { Isolation } from '../server/isolation.js';

/** What the games of a proxy are made with. */
export interface GamesOptions {
  readonly protocol: Protocol;
  readonly dataDir: string;
  /** Path of freeciv-server when it is not where one looks for it. */
  readonly serverPath: string | undefined;
  readonly isolation: Isolation;
  readonly maxGames: number;
  readonly turnTimeLimit: number;
  /** Seconds a turn waits for an agent that is away. */
  readonly absentWait: number;
  /** A game nobody asked for in so many seconds is kept on disk only. */
  readonly idleAfter: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Hears what the disk does not take, and what it has damaged. */
  readonly disk: DiskAlarm;
  /** A game is deleted: what others keep of it is of no use any more. */
  onRemoved?(gameId: string): void;
}

/** Somebody asks for a game. */
export interface GameRequest {
  readonly gameId: string;
  readonly config: GameConfig;
  /** false: only join. */
  readonly create: boolean;
  /** An agent asks for a seat: a game made for it is of no use without one. */
  readonly isLogin?: boolean;
}
