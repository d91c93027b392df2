import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { type CancelObstacle, cancelObstacle, sharesVision } from '../../rules/players/diplomacy.js';
import { defineAction, invalidAction } from '../action.js';
import { playerTarget, relationName, resolveOtherPlayer } from './other-player.js';
import { cancelOffers } from './treaty-offers.js';

const whyNot: Readonly<Record<CancelObstacle, string>> = {
  no_treaty: 'There is no treaty with that player to cancel',
  one_team: 'You are of one team',
  dead: 'That player is no more',
  senate: 'Your senate does not let you break this treaty',
};

/** Action `cancel_pact` (handle_diplomacy_cancel_pact). */
export const cancelPact = defineAction({
  name: 'cancel_pact',
  doc: 'Cancel the treaty with another player, one step towards war: alliance, armistice or peace, cease-fire. Or only stop sharing your vision.',
  actor: 'nation',
  reach: 'nation',
  schema: z.looseObject({
    target: playerTarget,
    pact: z.enum({ treaty: 'treaty', shared_vision: 'shared_vision' }).default('treaty'),
  }),
  sends: ['diplomacy_cancel_pact'],
  isRarelyWanted: true,
  offers: ({ world, ofNation }) => ofNation(() => cancelOffers(world)),
  aliases: ['treaty_cancel_pact', 'declare_war'],
  plan(port, { target, pact }) {
    const { world } = port;
    const other = resolveOtherPlayer(port, target);
    if (!other.ok) return other;
    const { playerno: otherPlayerId } = other.value;
    const own = world.seat.player ?? -1;
    const vision = pact === 'shared_vision';
    if (vision && !sharesVision(world, own, otherPlayerId) && !port.skipsRules) {
      return invalidAction('You do not share your vision with that player', 'data.pact');
    }
    const obstacle = vision ? undefined : cancelObstacle(world, otherPlayerId);
    if (obstacle !== undefined && !port.skipsRules) {
      return invalidAction(whyNot[obstacle], 'data.target', { relation: relationName(world, otherPlayerId) });
    }
    const shared = sharesVision(world, own, otherPlayerId);
    const was = relationName(world, otherPlayerId);
    const clause = vision ? 'CLAUSE_VISION' : 'CLAUSE_CEASEFIRE';
    return ok({
      send: () => port.request('diplomacy_cancel_pact', { otherPlayerId, clause }),
      effect: (_before, after) => {
        const now = relationName(after, otherPlayerId);
        const ended = shared && !sharesVision(after, own, otherPlayerId);
        if (vision) return ended ? { shared_vision: false } : undefined;
        return now === was ? undefined : { relation: now, was };
      },
    });
  },
});
