import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { AGENT_PLACE, type GameConfig } from '#shared/protocol/game-config.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerRun } from '../server/server-run.js';
import type { SeatConnection } from './seat-connection.js';

/** The first free place of agents in a lineup; E141 when there is none. */
export function freePlace(
  lineup: NonNullable<GameConfig['lineup']>,
  claimed: ReadonlySet<number>,
): Result<number> {
  const place = lineup.findIndex((who, player) => who === AGENT_PLACE && !claimed.has(player));
  return place < 0 ? fail(failure('E141', 'The lineup has no place left for an agent')) : ok(place);
}

/** Gives the AIs of a lineup their skill, once the agents have their places. */
export async function setSkills(
  serverRun: Pick<ServerRun, 'server' | 'signal'>,
  { lineup = [] }: GameConfig,
): Promise<Result<void>> {
  for (const [player, skill] of lineup.entries()) {
    const set = skill === AGENT_PLACE ? ok(undefined) : await commandPlayer(serverRun, skill, player);
    if (!set.ok) return set;
  }
  return ok(undefined);
}

/** Runs a console command on a player whose name is asked of the server, because a connection may know an old one. */
async function commandPlayer(
  { server, signal }: Pick<ServerRun, 'server' | 'signal'>,
  command: string,
  player: number,
): Promise<Result<void>> {
  const printed = await server.run('lua cmd for p in players_iterate() do print(p.id, p.name) end', signal);
  if (!printed.ok) return printed;
  const line = printed.value.find((text) => Number.parseInt(text, 10) === player);
  if (line === undefined) return fail(failure('E141', `The game server has no player ${player}`));
  const name = quotedName(line.slice(line.indexOf('\t') + 1));
  const ran = name.ok ? await server.run(`${command} ${name.value}`, signal) : name;
  return ran.ok ? ok(undefined) : ran;
}

/** A connection in a lobby, and the player that it must get. */
export interface LobbyMove {
  readonly serverRun: ServerRun;
  readonly connection: SeatConnection;
  readonly username: string;
  readonly player: number;
}

/** Joining takes well under a second; this only ends what hangs. */
const MOVE_TIMEOUT_MS = 20_000;

/** Gives a connection of the lobby that player; an AI gets its former place. One at a time for a game. */
export async function moveInLobby({
  serverRun,
  connection,
  username,
  player,
}: LobbyMove): Promise<Result<void>> {
  using limit = timeLimit(serverRun.signal, MOVE_TIMEOUT_MS);
  const { signal } = limit;
  const { server } = serverRun;
  const failed = fail(failure('E141', `The game server did not give up the place of player ${player}`));
  if (!(await connection.until((world) => world.seat.player !== undefined, signal))) return failed;
  if (connection.world.seat.player === player) return ok(undefined);
  const inTime = { server, signal };
  const took = await commandPlayer(inTime, `take "${username}"`, player);
  if (!took.ok) return took;
  if (!(await connection.until((world) => world.seat.player === player, signal))) return failed;
  // What was an AI's stays one.
  return commandPlayer(inTime, 'aitoggle', player);
}
