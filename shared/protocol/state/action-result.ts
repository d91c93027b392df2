import { z } from 'zod';
import { errorCodeSchema } from '../agent-answers.js';
import { packedBriefSchema, turnsEndedSchema } from './brief.js';
import { type Immutable, placeShape } from './common.js';
import { enclosedStateSchema } from './state-answer.js';

const { x, y } = placeShape;

/** The fields of units, cities, the nation and its research that are compared before and after an action. */
const entityFactsSchema = z
  .strictObject({
    type: z.string().describe('Unit: its type, as written for people'),
    owner: z.int().describe('Unit, city: player number of the owner'),
    x,
    y,
    hp: z.int().describe('Unit: hit points'),
    veteran: z.int().describe('Unit: veteran level'),
    activity: z.string().describe('Unit: what it does'),
    moves_left: z.number().describe('Own unit: moves left, fractions included'),
    home_city: z.int().describe('Own unit: id of its home city; 0 for none'),
    has_orders: z.boolean().describe('Own unit: whether it has a route'),
    name: z.string().describe('City: its name'),
    size: z.int().describe('City: citizens'),
    production: z.string().describe('Own city: what it builds'),
    shield_stock: z.int().describe('Own city: shields collected'),
    gold: z.int().describe('Player: gold'),
    government: z.string().describe('Player: form of government'),
    tax: z.int().describe('Player: per cent of trade for gold'),
    luxury: z.int().describe('Player: per cent of trade for luxury'),
    science: z.int().describe('Player: per cent of trade for bulbs'),
    turn_done: z.boolean().describe('Player: whether it has ended its turn'),
    researching: z.string().describe('Research: the technology, or none'),
    goal: z.string().describe('Research: the technology aimed at, or none'),
    bulbs: z.int().describe('Research: bulbs collected'),
  })
  .exactPartial();

const changeSchema = z.strictObject({
  kind: z.enum(['unit', 'city', 'player', 'research']).describe('What is different'),
  id: z.int().describe('Id of the unit or city; number of the own player for the other kinds'),
  before: entityFactsSchema
    .optional()
    .describe('Its fields before, only those that changed; absent for what is new'),
  after: entityFactsSchema
    .optional()
    .describe('The same fields afterwards; absent for what is no longer there to be seen'),
  fate: z
    .enum(['died', 'gone', 'handed_over', 'unknown'])
    .optional()
    .describe(
      'Only without `after`. died: killed in a fight; gone: an own unit, or a city, that is no more; handed_over: an own unit ' +
        "that went with its city and is now another player's; unknown: a unit of others that is no longer seen, alive or not",
    ),
});

const resultSchema = z.strictObject({
  action_id: z
    .string()
    .describe('Names this execution, for example in audit logs and in action_not_restored'),
  state_change: z
    .record(z.string(), z.unknown().describe('A fact of the action'))
    .describe('What happened, in the terms of the action; its fields depend on action_type'),
  brief: z
    .union([packedBriefSchema, z.string()])
    .optional()
    .describe(
      'Only of an end_turn with `until`: the brief of the turn that has come, as text if that was asked for',
    ),
  state: enclosedStateSchema
    .optional()
    .describe(
      'Only of an end_turn with `state`: that state of the turn that has come; absent where there is none, as after the end of the game',
    ),
  ended: turnsEndedSchema.optional().describe('Only of an end_turn with `state`: what it was answered for'),
});

const actionResultShape = {
  type: z.literal('action_result').describe('Always action_result'),
  success: z.boolean().describe('Whether the action was applied'),
  outcome: z
    .enum(['applied', 'no_effect'])
    .describe(
      'applied: the game has changed as asked; no_effect: nothing came of it, and nothing was refused',
    ),
  action_type: z.string().describe('Name of the action that was done'),
  result: resultSchema.describe('What the action did'),
  version: z.int().describe('State version after the action'),
  server_messages: z.array(z.string()).describe("The server's sentences about it"),
  changes: z.array(changeSchema).describe('Everything this seat saw change meanwhile'),
  reason: z.string().optional().describe('With no_effect: why, as far as that is known'),
  warnings: z.array(z.string()).optional().describe('Unknown fields of the action; absent for none'),
  already: z
    .literal(true)
    .optional()
    .describe('With no_effect: it is as the action wants it already, so nothing needs to be done'),
};

/** `data` of an action_result: the verdict of an action that the game server dealt with. */
export const actionResultSchema = z.strictObject(actionResultShape);

const failureSchema = z.strictObject({
  code: errorCodeSchema.describe('Error code'),
  message: z.string().describe('A sentence to act on'),
  path: z.string().optional().describe('The field at fault'),
  details: z
    .record(z.string(), z.unknown().describe('A detail'))
    .optional()
    .describe('More about it; the fields depend on the code'),
});

const index = z.int().nonnegative().describe('Place of the action in the batch, from 0');

const batchEntrySchema = z.union([
  z.strictObject({ index, ...actionResultShape }),
  z.strictObject({
    index,
    success: z.literal(false).describe('The action was not done'),
    error: failureSchema.describe('Why it was not done; E134: left out, or taken back'),
  }),
]);

const batchCheckSchema = z.strictObject({
  index,
  valid: z.boolean().describe('Whether it may be sent, as far as that is known without the game server'),
  depends: z
    .literal(true)
    .optional()
    .describe('Actions before it in the batch decide whether the rules allow it'),
  error: failureSchema.optional().describe('Why it is not valid'),
});

/** `data` of an action_batch_result. */
export const batchResultSchema = z.strictObject({
  type: z.literal('action_batch_result').describe('Always action_batch_result'),
  request_id: z.string().optional().describe('The request_id of the batch, if it had one'),
  success: z.boolean().describe('Whether no action failed; of a dry_run, whether all are valid'),
  results: z.array(batchEntrySchema).describe('One for each action, in their order; empty for a dry_run'),
  checks: z.array(batchCheckSchema).optional().describe('Only of a dry_run: one for each action'),
  decisions: z
    .array(z.string())
    .optional()
    .describe('Only where asked for: what needs a decision and was not told before, as in a brief'),
});

/** What became of an action that the server dealt with. */
export type ActionResult = Immutable<z.infer<typeof actionResultSchema>>;
/** One thing that is different after an action. */
export type Change = Immutable<z.infer<typeof changeSchema>>;
/** Fields that are compared before and after an action. */
export type EntityFacts = Immutable<z.infer<typeof entityFactsSchema>>;
/** What became of one action of a batch. */
export type BatchEntry = Immutable<z.infer<typeof batchEntrySchema>>;
/** What is known of an action before it is done. */
export type BatchCheck = Immutable<z.infer<typeof batchCheckSchema>>;
/** What became of each action of a batch. */
export type BatchResult = Immutable<z.infer<typeof batchResultSchema>>;
