import type { ClauseType } from '../../proxy/freeciv/generated/packets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';

/** Two of our seats agree on one clause that has no value: peace, an alliance ... */
export async function agree(one: Seat, other: Seat, type: ClauseType): Promise<void> {
  const [giver, taker] = [one.world.seat.player, other.world.seat.player];
  if (giver === undefined || taker === undefined) throw new Error('a treaty needs two players');
  await one.request('diplomacy_init_meeting_req', { counterpart: taker });
  await one.request('diplomacy_create_clause_req', { counterpart: taker, giver, type, value: 0 });
  await one.request('diplomacy_accept_treaty_req', { counterpart: taker });
  await other.request('diplomacy_accept_treaty_req', { counterpart: giver });
}
