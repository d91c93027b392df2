import type { GameHeader } from '#shared/protocol/state/header.js';
import { ownDefeat } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import { plainName } from './wire-values.js';

/** The fields of every state that are about the whole game. */
export function gameHeader(world: World): GameHeader {
  const { game, seat, turn, finalRanking } = world;
  const { limitSeconds: limit, endsAtMs: endsAt } = world.turnTimer;
  const defeated = ownDefeat(world);
  return {
    version: world.version,
    turn: game?.turn ?? 0,
    year: game?.year32 ?? game?.year16 ?? 0,
    year_name: yearName(world),
    phase: turn.phase,
    player_id: seat.player ?? null,
    time_limit: limit > 0 ? limit : null,
    deadline: endsAt === undefined ? null : endsAt / 1000,
    victory_conditions: [...(game?.victoryConditions ?? [])].map((name) => plainName(name, 'VC_')),
    defeated,
    final_ranking:
      finalRanking.length > 0
        ? finalRanking.map(({ playerId, score, winner }) => ({
            player_id: playerId,
            score,
            winner,
          }))
        : undefined,
  };
}

/** Seconds until the turn ends by itself; null when it waits for its players. */
export function secondsLeft({ turnTimer: turnTime }: World): number | null {
  return turnTime.endsAtMs === undefined ? null : Math.round((turnTime.remainingMs() ?? 0) / 1000);
}

function yearName({ game, calendar }: World): string {
  const year = game?.year32 ?? game?.year16 ?? 0;
  const label = year < 0 ? calendar?.negativeYearLabel : calendar?.positiveYearLabel;
  return `${Math.abs(year)} ${label ?? ''}`.trim();
}
