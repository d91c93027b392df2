import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { nationNames, resolveName } from '../../rules/names.js';
import type { World } from '../../world/world.js';
import type { Journal } from '../journal/journal.js';
import type { Life } from '../life.js';
import { quotedName } from '../server/console-commands.js';
import { chooseNation, type NationWish, serverLeaderName } from './nation.js';
import type { Seat } from './seat.js';
import type { SeatLine } from './seat-line.js';
import { takeAiSeat } from './take-ai-seat.js';

/** Joining takes well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 20_000;

/** In the lobby the server gives a newcomer a player of its own. E141 when it does not, as when the game begins meanwhile. */
export async function enterLobby(
  seat: Seat,
  wish: NationWish,
  life: Life,
  isLobby: () => boolean,
): Promise<Result<void>> {
  const signal = AbortSignal.any([life.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const hasPlayer = (): boolean => seat.world.seat.player !== undefined;
  await seat.until(() => hasPlayer() || !isLobby(), signal);
  if (!hasPlayer()) return fail(failure('E141', 'The game has no free seat'));
  const chosen = await chooseNation(seat, wish);
  // Who has a player as the game begins plays it as it is.
  return isLobby() ? chosen : ok(undefined);
}

export interface AiTakeover {
  readonly seat: Seat;
  readonly wish: NationWish;
  readonly line: SeatLine;
  readonly life: Life;
  /** A seat that sees the players better than a newcomer does. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
  /** The players of other agents, and those that are being taken: the witness may not have been told yet. */
  readonly claimed: Set<number>;
}

/** In a running game every player exists already: the newcomer takes over one that an AI plays. */
export async function takeFreeAi({
  seat,
  wish,
  line,
  life,
  witness,
  journal,
  claimed,
}: AiTakeover): Promise<Result<void>> {
  const free = freeAi(witness?.world ?? line.world, wish, claimed);
  if (free === undefined) return fail(noneFree);
  const { server, signal } = life;
  const { name, playerno } = free;
  claimed.add(playerno);
  const taken = await takeAiSeat({ server, line, username: seat.username, player: name, signal });
  if (taken.ok)
    journal.add(line.world.game?.turn ?? 0, { kind: 'take', agentId: seat.agentId, player: name });
  else claimed.delete(playerno);
  return taken;
}

type Player = PacketFields['player_info'];

const noneFree = failure('E141', 'The game has no seat that an AI plays');

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
