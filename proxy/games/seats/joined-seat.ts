import { timeLimit } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { plainText } from '../../world/messages.js';
import { turnOf, type World } from '../../world/world.js';
import { detach } from '../faults/game-bug.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerRun } from '../server/server-run.js';
import { chooseNation, type NationWish } from './nation.js';
import type { Seat } from './seat.js';
import { openSeatConnection, type SeatConnection } from './seat-connection.js';
import { freeAi } from './seating.js';

/** The connection of a seat to a game server of others. */
export interface JoinedSeatOptions {
  readonly gameId: string;
  readonly serverRun: ServerRun;
  readonly username: string;
  /** Empty, in the phase `attaching`: the server may be in its lobby, or in a turn. */
  readonly world: World;
  /** The player to take where the server gives the user name none; without it one that an AI plays. */
  readonly player: string | undefined;
  readonly wish: NationWish;
}

/** The server says with its answer to the login which player the connection has; this is for one that is slow. */
const PLAYER_TIMEOUT_MS = 2000;

/**
 * Connects to a game server of others and gets a player: the one that the server gives the user name, else by `/take`. E141 when it does not
 * let the user in or gives no player, E123 when it is not there.
 */
export async function openJoinedSeat(options: JoinedSeatOptions): Promise<Result<SeatConnection>> {
  const { serverRun, username, world } = options;
  const opened = await openSeatConnection(serverRun.server, { username, world, signal: serverRun.signal });
  if (!opened.ok) return opened;
  const connection = opened.value;
  const seated = await takePlayer(connection, options);
  if (!seated.ok) {
    connection.close();
    return seated;
  }
  detach(options.gameId, closeWhenDetached(connection, serverRun.signal));
  return opened;
}

/** Somebody else on that server may take the player: the game then joins again, and takes it back where the server allows that. */
async function closeWhenDetached(connection: SeatConnection, signal: AbortSignal): Promise<void> {
  if (await connection.until((world) => !hasPlayer(world), signal)) connection.close();
}

/** A seat that has a player, as far as it chooses. */
export interface ReadySeat extends Pick<Seat, 'agentId' | 'username' | 'world' | 'request'> {
  readonly wish: NationWish;
}

/**
 * Chooses nation and leader in the lobby of a new game, and tells the server that the player is ready: the game begins when all are, or
 * when its owner says so. Does nothing in a turn. E105 for a nation or leader, E123 when the connection is lost.
 */
export async function getReady({ wish, ...seat }: ReadySeat): Promise<Result<void>> {
  const { world } = seat;
  const { player: playerNo } = world.seat;
  if (playerNo === undefined || !isInLobby(world)) return ok(undefined);
  try {
    const chosen = turnOf(world) === 0 ? await chooseNation(seat, wish) : ok(undefined);
    if (chosen.ok) await seat.request('player_ready', { playerNo, isReady: true });
    return chosen;
  } catch (cause) {
    return fail(lostBy(cause));
  }
}

/** A connection with a player is in the lobby until the server sends the map and begins a turn. */
function isInLobby({ turn }: World): boolean {
  return turn.phase === 'attaching' || turn.phase === 'before_game';
}

async function takePlayer(
  connection: SeatConnection,
  { serverRun, username, player, wish }: JoinedSeatOptions,
): Promise<Result<void>> {
  const { world } = connection;
  using limit = timeLimit(serverRun.signal, PLAYER_TIMEOUT_MS);
  if (await connection.until(hasPlayer, limit.signal)) return ok(undefined);
  const wanted = player ?? freeAi(world, wish, new Set())?.name;
  if (wanted === undefined) return fail(notGiven(`gives ${username} no player, and no AI plays one`));
  const name = quotedName(wanted);
  if (!name.ok) return name;
  const said = await command(connection, `/take ${name.value}`);
  if (!said.ok) return said;
  using taken = timeLimit(serverRun.signal, PLAYER_TIMEOUT_MS);
  if (!(await connection.until(hasPlayer, taken.signal)))
    return fail(notGiven(`does not give ${username} the player ${wanted}: ${said.value}`));
  const own = world.players.get(world.seat.player ?? -1);
  // For a user without rights this is a vote. It passes where no other user may vote.
  if (own?.flags.has('PLRF_AI')) await command(connection, `/aitoggle ${name.value}`);
  return ok(undefined);
}

function hasPlayer({ seat }: World): boolean {
  return seat.player !== undefined;
}

/** Sends a command of the server's chat line, as only the proxy may; what the server says to it. E123 when the connection is lost. */
async function command(connection: SeatConnection, message: string): Promise<Result<string>> {
  try {
    const reply = await connection.request('chat_msg_req', { message });
    return ok(reply.messages.map((said) => plainText(said.message)).join(' '));
  } catch (cause) {
    return fail(lostBy(cause));
  }
}

function lostBy(cause: unknown): Failure {
  if (!(cause instanceof ConnectionLost)) throw cause;
  return failure('E123', `The game server was lost: ${cause.message}`);
}

function notGiven(what: string): Failure {
  return failure('E141', `The game server ${what}`);
}
