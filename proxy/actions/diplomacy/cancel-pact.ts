import { z } from 'zod';
import { ok } from '#shared/result.js';
import { hasBit } from '../../freeciv/enum-codec.js';
import { type CancelObstacle, cancelObstacle } from '../../rules/diplomacy.js';
import type { World } from '../../world/world.js';
import { defineAction, invalid } from '../action.js';
import { otherPlayer, playerTarget, relationName } from './other-player.js';

const whyNot: Readonly<Record<CancelObstacle, string>> = {
  no_treaty: 'There is no treaty with that player to cancel',
  one_team: 'You are of one team',
  senate: 'Your senate does not let you break this treaty',
};

export const cancelPact = defineAction({
  name: 'cancel_pact',
  doc: 'Cancel the treaty with another player, one step towards war: alliance, armistice or peace, cease-fire. Or only stop sharing your vision.',
  schema: z.looseObject({
    target: playerTarget,
    pact: z.enum({ treaty: 'treaty', shared_vision: 'shared_vision' }).default('treaty'),
  }),
  sends: ['diplomacy_cancel_pact'],
  aliases: ['treaty_cancel_pact', 'declare_war'],
  plan(port, { target, pact }) {
    const { world } = port;
    const other = otherPlayer(port, target);
    if (!other.ok) return other;
    const { playerno: otherPlayerId } = other.value;
    const vision = pact === 'shared_vision';
    if (vision && !sharesVision(world, otherPlayerId)) {
      return invalid('You do not share your vision with that player', 'data.pact');
    }
    const obstacle = vision ? undefined : cancelObstacle(world, otherPlayerId);
    if (obstacle !== undefined) {
      return invalid(whyNot[obstacle], 'data.target', { relation: relationName(world, otherPlayerId) });
    }
    const was = relationName(world, otherPlayerId);
    const clause = vision ? 'CLAUSE_VISION' : 'CLAUSE_CEASEFIRE';
    return ok({
      send: async () => [await port.request('diplomacy_cancel_pact', { otherPlayerId, clause })],
      effect: (_before, after) => {
        const now = relationName(after, otherPlayerId);
        if (vision) return sharesVision(after, otherPlayerId) ? undefined : { shared_vision: false };
        return now === was ? undefined : { relation: now, was };
      },
    });
  },
});

function sharesVision(world: World, other: number): boolean {
  const own = world.players.get(world.seat.player ?? -1);
  return own !== undefined && hasBit(own.givesSharedVision, other);
}
