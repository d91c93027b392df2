import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameConfig, TurnPolicy } from '#shared/protocol/game-config.js';
import type { ConnectionOptions } from '../../freeciv/connection.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { nationNames, resolveName } from '../../rules/lookup/names.js';
import { turnOf, type World } from '../../world/world.js';
import type { Journal } from '../journal/journal.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import type { ServerRun } from '../server/server-run.js';
import { freePlace, moveInLobby } from './lineup.js';
import { chooseNation, type NationWish, serverLeaderName } from './nation.js';
import type { PacketQueue } from './packet-queue.js';
import type { Seat } from './seat.js';
import { openSeatConnection, type SeatConnection } from './seat-connection.js';

/** What an agent asks for with a seat. */
export interface SeatWish extends NationWish {
  readonly turnPolicy?: TurnPolicy | undefined;
}

/** A seat to connect, and its game. */
export interface ConnectSeatOptions {
  readonly seat: Seat;
  readonly wish: SeatWish;
  readonly serverRun: ServerRun;
  /** New players are made there only. */
  isLobby(): boolean;
  /** The players of other agents, and those that are being taken: the witness may not have been told yet. */
  readonly claimed: Set<number>;
  /** A seat that has been in the running game: it knows more of the players than a newcomer is told. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
  readonly queue: PacketQueue;
  /** The places of agents, where the game says who plays which player. */
  readonly lineup: GameConfig['lineup'];
  /** Receives all packets of the connection from its login on, for the client of a person. */
  readonly onWire: ConnectionOptions['onWire'];
  adopt(connection: SeatConnection): void;
  /** Called once the server has given the seat its player; resolves when it is on record. */
  seated(): Promise<void>;
}

/** Connects a seat as a new player of the lobby or in place of an AI, and records it. E141: there is no place. */
export async function connectSeat(options: ConnectSeatOptions): Promise<Result<void>> {
  const { queue, isLobby, lineup } = options;
  const inLobby = isLobby();
  if (inLobby && lineup !== undefined) return joinAtPlace(options, lineup);
  const connection = await openSeat(options, inLobby);
  if (!connection.ok) return connection;
  return inLobby ? joinLobby(options) : queue.run(() => takeFreeAiSeat(options, connection.value));
}

async function joinAtPlace(
  options: ConnectSeatOptions,
  lineup: NonNullable<GameConfig['lineup']>,
): Promise<Result<void>> {
  const placed = await options.queue.run(() => takePlace(options, lineup));
  if (!placed.ok) return placed;
  const joined = await joinLobby(options);
  if (!joined.ok) options.claimed.delete(placed.value);
  return joined;
}

async function openSeat(
  { seat, serverRun, onWire, adopt }: ConnectSeatOptions,
  inLobby: boolean,
): Promise<Result<SeatConnection>> {
  const connection = await openSeatConnection(serverRun.server, {
    username: seat.username,
    world: seat.newWorld(inLobby ? 'before_game' : 'attaching'),
    signal: serverRun.signal,
    onWire,
  });
  if (connection.ok) adopt(connection.value);
  return connection;
}

/** Connects a seat to the lobby and gives it the next place of agents in the lineup. */
async function takePlace(
  options: ConnectSeatOptions,
  lineup: NonNullable<GameConfig['lineup']>,
): Promise<Result<number>> {
  const { seat, serverRun, claimed } = options;
  const place = freePlace(lineup, claimed);
  if (!place.ok) return place;
  claimed.add(place.value);
  const connection = await openSeat(options, true);
  const { username } = seat;
  const moved = connection.ok
    ? await moveInLobby({ serverRun, connection: connection.value, username, player: place.value })
    : connection;
  if (moved.ok) return place;
  claimed.delete(place.value);
  return moved;
}

/** Joining takes well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 20_000;

/** In the lobby the server gives a newcomer a player of its own. E141 when it does not, for example because the game has begun. */
async function joinLobby({
  seat,
  wish,
  serverRun,
  isLobby,
  seated,
}: ConnectSeatOptions): Promise<Result<void>> {
  using limit = timeLimit(serverRun.signal, JOIN_TIMEOUT_MS);
  const { signal } = limit;
  const hasPlayer = (): boolean => seat.world.seat.player !== undefined;
  await seat.until(() => hasPlayer() || !isLobby(), signal);
  if (!hasPlayer()) return fail(failure('E141', 'The game has no free seat'));
  const chosen = await chooseNation(seat, wish);
  // Connections that have a player as the game begins play it as it is.
  if (isLobby() && !chosen.ok) return chosen;
  await seated();
  return ok(undefined);
}

/** Takes over a player of an AI. The record comes before the journal: a restore passes over a `take` without a record. */
async function takeFreeAiSeat(
  { seat, wish, serverRun, witness, journal, claimed, seated }: ConnectSeatOptions,
  connection: SeatConnection,
): Promise<Result<void>> {
  const free = freeAi(witness?.world ?? connection.world, wish, claimed);
  if (free === undefined) return fail(NO_AI_SEAT);
  const { server, signal } = serverRun;
  const { name, playerno } = free;
  claimed.add(playerno);
  const taken = await takeAiSeat({ server, connection, username: seat.username, player: name, signal });
  if (!taken.ok) {
    claimed.delete(playerno);
    return taken;
  }
  await seated();
  // When the server is lost, a restore takes the seat again, after all that is in the journal.
  if (!signal.aborted)
    journal.append(turnOf(connection.world), { kind: 'take', agentId: seat.agentId, player: name });
  return taken;
}

type Player = PacketFields['player_info'];

const NO_AI_SEAT = failure('E141', 'The game has no seat that an AI plays');

/** The AI's seat that fits the wish best; undefined when there is none at all. */
export function freeAi(
  world: World,
  { nation, leaderName }: NationWish,
  claimed: ReadonlySet<number>,
): Player | undefined {
  const wanted = leaderName === undefined ? undefined : serverLeaderName(leaderName).toLowerCase();
  const fitness = (player: Player): number => {
    const isNation = nation !== undefined && isOf(world, player, nation);
    return (isNation ? 2 : 0) + (player.name.toLowerCase() === wanted ? 1 : 0);
  };
  return [...world.players.values()]
    .filter(
      (player) =>
        player.isAlive &&
        player.flags.has('PLRF_AI') &&
        player.barbarianType === 'NOT_A_BARBARIAN' &&
        !player.isConnected &&
        !claimed.has(player.playerno) &&
        quotedName(player.name).ok,
    )
    .toSorted((a, b) => fitness(b) - fitness(a))[0];
}

function isOf({ ruleset }: World, player: Player, nation: string): boolean {
  const own = ruleset.nations.get(player.nation);
  return own !== undefined && resolveName([nationNames(own)], nation).ok;
}

/** Taking a seat takes well under a second; this only ends what hangs. */
const TAKE_TIMEOUT_MS = 30_000;

/** The player that is taken over, and the connection that takes it. */
export interface TakeAiSeatOptions {
  readonly server: ServerProcess;
  readonly connection: SeatConnection;
  readonly username: string;
  readonly player: string;
  readonly signal: AbortSignal;
}

/** Gives the connection the seat of an AI player in a running game; the AI stops playing it. */
export async function takeAiSeat({
  server,
  connection,
  username,
  player,
  signal,
}: TakeAiSeatOptions): Promise<Result<void>> {
  const name = quotedName(player);
  if (!name.ok) return name;
  using limit = timeLimit(signal, TAKE_TIMEOUT_MS);
  const { signal: inTime } = limit;
  const took = await server.run(`take "${username}" ${name.value}`, inTime);
  if (!took.ok) return took;
  const seated = await connection.until((world) => world.turn.phase === 'movement', inTime);
  if (!seated) return fail(failure('E141', `The game server did not give up the seat of ${player}`));
  const toggled = await server.run(`aitoggle ${name.value}`, inTime);
  return toggled.ok ? ok(undefined) : toggled;
}

/** Switches off the AI of a connection's player, if it is on: the server may have saved the game between `take` and `aitoggle`. */
export async function endAiPlay({
  server,
  connection: { world },
  player,
  signal,
}: TakeAiSeatOptions): Promise<Result<void>> {
  const name = quotedName(player);
  if (!name.ok) return name;
  const own = world.players.get(world.seat.player ?? -1);
  if (own?.flags.has('PLRF_AI') !== true) return ok(undefined);
  const toggled = await server.run(`aitoggle ${name.value}`, signal);
  return toggled.ok ? ok(undefined) : toggled;
}
