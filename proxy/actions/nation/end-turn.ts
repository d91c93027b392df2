import { z } from 'zod';
import { ok } from '#shared/result.js';
import { defineAction } from '../action.js';

export const endTurn = defineAction({
  name: 'end_turn',
  doc: 'Say that you are done. The turn ends when all players are, or when its time is up.',
  schema: z.looseObject({}),
  sends: ['player_phase_done'],
  offers: ({ world, ofNation }) =>
    ofNation(() => [{ priority: 'low', certain: true, label: `end turn ${world.game?.turn ?? 0}` }]),
  plan(port) {
    const turn = port.world.game?.turn ?? 0;
    return ok({
      send: async () => [await port.request('player_phase_done', { turn })],
      effect: (_before, world) => {
        const done = world.players.get(world.seat.player ?? -1)?.phaseDone === true;
        return done || (world.game?.turn ?? 0) > turn ? { turn_ended: turn } : undefined;
      },
    });
  },
});
