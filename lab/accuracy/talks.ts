import type { ClauseType } from '../../proxy/freeciv/generated/packets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { hasRealEmbassy } from '../../proxy/rules/lookup/players.js';
import { isPactPossible, meetingObstacle } from '../../proxy/rules/players/diplomacy.js';
import type { PlayedGame } from '../../test/support/played-game.js';
import { agree } from '../../test/support/treaty.js';

const pacts: readonly ClauseType[] = ['CLAUSE_CEASEFIRE', 'CLAUSE_PEACE', 'CLAUSE_ALLIANCE'];
/** One turn in this many. */
const SELDOM = 3;

/** Lets seats have votes, which agents have not. */
export async function giveVotes({ seats, command }: PlayedGame): Promise<void> {
  for (const { username } of seats) await command(`cmdlevel basic ${username}`);
}

/** Now and then another seat proposes something to vote on, or two seats agree on how they stand to each other. */
export async function talk(seats: readonly Seat[], seat: Seat, random: () => number): Promise<void> {
  const others = seats.filter((other) => other !== seat);
  const other = others[Math.floor(random() * others.length)];
  if (other === undefined) return;
  await exchangeEnvoys(seat, other);
  const seconds = Math.floor(random() * 20);
  // The long timeouts of the server do not matter here.
  if (random() < 1 / SELDOM) await other.request('chat_msg_req', { message: `/set netwait ${seconds}` });
  const pact = pacts[Math.floor(random() * pacts.length)];
  if (random() < 1 / SELDOM && pact !== undefined) await settle(seat, other, pact);
}

/** Some missions are only for players that know the possible targets. */
async function exchangeEnvoys(seat: Seat, other: Seat): Promise<void> {
  const [own, theirs] = [seat.world.seat.player ?? -1, other.world.seat.player ?? -1];
  const player = seat.world.players.get(theirs);
  if (player === undefined || seat.world.treaties.has(theirs)) return;
  if (hasRealEmbassy(seat.world, own, theirs) || meetingObstacle(seat.world, player) !== undefined) return;
  await agree(other, seat, 'CLAUSE_EMBASSY');
}

async function settle(seat: Seat, other: Seat, pact: ClauseType): Promise<void> {
  const { world } = seat;
  const player = world.players.get(other.world.seat.player ?? -1);
  if (player === undefined || world.treaties.has(player.playerno)) return;
  if (meetingObstacle(world, player) !== undefined || !isPactPossible(world, player.playerno, pact)) return;
  await agree(seat, other, pact);
  // An alliance that the server does not let be leaves the meeting open: there is something to be removed.
}
