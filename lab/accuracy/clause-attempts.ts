import type { Offer } from '#shared/protocol/state/offer.js';
import { OfferContext } from '../../proxy/actions/offer-context.js';
import { actions } from '../../proxy/actions/registry.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import { ownResearch, techState } from '../../proxy/rules/lookup/research.js';
import { isPact, meetingObstacle, sharesVision } from '../../proxy/rules/players/diplomacy.js';
import type { Clause } from '../../proxy/world/treaty.js';
import type { Recall } from './recall.js';

const KIND = 'clauses of treaties';
/** The least amount of gold that is offered. */
const MIN_GOLD = 10;
/** Of technologies and cities. */
const SHARE = 0.2;

/**
 * Puts one clause after the other on the table between two seats and has its giver accept, which is when the server
 * looks at it; then takes it off again. The table is left as it was found only when it was empty.
 */
export async function tryClauses(
  seat: Seat,
  other: Seat,
  random: () => number,
  recall: Recall,
  ruleset: string,
): Promise<void> {
  const [own, counterpart] = [seat.world.seat.player ?? -1, other.world.seat.player ?? -1];
  const player = seat.world.players.get(counterpart);
  if (player === undefined || seat.world.treaties.has(counterpart)) return;
  if (meetingObstacle(seat.world, player) !== undefined) return;
  await seat.request('diplomacy_init_meeting_req', { counterpart });
  if (!seat.world.treaties.has(counterpart)) return;
  const offers = (await actions.get('treaty_add_clause')?.offers(new OfferContext(seat))) ?? [];
  for (const clause of someClauses(allClauses(seat, other), random)) {
    const giver = clause.giver === own ? seat : other;
    const taken = await isAccepted(seat, giver, counterpart, clause);
    const offered = offers.some((offer) => isThis(seat, offer, clause, counterpart));
    recall.add(KIND, { offered, sent: true, taken });
    if (taken && !offered) recall.missed.push({ kind: KIND, told: `${ruleset}: ${JSON.stringify(clause)}` });
  }
  await seat.request('diplomacy_cancel_meeting_req', { counterpart });
}

async function isAccepted(seat: Seat, giver: Seat, counterpart: number, clause: Clause): Promise<boolean> {
  const own = seat.world.seat.player ?? -1;
  const towards = giver === seat ? counterpart : own;
  const added = await seat.request('diplomacy_create_clause_req', { counterpart, ...clause });
  if (!added.packets.some(({ name }) => name === 'diplomacy_create_clause')) return false;
  await giver.request('diplomacy_accept_treaty_req', { counterpart: towards });
  const accepted = giver.world.treaties.get(towards)?.iAccepted === true;
  await seat.request('diplomacy_remove_clause_req', { counterpart, ...clause });
  return accepted;
}

/** There are so many technologies and cities that some of them do. */
function someClauses(clauses: readonly Clause[], random: () => number): Clause[] {
  const many: ReadonlySet<string> = new Set(['CLAUSE_ADVANCE', 'CLAUSE_CITY']);
  return clauses.filter(({ type }) => !many.has(type) || random() < SHARE);
}

function allClauses(seat: Seat, other: Seat): Clause[] {
  const { world } = seat;
  const [own, theirs] = [world.seat.player ?? -1, other.world.seat.player ?? -1];
  const pacts = (['CLAUSE_CEASEFIRE', 'CLAUSE_PEACE', 'CLAUSE_ALLIANCE'] as const).map((type) => ({
    giver: own,
    type,
    value: 0,
  }));
  const gifts = [own, theirs].flatMap((giver): Clause[] => {
    const taker = giver === own ? theirs : own;
    const gold = (giver === own ? seat : other).world.players.get(giver)?.gold ?? 0;
    const plain = (['CLAUSE_EMBASSY', 'CLAUSE_MAP', 'CLAUSE_SEAMAP'] as const).map((type) => ({
      giver,
      type,
      value: 0,
    }));
    return [
      ...plain,
      // To share what is shared the server lets anybody promise again.
      ...(sharesVision(world, giver, taker) ? [] : [{ giver, type: 'CLAUSE_VISION' as const, value: 0 }]),
      // To teach what is known the server lets anybody promise as well.
      ...[...world.ruleset.techs.keys()]
        .filter((tech) => !knows(giver === own ? other : seat, tech))
        .map((value) => ({ giver, type: 'CLAUSE_ADVANCE' as const, value })),
      ...[...world.cities.values()].map(({ id: value }) => ({ giver, type: 'CLAUSE_CITY' as const, value })),
      ...(gold < MIN_GOLD ? [] : [gold]).map((value) => ({ giver, type: 'CLAUSE_GOLD' as const, value })),
      { giver, type: 'CLAUSE_GOLD' as const, value: gold + 1 },
    ];
  });
  return [...pacts, ...gifts];
}

/** Of gold any amount that is offered will do, unless the clause is of more than there is. */
function isThis({ world }: Seat, offer: Offer, { giver, type, value }: Clause, counterpart: number): boolean {
  if (JSON.stringify(offer.target) !== JSON.stringify({ id: counterpart })) return false;
  if (offer.clause !== type.replace('CLAUSE_', '').toLowerCase()) return false;
  if (!isPact(type) && offer.giver !== (giver === world.seat.player ? 'me' : 'them')) return false;
  switch (type) {
    case 'CLAUSE_ADVANCE':
      return offer.value === wireNameOf(world.ruleset.techs.get(value));
    case 'CLAUSE_CITY':
      return offer.value === value;
    default:
      return true;
  }
}

function knows({ world }: Seat, tech: number): boolean {
  const research = ownResearch(world);
  return research !== undefined && techState(research, tech) === 'known';
}
