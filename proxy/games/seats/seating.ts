import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { displayName, nationNames, resolveName } from '../../rules/names.js';
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

/** In the lobby the server gives a newcomer a player of its own. */
export async function enterLobby(seat: Seat, wish: NationWish, life: Life): Promise<Result<void>> {
  const signal = AbortSignal.any([life.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const seated = await seat.until((world) => world.seat.player !== undefined, signal);
  if (!seated) return fail(failure('E141', 'The game has no free seat'));
  return chooseNation(seat, wish);
}

export interface AiTakeover {
  readonly seat: Seat;
  readonly wish: NationWish;
  readonly line: SeatLine;
  readonly life: Life;
  /** A seat that sees the players better than a newcomer does. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
}

/** In a running game every player exists already: the newcomer takes over one that an AI plays. */
export async function takeFreeAi({
  seat,
  wish,
  line,
  life,
  witness,
  journal,
}: AiTakeover): Promise<Result<void>> {
  const free = wishedAi(witness?.world ?? line.world, wish);
  if (!free.ok) return free;
  const { server, signal } = life;
  const { name } = free.value;
  const taken = await takeAiSeat({ server, line, username: seat.username, player: name, signal });
  if (!taken.ok) return taken;
  journal.add(line.world.game?.turn ?? 0, { kind: 'take', agentId: seat.agentId, player: name });
  return taken;
}

type Player = PacketFields['player_info'];

const noneFree = failure('E141', 'The game has no seat that an AI plays');

/** The AI's seat that fits the wish. E141 when there is none at all, E105 with those there are when none fits. */
function wishedAi(world: World, { nation, leaderName }: NationWish): Result<Player> {
  const free = [...world.players.values()].filter(
    (player) =>
      player.isAlive &&
      player.flags.has('PLRF_AI') &&
      player.barbarianType === 'NOT_A_BARBARIAN' &&
      !player.isConnected &&
      quotedName(player.name).ok,
  );
  const [first] = free;
  if (first === undefined) return fail(noneFree);
  const ofNation = nation === undefined ? free : free.filter((player) => isOf(world, player, nation));
  const wanted = leaderName === undefined ? undefined : serverLeaderName(leaderName).toLowerCase();
  const named = ofNation.find(({ name }) => name.toLowerCase() === wanted);
  const fitting = leaderName === undefined ? ofNation[0] : named;
  if (fitting !== undefined) return ok(fitting);
  const path = ofNation.length === 0 ? 'data.nation' : 'data.leader_name';
  const details = { free: free.map((player) => shownSeat(world, player)) };
  const sentence = 'The game runs: only the seats that AIs play can be had, and none is as asked for';
  return fail(failure('E105', sentence, { path, details }));
}

function isOf({ ruleset }: World, player: Player, nation: string): boolean {
  const own = ruleset.nations.get(player.nation);
  return own !== undefined && resolveName([nationNames(own)], nation).ok;
}

function shownSeat({ ruleset }: World, { name, nation, playerno }: Player): Record<string, unknown> {
  const adjective = displayName(ruleset.nations.get(nation)?.adjective ?? '');
  return { player_id: playerno, nation: adjective, leader_name: name };
}
