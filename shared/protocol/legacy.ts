import { z } from 'zod';
import { gamePlayerSchema } from './game-summary.js';
import { restErrorDetailsSchema } from './rest.js';

/** Requests of the earlier gateway's clients that the protocol has in another form, and their answers. */

const MAX_IDS = 100;
const ids = z.array(z.int()).min(1).max(MAX_IDS);

/** `unit_actions_query`: what units can do. One of the two fields; with the list the answer is keyed by id. */
export const unitActionsQuerySchema = z.looseObject({
  unit_id: z.int().optional().describe('One unit'),
  unit_ids: ids.optional().describe('Several units; the answer is then keyed by id'),
});

/** `city_actions_query`: what cities can do. */
export const cityActionsQuerySchema = z.looseObject({
  city_id: z.int().optional().describe('One city'),
  city_ids: ids.optional().describe('Several cities; the answer is then keyed by id'),
});

/** `chat`: says something to one player (target: id or name), or to all. */
export const chatSchema = z.looseObject({
  message: z.string().optional().describe('What to say'),
  text: z.string().optional().describe('Another name of message'),
  target: z.unknown().optional().describe('Id or name of the player; everybody without it'),
});

/** Something that can be done: `data` of an action as it stands. */
export const submittableActionSchema = z.looseObject({
  action_type: z.string().describe('Name of the action'),
  actor_id: z.int().describe('Id of the unit or city'),
  target: z
    .record(z.string(), z.unknown().describe('A coordinate, an id or a name'))
    .optional()
    .describe('What it acts on: x and y, id, or value'),
  is_valid: z.literal(true).describe('Always true'),
  certain: z.boolean().describe('False where dice or what the seat cannot see decide'),
  label: z.string().describe('The action in words'),
});

const actions = z.array(submittableActionSchema);
/** Why the actions of one unit or city are not told. */
const entityErrorSchema = z.object({
  code: z
    .enum(['E230', 'E231', 'E240', 'E241'])
    .describe("E230, E240: not known; E231, E241: another player's"),
  message: z.string().describe('Why, in a sentence'),
});
const entityResultSchema = z.looseObject({
  success: z.boolean().describe('Whether the unit or city is known and own'),
  actions: actions.describe('What it can do now; empty without success'),
  error: entityErrorSchema.optional().describe('Why not, without success'),
});
const keyed = z.record(z.string(), entityResultSchema);

/** `unit_actions_response`: of one unit its actions, of several `units` by id. */
export const unitActionsResponseSchema = z.looseObject({
  success: z.boolean().describe('Whether anything was found'),
  unit_id: z.int().optional().describe('The unit, when one was asked for'),
  actions: actions.optional().describe('What it can do now'),
  units: keyed.optional().describe('Each unit by its id, when several were asked for'),
  errors: z
    .array(entityErrorSchema.extend({ unit_id: z.int().describe('The unit') }))
    .optional()
    .describe('Those that are not known, or not own'),
});

/** `city_actions_response`: of one city its actions, of several `cities` by id. */
export const cityActionsResponseSchema = z.looseObject({
  success: z.boolean().describe('Whether anything was found'),
  city_id: z.int().optional().describe('The city, when one was asked for'),
  actions: actions.optional().describe('What it can do now'),
  cities: keyed.optional().describe('Each city by its id, when several were asked for'),
  errors: z
    .array(entityErrorSchema.extend({ city_id: z.int().describe('The city') }))
    .optional()
    .describe('Those that are not known, or not own'),
});

/** Query of `GET /api/game/{game_id}/state`. */
export const legacyStateQuerySchema = z.object({
  format: z
    .enum(['full', 'delta', 'llm_optimized'])
    .default('llm_optimized')
    .describe('The form of the state'),
  agent_id: z.string().optional().describe('The agent; or a header x-agent-id'),
  player_id: z.coerce
    .number()
    .int()
    .optional()
    .describe('In place of agent_id, for an agent that has logged in'),
});

/** Answer to `GET /api/game/{game_id}/state`: the state in the form that was asked for. */
export const legacyStateSchema = z.looseObject({
  success: z.literal(true).describe('Always true'),
  format: z.string().describe('The form of the state'),
  data: z
    .record(z.string(), z.unknown().describe('A field of the answer'))
    .describe('The answer to the flat state_query on a socket: see docs/flat-dialect.md'),
});

/** Body of `POST /api/game/{game_id}/action`: the fields of an action, or the whole of it as a string in `action`. */
export const legacyActionSchema = z.looseObject({
  agent_id: z.string().optional().describe('The agent; or a header x-agent-id'),
  player_id: z.int().optional().describe('In place of agent_id, for an agent that has logged in'),
  action: z
    .union([
      z.string().describe('In one string, for example unit_move_103(11,10)'),
      z.record(z.string(), z.unknown().describe('A field of the action')).describe('As its fields'),
    ])
    .optional()
    .describe('The whole action, in place of the fields below'),
  action_type: z.string().optional().describe('Name of the action'),
  actor_id: z.int().optional().describe('Id of the unit or city that acts'),
  target: z.unknown().optional().describe('What it acts on: {x, y}, {id}, {value}, a name or a number'),
  parameters: z
    .record(z.string(), z.unknown().describe('A field of the action'))
    .optional()
    .describe('Further fields of the action'),
  correlation_id: z
    .string()
    .optional()
    .describe('Name of the request: a repeated one is answered and not carried out again'),
});

/** Answer to `POST /api/game/{game_id}/action`: the verdict. */
export const legacyActionResultSchema = z.looseObject({
  success: z.boolean().describe('Whether the action was applied'),
  action_type: z.string().optional().describe('Name of the action'),
  action_id: z.unknown().describe('Id of the verdict; null without one'),
  result: z
    .record(z.string(), z.unknown().describe('A field of the verdict'))
    .describe('The verdict, as action_result gives it'),
});

/** Answer to `GET /api/game/{game_id}/info`. */
export const legacyInfoSchema = z.looseObject({
  success: z.literal(true).describe('Always true'),
  game_id: z.string().describe('The game'),
  status: z.string().describe('Phase of its life, as `state` of /api/games/{game_id}'),
  created_at: z.string().describe('When it was made (ISO 8601)'),
  players: z.record(z.string(), gamePlayerSchema).describe('All players by player number'),
});

/** A refusal under all the names that clients of the earlier gateway know. */
export const legacyErrorSchema = z.looseObject({
  success: z.literal(false).describe('Always false'),
  error_code: z.string().describe('Error code'),
  error_message: z.string().describe('What is wrong and what to do, in a sentence'),
  code: z.string().describe('The same as error_code'),
  message: z.string().describe('The same as error_message'),
  error: z.string().describe('The same as error_message'),
  detail: z.string().describe('The same as error_message'),
  path: z.string().optional().describe('The field at fault, as a dotted path'),
  details: restErrorDetailsSchema.optional(),
});
