import { type Disk, isDiskWell } from '#shared/protocol/disk.js';
import type { ProxyHealth } from '#shared/protocol/rest.js';
import type { GameStateKind } from '../../games/lifecycle/game-state.js';

export interface HealthFacts {
  readonly isDraining: boolean;
  /** Why there is no freeciv-server that games can be played on; undefined when there is one. */
  readonly serverProblem: string | undefined;
  /** Of every game in memory. */
  readonly games: readonly { readonly kind: GameStateKind; readonly hasServer: boolean }[];
  readonly mostGames: number;
  /** Gateways that are linked. */
  readonly links: number;
  readonly disk: Disk;
  readonly uptimeMs: number;
}

/** How a proxy is, as an operator asks it itself; the same shape as the gateway's. */
export function healthOf(facts: HealthFacts): ProxyHealth {
  const { isDraining, serverProblem, games, mostGames, links, disk, uptimeMs } = facts;
  const hasServer = serverProblem === undefined;
  const ready = hasServer && !isDraining;
  const count = (kind: GameStateKind): number => games.filter((game) => game.kind === kind).length;
  const isWell = ready && isDiskWell(disk) && count('lost') === 0;
  return {
    status: isDraining ? 'draining' : isWell ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: {
      gateways: { linked: links },
      game_servers: {
        up: hasServer,
        ...(serverProblem !== undefined && { problem: serverProblem }),
        running: games.filter((game) => game.hasServer).length,
        recovering: count('recovering'),
        lost: count('lost'),
        most: mostGames,
      },
      disk,
    },
  };
}
