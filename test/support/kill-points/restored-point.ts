import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import type { Game } from '../../../proxy/games/lifecycle/game.js';
import { isOver } from '../../../proxy/games/lifecycle/game-state.js';
import type { Proxy as GameProxy } from '../../../services/proxy/proxy.js';
import type { AnsweredSeat, KillPoint } from './kill-points.js';
import { begunAfter, endTurn, FORK, GAME, proxyOn, soon } from './killed-game.js';

const config = gameConfigSchema.parse({});

/** What is wrong with the games of a proxy that was killed there, once the next one has them; nothing must be. */
export async function wrongAfter(point: KillPoint, dataDir: string): Promise<readonly string[]> {
  await cp(point.games, join(dataDir, 'games'), { recursive: true });
  const proxy = await proxyOn(dataDir);
  const wrong: string[] = [];
  const moment = `${point.operation}, after ${point.written.join(' and ') || 'other files'}`;
  const hear = (what: string): void => void wrong.push(`${moment}: ${what}`);
  try {
    for (const gameId of [GAME, FORK].filter((id) => existsSync(join(point.games, id))))
      await checkGame(proxy, gameId, point, hear);
    for (const { file, reason } of proxy.games.disk.damaged) hear(`${file} is damaged: ${reason}`);
  } finally {
    await proxy.close();
  }
  return wrong;
}

type Hear = (what: string) => void;

async function checkGame(
  { games }: GameProxy,
  gameId: string,
  { seats, operation }: KillPoint,
  hear: Hear,
): Promise<void> {
  const told = seats.filter((seat) => seat.gameId === gameId);
  const opened = await games.getOrCreate({ gameId, config, create: false });
  if (!opened.ok) {
    // Of a game that nobody was told of nothing may be left, so that it can be made.
    const isNone = opened.failure.code === 'E140' && told.length === 0;
    if (!isNone) hear(`${gameId} is not back: ${JSON.stringify(opened.failure)}`);
    return;
  }
  const game = opened.value;
  checkSeats(game, told, hear);
  if (isOver(game.state)) return;
  for (const seat of game.seats)
    seat.subscribe((event) => {
      if (event.kind === 'not_restored' || event.kind === 'game_lost') hear(JSON.stringify(event));
    });
  await comeBack(game, hear);
  if (operation.startsWith('join')) await killServer(game);
  await checkTurn(game, hear);
}

function checkSeats(game: Game, told: readonly AnsweredSeat[], hear: Hear): void {
  if (game.missing.all.length > 0) hear(`missing: ${JSON.stringify(game.missing.all)}`);
  for (const { agentId, player } of told) {
    const own = game.seat(agentId)?.world.seat.player;
    if (own !== player) hear(`${agentId} has player ${own}, not ${player}`);
  }
}

/** All log in again, and one more. */
async function comeBack(game: Game, hear: Hear): Promise<void> {
  const logIn = async (agentId: string): Promise<void> => {
    const seat = await game.takeSeat(agentId, {});
    if (!seat.ok) hear(`${agentId} gets no seat: ${JSON.stringify(seat.failure)}`);
  };
  for (const agentId of new Set([...game.seats.map((seat) => seat.agentId), 'ann', 'ben']))
    await logIn(agentId);
  const begun = await game.seats[0]?.until(() => game.state.kind === 'running', soon());
  if (begun !== true) hear(`the game is ${game.state.kind}`);
  else await logIn('fay');
}

/** Whoever has a seat ends the turn, but one; then the game server is killed. */
async function killServer(game: Game): Promise<void> {
  for (const seat of game.seats.slice(1)) await endTurn(seat);
  process.kill(game.serverPid, 'SIGKILL');
  await game.seats[0]?.until(() => game.state.kind !== 'running', soon());
  await game.open();
}

/** Agents play their players, and the turn ends with them. */
async function checkTurn(game: Game, hear: Hear): Promise<void> {
  for (const seat of game.seats) {
    const isOwn = (): boolean =>
      seat.world.players.get(seat.world.seat.player ?? -1)?.flags.has('PLRF_AI') === false;
    if (!(await seat.until(isOwn, soon()))) hear(`an AI plays for ${seat.agentId}`);
  }
  const turn = game.seats[0]?.world.game?.turn ?? 0;
  for (const seat of game.seats) await endTurn(seat);
  await begunAfter(game, turn).catch((error: Error) => hear(error.message));
}
