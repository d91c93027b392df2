import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { forkGame } from '../../../features/forks/fork.js';
import type { Game } from '../../../proxy/games/lifecycle/game.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { type Proxy as GameProxy, startProxy } from '../../../services/proxy/proxy.js';
import { unlimited } from '../services/settings.js';
import { type KillPoint, KillPoints } from './kill-points.js';

export const GAME = 'cup';
export const FORK = 'fork';
const config = gameConfigSchema.parse({
  ...{ players: 7, min_agents: 2, seeds: { game: 7, map: 7 }, start_units: 'cwx' },
  map: { xsize: 30, ysize: 30 },
});
const log = createLogger('test', 'silent');
const PATIENCE_MS = 60_000;

/** Only ends what hangs. */
export const soon = (): AbortSignal => AbortSignal.timeout(PATIENCE_MS);

/** A proxy in this process, on a folder of its own. */
export async function proxyOn(dataDir: string): Promise<GameProxy> {
  const read = readConfig({ ...unlimited, DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.failure.join('; '));
  return startProxy({ config: read.value, log });
}

/** Ends the turn for a seat, as an action of its agent does. */
export function endTurn(seat: Seat): Promise<unknown> {
  const turn = seat.world.game?.turn ?? 0;
  const action = { id: `end-${turn}-${seat.agentId}`, type: 'end_turn' };
  return seat.runInOrder(() => seat.request('player_phase_done', { turn }), action);
}

/** Resolves when a turn after that has begun for all seats; rejects when it does not. */
export async function begunAfter(game: Game, turn: number): Promise<void> {
  for (const seat of game.seats) {
    const hasBegun = seat.until(
      (world) => world.turn.phase === 'movement' && (world.game?.turn ?? 0) > turn,
      soon(),
    );
    if (!(await hasBegun)) throw new Error(`turn ${turn} does not end`);
  }
}

/** Plays all that can become of a game, and returns the moments at which its proxy could be killed. */
export async function killedGame(folder: string): Promise<readonly KillPoint[]> {
  const dataDir = join(folder, 'data');
  const points = new KillPoints(dataDir, join(folder, 'points'));
  const proxy = await proxyOn(dataDir);
  points.watch(proxy.games.disk);
  try {
    await play(proxy, dataDir, points);
  } finally {
    await proxy.close();
  }
  return points.all;
}

async function play({ games }: GameProxy, dataDir: string, points: KillPoints): Promise<void> {
  const opened = async (): Promise<Game> => {
    const game = await games.getOrCreate({ gameId: GAME, config, create: true });
    if (!game.ok) throw new Error(game.failure.message);
    return game.value;
  };
  const joined = async (agentId: string): Promise<Seat> => {
    const seat = await (await opened()).takeSeat(agentId, {});
    if (!seat.ok) throw new Error(seat.failure.message);
    points.answered({ gameId: GAME, agentId, player: seat.value.world.seat.player });
    return seat.value;
  };
  let game = await points.during('creation', opened);
  await points.during('lobby', () => joined('ann'));
  await points.during('begin', async () => begunAfter((await joined('ben')) && game, 0));
  await points.during('join', () => Promise.all(['cyd', 'dan'].map(joined)));
  await points.during('turn change', () => nextTurn(game));
  await points.during('join in a turn change', async () => {
    const others = game.seats.map(endTurn);
    const [late] = await Promise.all([joined('eve'), ...others]);
    if ((late.world.game?.turn ?? 0) === 2) await endTurn(late);
    await begunAfter(game, 2);
  });
  await points.during('save', () => game.control.save('T0003-mine'));
  await points.during('leave', () => withPresence(game, 'gone', 'paused'));
  await points.during('return', () => withPresence(game, 'connected', 'running'));
  await points.during('fork', () => forkGame({ games, dataDir }, { gameId: GAME, turn: 2, forkId: FORK }));
  for (const { agentId, world } of games.get(FORK)?.seats ?? [])
    points.answered({ gameId: FORK, agentId, player: world.seat.player });
  await points.during('unload', () => games.unload(GAME));
  game = await points.during('takeover', opened);
  await points.during('turn change after it', () => nextTurn(game));
  points.forget(FORK);
  await points.during('deletion', () => games.remove(FORK));
  await points.during('end', async () => {
    await game.control.end();
    await game.whenSettled();
  });
}

async function nextTurn(game: Game): Promise<void> {
  const turn = game.seats[0]?.world.game?.turn ?? 0;
  for (const seat of game.seats) await endTurn(seat);
  await begunAfter(game, turn);
}

/** Resolves when the game is in that state because of it. */
async function withPresence(
  game: Game,
  presence: 'gone' | 'connected',
  state: 'paused' | 'running',
): Promise<void> {
  for (const { agentId } of game.seats) game.setPresence(agentId, presence);
  while (game.state.kind !== state || (game.record.paused === undefined) !== (state === 'running'))
    await setImmediate();
}
