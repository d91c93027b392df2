import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { TurnMark } from '#shared/protocol/agent-answers.js';
import { turnOf } from '../../world/world.js';
import { defineAction } from '../action.js';
import { actionFields } from '../action-fields.js';

/** Action `end_turn` (handle_player_phase_done). */
export const endTurn = defineAction({
  name: 'end_turn',
  doc: 'Say that you are done. The turn ends when all players are, or when its time is up.',
  schema: z.looseObject({
    auto: z.boolean().optional().describe('true: a fallback ends the turn, not a decision of the model'),
    failed: z.string().min(1).max(500).optional().describe('why the model could not play the turn'),
  }),
  sends: ['player_phase_done'],
  offers: ({ world, ofNation }) =>
    ofNation(() => [{ priority: 'low', certain: true, label: `end turn ${turnOf(world)}` }]),
  plan(port) {
    const turn = turnOf(port.world);
    return ok({
      send: async () => [await port.request('player_phase_done', { turn })],
      effect: (_before, world) => {
        const done = world.players.get(world.seat.player ?? -1)?.phaseDone === true;
        return done || turnOf(world) > turn ? { turn_ended: turn } : undefined;
      },
    });
  },
});

/** What an end_turn says that its turn was; undefined for one that was played, and for other actions. */
export function declaredMark(data: ActionData): TurnMark | undefined {
  if ((data.action_type ?? data.type) !== endTurn.name) return undefined;
  const { failed, auto } = actionFields(data);
  if (failed !== undefined && failed !== false) return 'failed';
  return auto === true ? 'auto_ended' : undefined;
}
