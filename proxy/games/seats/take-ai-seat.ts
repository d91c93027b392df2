import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { nationNames, resolveName } from '../../rules/lookup/names.js';
import { turnOf, type World } from '../../world/world.js';
import type { Journal } from '../journal/journal.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerProcess } from '../server/server-process.js';
import type { ServerRun } from '../server/server-run.js';
import { type NationWish, serverLeaderName } from './nation.js';
import type { Seat } from './seat.js';
import type { SeatConnection } from './seat-connection.js';

/** A seat that is to take over a player from an AI. */
export interface AiTakeover {
  readonly seat: Seat;
  readonly wish: NationWish;
  readonly connection: SeatConnection;
  readonly serverRun: ServerRun;
  /** A seat that sees the players better than a newcomer does. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
  /** The players of other agents, and those that are being taken: the witness may not have been told yet. */
  readonly claimed: Set<number>;
}

/** In a running game every player exists already: the newcomer takes over one that an AI plays. */
export async function takeFreeAiSeat({
  seat,
  wish,
  connection,
  serverRun,
  witness,
  journal,
  claimed,
}: AiTakeover): Promise<Result<void>> {
  const free = freeAi(witness?.world ?? connection.world, wish, claimed);
  if (free === undefined) return fail(NO_AI_SEAT);
  const { server, signal } = serverRun;
  const { name, playerno } = free;
  claimed.add(playerno);
  const taken = await takeAiSeat({ server, connection, username: seat.username, player: name, signal });
  if (taken.ok)
    journal.append(turnOf(connection.world), { kind: 'take', agentId: seat.agentId, player: name });
  else claimed.delete(playerno);
  return taken;
}

type Player = PacketFields['player_info'];

const NO_AI_SEAT = failure('E141', 'The game has no seat that an AI plays');

/** The AI's seat that fits the wish best; undefined when there is none at all. */
function freeAi(
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

/** Which player is taken over, and by which connection. */
export interface TakeAiSeatOptions {
  readonly server: ServerProcess;
  readonly connection: SeatConnection;
  readonly username: string;
  /** Name of the player that an AI plays. */
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
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(TAKE_TIMEOUT_MS)]);
  const took = await server.run(`take "${username}" ${name.value}`, inTime);
  if (!took.ok) return took;
  const seated = await connection.until((world) => world.turn.phase === 'movement', inTime);
  if (!seated) return fail(failure('E141', `The game server did not give up the seat of ${player}`));
  const toggled = await server.run(`aitoggle ${name.value}`, inTime);
  return toggled.ok ? ok(undefined) : toggled;
}
