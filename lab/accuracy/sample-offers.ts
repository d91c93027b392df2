import type { Offer } from '#shared/protocol/state/offer.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import { performAction } from '../../proxy/actions/perform-action.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { OfferSample, Tally } from './tally.js';
import { wishedFor } from './wishes.js';

/** Sends back offers of a seat, each at the version it was made for, and wishes; rare actions are chosen more often. */
export async function sampleOffers(
  seat: Seat,
  most: number,
  random: () => number,
  tally: Tally,
  ruleset: string,
): Promise<void> {
  // What other seats did is on its way to this one; an answered request comes after it.
  await seat.request('client_heartbeat', {});
  tally.playedOn(seat.world);
  for (let taken = 0; taken < most; taken += 1) {
    const offers = [...(await legalActions(seat)), ...wishedFor(seat, random)];
    const offer = choose(offers, random, tally);
    if (offer === undefined) return;
    tally.add(await submit(seat, offer, ruleset));
  }
}

/** Ends the turn of a seat, by its offer; the turn goes on until all seats have ended it. */
export async function sampleTurnEnd(seat: Seat, tally: Tally, ruleset: string): Promise<void> {
  const offer = (await legalActions(seat)).find(({ type }) => type === 'end_turn');
  if (offer !== undefined) tally.add(await submit(seat, offer, ruleset));
}

/** First an action, the one least sampled before the others, then any of its offers. Turns end at their end only. */
function choose(offers: readonly Offer[], random: () => number, tally: Tally): Offer | undefined {
  const types = [...new Set(offers.map(({ type }) => type))].filter((type) => type !== 'end_turn');
  const weights = types.map((type) => 1 / (1 + tally.count(type)));
  let point = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const type = types.find((_type, index) => {
    point -= weights[index] ?? 0;
    return point <= 0;
  });
  const ofType = offers.filter((offer) => offer.type === type);
  return ofType[Math.floor(random() * ofType.length)];
}

/** Sends an offer back as it is. */
async function submit(seat: Seat, offer: Offer, ruleset: string): Promise<OfferSample> {
  const { world } = seat;
  const where = `${ruleset} turn ${world.game?.turn} version ${world.version} ${seat.username}`;
  const result = await performAction(seat, { ...offer }, 'sample');
  if (!result.ok) {
    const { code, message, details } = result.failure;
    const messages = [`${code} ${message}`, JSON.stringify(details ?? {})];
    return { offer, ruleset, outcome: 'rejected', succeeded: false, where, messages };
  }
  const { outcome, server_messages: messages } = result.value;
  const {
    succeeded,
    attacker_survived: survived,
    units_defeated: defeated,
  } = result.value.result.state_change;
  // A missile is spent when it has won.
  const isLost = survived === false && !(Array.isArray(defeated) && defeated.length > 0);
  const cameOff = outcome === 'applied' && succeeded !== false && (offer.certain || !isLost);
  const changes = outcome === 'applied' ? [] : [JSON.stringify(result.value.changes)];
  return { offer, ruleset, outcome, succeeded: cameOff, where, messages: [...messages, ...changes] };
}
