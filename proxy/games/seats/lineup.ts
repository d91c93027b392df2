import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { AGENT_PLACE, type GameConfig } from '#shared/protocol/game-config.js';
import type { World } from '../../world/world.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerRun } from '../server/server-run.js';
import type { SeatConnection } from './seat-connection.js';

/** The first place of agents in a lineup that nobody has; E141 when there is none. */
export function freePlace(
  lineup: NonNullable<GameConfig['lineup']>,
  claimed: ReadonlySet<number>,
): Result<number> {
  const place = lineup.findIndex((who, player) => who === AGENT_PLACE && !claimed.has(player));
  return place < 0 ? fail(failure('E141', 'The lineup has no place left for an agent')) : ok(place);
}

/** Console commands that give the AIs of a lineup their skill, once the agents have their places; as that world names the AIs. */
export function lineupCommands({ lineup = [] }: GameConfig, world: World | undefined): readonly string[] {
  return lineup.flatMap((place, player) => {
    const name = place === AGENT_PLACE ? undefined : playerName(world, player);
    return name?.ok === true ? [`${place} ${name.value}`] : [];
  });
}

/** What the server calls a player now, as a word of a command: an AI of a lobby has the first name that is free. */
function playerName(world: World | undefined, player: number): Result<string> {
  return quotedName(world?.players.get(player)?.name ?? '');
}

/** A connection in a lobby that is to have a certain player. */
export interface LobbyMove {
  readonly serverRun: ServerRun;
  readonly connection: SeatConnection;
  readonly username: string;
  /** Number of the player that it is to have. */
  readonly player: number;
}

/** Joining takes well under a second; this only ends what hangs. */
const MOVE_TIMEOUT_MS = 20_000;

/**
 * Gives a connection of the lobby that player, whichever the server has given it; the server puts an AI in its former place.
 * One at a time for a game: a newcomer may stand where another is to be.
 */
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
  const isThere = await connection.until((world) => world.players.has(player), signal);
  const ai = playerName(connection.world, player);
  if (!isThere || !ai.ok) return failed;
  const took = await server.run(`take "${username}" ${ai.value}`, signal);
  if (!took.ok) return took;
  if (!(await connection.until((world) => world.seat.player === player, signal))) return failed;
  const own = playerName(connection.world, player);
  // What was an AI's stays one.
  const toggled = own.ok ? await server.run(`aitoggle ${own.value}`, signal) : own;
  return toggled.ok ? ok(undefined) : toggled;
}
