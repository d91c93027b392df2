import { z } from 'zod';
import { verbositySchema } from './envelope.js';

const verbosity = verbositySchema
  .optional()
  .describe('compact: the answer is compact_result; the choice of llm_connect without it');

/** The ten action names of the specification. What the proxy's registry knows beyond them is checked there. */
export const specActionTypes = [
  'unit_move',
  'unit_attack',
  'unit_build_city',
  'unit_explore',
  'city_production',
  'city_build_unit',
  'city_build_improvement',
  'tech_research',
  'diplomacy_message',
  'end_turn',
] as const;

/** An action of an agent. Aliases: `type`; unit_id, city_id, player_id; dest_x and dest_y, or x and y. */
export const actionDataSchema = z.looseObject({
  action_type: z.string().min(1).max(64).optional().describe('Name of the action: see docs/actions.md'),
  type: z.string().min(1).max(64).optional().describe('Another name of action_type'),
  actor_id: z.int().optional().describe('Id of the unit or city that acts'),
  unit_id: z.int().optional().describe('Another name of actor_id, for units'),
  city_id: z.int().optional().describe('Another name of actor_id, for cities'),
  target: z.unknown().optional().describe('What it acts on: {x, y}, {id}, {value}, a name or a number'),
  action_index: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Number of a legal action as a state of this `version` gave it; it stands for all other fields',
    ),
  version: z
    .int()
    .nonnegative()
    .optional()
    .describe('With action_index: version of the state that gave the number'),
  verbosity,
  turn: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      'The turn it is for; by default the one under way when it comes. E133 when that is over before its time comes',
    ),
  parameters: z
    .record(z.string(), z.unknown().describe('A field of the action'))
    .optional()
    .describe('Further fields of the action; validate: false leaves the rules to the game server'),
});

/** One action of an agent, with its defaults filled in. */
export type ActionData = z.infer<typeof actionDataSchema>;

/** Name of the action of a batch that stands for all advice of its moment. */
export const FOLLOW_ADVICE = 'follow_advice';

/** Whether an action of a batch, as an agent sends it, stands for the advice. */
export function followsAdvice({ action_type: name, type }: Readonly<Record<string, unknown>>): boolean {
  return (name ?? type) === FOLLOW_ADVICE;
}

/** How many actions one batch may hold. */
const MAX_ACTIONS = 100;

/**
 * The references of a batch, in place of an id or a target. `last_created`, `last_city`: the unit or city that
 * actions of this seat made last; `selected`: the unit or city that acted last; `self`: the agent's player; `nearest_…`:
 * from the unit or city that acts, by steps on an empty map; enemies are units and cities of players at war.
 */
export const actionReferences = [
  'last_created',
  'last_city',
  'selected',
  'capital',
  'self',
  'nearest_city',
  'nearest_foreign_city',
  'nearest_enemy',
] as const;

/** A word in place of an id. */
export type ActionReference = (typeof actionReferences)[number];

/** Several actions in one request, done in order. Ids and targets in them may be references: see `actionReferences`. */
export const actionBatchDataSchema = z.looseObject({
  request_id: z.string().min(1).max(128).optional().describe('Given back in the answer'),
  actions: z
    .array(z.record(z.string(), z.unknown().describe('A field of the action')))
    .min(1)
    .max(MAX_ACTIONS)
    .describe('The actions, each with the fields of an action'),
  verbosity,
  stop_on_error: z
    .boolean()
    .default(false)
    .describe('Whether the actions after one that failed are left out'),
  decisions: z
    .boolean()
    .optional()
    .describe('true: the answer has the decisions that are new since the agent was told of some'),
  dry_run: z
    .boolean()
    .default(false)
    .describe('true: nothing is done; each result says whether the action is valid (`checked`), or why not'),
  all_or_nothing: z
    .boolean()
    .default(false)
    .describe(
      'true: all actions are done or none. All are checked first, and one that cannot be undone is refused; when one fails all the same, those before it are taken back',
    ),
});

/** Several actions of an agent, with the defaults filled in. */
export type ActionBatchData = z.infer<typeof actionBatchDataSchema>;
