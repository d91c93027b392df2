import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { TurnMark } from '#shared/protocol/agent-answers.js';
import { briefForms, type StateQueryData, stateQueryDataSchema } from '#shared/protocol/agent-requests.js';
import { hasEndedTurn } from '../../rules/lookup/players.js';
import { turnOf, type World } from '../../world/world.js';
import { defineAction } from '../action.js';
import { actionFields } from '../action-fields.js';

const MAX_TURNS = 50;

const untilSchema = z.union([z.enum(['turn', 'decision']), z.int().min(1).max(MAX_TURNS)]);

/** How many turns an end_turn passes: one, a number of them, or all until a decision is needed. */
type TurnsUntil = z.infer<typeof untilSchema>;

const endTurnSchema = z.looseObject({
  until: untilSchema
    .optional()
    .describe(
      'answer when the next turn has come ("turn"), after so many turns, or when something needs a decision ("decision"), with the brief of that turn in result.brief',
    ),
  as: z.enum(briefForms).optional().describe('form of that brief: json, or text'),
  state: stateQueryDataSchema
    .optional()
    .describe(
      'the fields of a state_query: answer with that state of the turn that has come in result.state; without `until` it waits for the next turn and has no brief',
    ),
  auto: z.boolean().optional().describe('true: a fallback ends the turn, not a decision of the model'),
  failed: z.string().min(1).max(500).optional().describe('why the model could not play the turn'),
});

/** Action `end_turn` (handle_player_phase_done). */
export const endTurn = defineAction({
  name: 'end_turn',
  doc: 'Say that you are done. The turn ends when all players are, or when its time is up.',
  actor: 'nation',
  schema: endTurnSchema,
  sends: ['player_phase_done'],
  offers: ({ world, ofNation }) =>
    ofNation(() => [{ priority: 'low', certain: true, label: `end turn ${turnOf(world)}` }]),
  plan(port) {
    const turn = turnOf(port.world);
    return ok({
      send: () => port.request('player_phase_done', { turn }),
      effect: (_before, world) => {
        return isTurnEnded(world, turn) ? { turn_ended: turn } : undefined;
      },
    });
  },
});

/** Whether the seat has ended that turn, or it is over. */
export function isTurnEnded(world: World, turn: number): boolean {
  return turnOf(world) > turn || (turnOf(world) === turn && hasEndedTurn(world));
}

/** What an end_turn waits for, the form of the brief in its answer, and the query whose state is there. */
export interface TurnsWish {
  readonly until: TurnsUntil;
  /** Undefined where it is answered with a state alone. */
  readonly brief: BriefForm | undefined;
  readonly state: StateQueryData | undefined;
}

type BriefForm = (typeof briefForms)[number];

/** The wish of an end_turn; undefined for one that does not wait, and for other actions. */
export function turnsWish(data: ActionData): TurnsWish | undefined {
  if ((data.action_type ?? data.type) !== endTurn.name) return undefined;
  const { until, as, state } = endTurnSchema.safeParse(actionFields(data)).data ?? {};
  if (until === undefined && state === undefined) return undefined;
  return { until: until ?? 'turn', brief: until === undefined ? undefined : (as ?? 'json'), state };
}

/** What an end_turn says that its turn was; undefined for one that was played, and for other actions. */
export function declaredMark(data: ActionData): TurnMark | undefined {
  if ((data.action_type ?? data.type) !== endTurn.name) return undefined;
  const { failed, auto } = actionFields(data);
  if (failed !== undefined && failed !== false) return 'failed';
  return auto === true ? 'auto_ended' : undefined;
}
