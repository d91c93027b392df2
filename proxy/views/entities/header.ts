import type { GameHeader } from '#shared/protocol/state/header.js';
import { lastTurn } from '../../rules/lookup/game-length.js';
import { ownDefeat } from '../../rules/lookup/players.js';
import { yearOf } from '../../rules/players/calendar.js';
import { SCORE_POINTS } from '../../rules/players/output-worth.js';
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
    year: yearOf(world),
    year_name: yearName(world),
    phase: turn.phase,
    player_id: seat.player ?? null,
    time_limit: limit > 0 ? limit : null,
    deadline: endsAt === undefined ? null : endsAt / 1000,
    victory_conditions: victories(world),
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

function yearName(world: World): string {
  const { calendar } = world;
  const year = yearOf(world);
  const label = year < 0 ? calendar?.negativeYearLabel : calendar?.positiveYearLabel;
  return `${Math.abs(year)} ${label ?? ''}`.trim();
}

/** `Map 80x50, wraps from east to west. 5 players, the last turn is 100. Score: ...`: what an agent has to know of a game once. */
export function gameWords(world: World): string {
  const { xsize, ysize, topology } = world.map;
  const wraps = [
    ...(topology.has('TF_WRAPX') ? ['from east to west'] : []),
    ...(topology.has('TF_WRAPY') ? ['from north to south'] : []),
  ];
  const players = [...world.players.values()].filter(
    ({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN',
  ).length;
  const last = lastTurn(world);
  const { citizen, tech, wonder } = SCORE_POINTS;
  return [
    `Map ${xsize}x${ysize}, ${wraps.length === 0 ? 'does not wrap' : `wraps ${wraps.join(' and ')}`}.`,
    `${players} players${last === null ? '' : `, the last turn is ${last}`}; victory: ${['score', 'conquest', ...victories(world)].join(', ')}.`,
    `Score: ${citizen} for each citizen, ${tech} for each technology, ${wonder} for each great wonder.`,
  ].join(' ');
}

function victories({ game }: World): string[] {
  return [...(game?.victoryConditions ?? [])].map((name) => plainName(name, 'VC_'));
}
