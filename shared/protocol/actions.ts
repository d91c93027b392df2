import { z } from 'zod';

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

/**
 * An action as agents write it. Aliases are accepted: `type` for action_type; unit_id, city_id, player_id for
 * actor_id; dest_x and dest_y, or x and y, for target. The registry decides what each action needs.
 */
export const actionDataSchema = z.looseObject({
  action_type: z.string().min(1).max(64).optional(),
  type: z.string().min(1).max(64).optional(),
  actor_id: z.int().optional(),
  unit_id: z.int().optional(),
  city_id: z.int().optional(),
  target: z.unknown().optional(),
  /** Number of a legal action as a state of this `version` gave it; it stands for all other fields. */
  action_index: z.int().nonnegative().optional(),
  version: z.int().nonnegative().optional(),
  /** The turn it is for; by default the one under way when it comes. E133 when that is over before its time comes. */
  turn: z.int().nonnegative().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
});

export type ActionData = z.infer<typeof actionDataSchema>;

/** How many actions one batch may hold. */
const MAX_ACTIONS = 100;

/**
 * Several actions in one request, done in order. Ids in them may be references: `last_created` (unit or city this batch
 * made last), `last_city`, `capital`, `self` (the agent's player).
 */
export const actionBatchDataSchema = z.looseObject({
  request_id: z.string().min(1).max(128).optional(),
  actions: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_ACTIONS),
  /** Whether the actions after one that failed are left out. */
  stop_on_error: z.boolean().default(false),
});

export type ActionBatchData = z.infer<typeof actionBatchDataSchema>;

/** Forms in which the actions are defined for language models. */
const toolFormats = ['openai', 'anthropic'] as const;

export const toolsQuerySchema = z.object({ format: z.enum(toolFormats).default('openai') });

/** One definition for each action, in the provider's own form. */
export const toolsAnswerSchema = z.object({ tools: z.array(z.record(z.string(), z.unknown())) });
