import { z } from 'zod';
import { playerKindSchema } from './player-kind.js';
import { planKinds } from './state/plans.js';

/** What a unit can go on with by itself, over turns. */
export const orderKinds = [
  'goto',
  'patrol',
  'explore',
  'sentry',
  'fortify',
  'convert',
  'work',
  'auto_work',
] as const;

const culpritSchema = z.strictObject({
  kind: z.enum(['unit', 'city']).describe('What it is'),
  id: z.int().describe('Its id'),
  name: z.string().describe('type of the unit, name of the city'),
  player_id: z.int().describe('Player number of its owner'),
  nation: z.string().describe('Nation of its owner, as an adjective'),
  x: z.int().describe('Column of the tile it is on'),
  y: z.int().describe('Row of the tile it is on'),
});

const ofUnit = {
  turn: z.int().describe('Turn in which it happened'),
  unit_id: z.int().describe('Id of the unit'),
  unit: z.string().describe('its type'),
  x: z.int().describe('Column of the tile where it is, or was last'),
  y: z.int().describe('Row of that tile'),
  order: z.enum(orderKinds).describe('What it went on with'),
  goal: z
    .strictObject({ x: z.int().describe('Column of the tile'), y: z.int().describe('Row of the tile') })
    .optional()
    .describe('Where a goto leads'),
  by: z.array(culpritSchema).optional().describe('who is behind it, as far as this player sees'),
  sentence: z.string().describe('all of it in words, with names'),
  server_messages: z.array(z.string()).optional().describe("The server's sentences about it"),
};

const orderEndedSchema = z
  .strictObject({
    event: z.literal('order_ended').describe('Kind of event'),
    ...ofUnit,
    outcome: z
      .enum(['arrived', 'finished', 'blocked', 'interrupted', 'lost'])
      .describe(
        'finished: also of a unit that was used up, such as settlers that founded a city; lost: the unit itself is gone',
      ),
    obstacle: z.string().optional().describe('blocked: what kind of thing is in the way'),
  })
  .describe(
    'An order that went on over turns has come to its end by itself. Each one ends in exactly one order_ended or woken; ' +
      'what the agent ends itself has its verdict only.',
  );

const wokenSchema = z
  .strictObject({
    event: z.literal('woken').describe('Kind of event'),
    ...ofUnit,
    why: z.enum(['attack', 'contact', 'turn', 'idle']).describe('The wake condition that came true'),
    stopped: z.boolean().describe('false for a fortified unit: it stays so'),
  })
  .describe('A wake condition (wake_on) of an order has come true and ended it.');

const playedBySchema = z
  .strictObject({
    event: z.literal('played_by').describe('Kind of event'),
    who: playerKindSchema.describe('Who plays it now; model: the agent itself again'),
    turn: z.int().describe('Turn in which it happened'),
  })
  .describe(
    'A person plays the seat of this agent with an ordinary FreeCiv client, so that its actions are refused (E145), or has left it.',
  );

const worklistEndedSchema = z
  .strictObject({
    event: z.literal('worklist_ended').describe('Kind of event'),
    turn: z.int().describe('Turn in which it happened'),
    city_id: z.int().describe('Id of the city'),
    city: z.string().describe('Name of the city'),
    building: z.string().describe('what it builds now'),
    sentence: z.string().describe('All of it in words, with names'),
    server_messages: z.array(z.string()).optional().describe("The server's sentences about it"),
  })
  .describe('A city has begun with the last thing of its worklist, or struck out the rest.');

const planEndedSchema = z
  .strictObject({
    event: z.literal('plan_ended').describe('Kind of event'),
    turn: z.int().describe('Turn in which it ended'),
    plan: z.enum(planKinds).describe('What kind of plan it was'),
    id: z.string().describe('Its name in the section plans of states'),
    outcome: z.enum(['done', 'failed']).describe('failed: the sentence says why'),
    unit_id: z.int().optional().describe('Id of the unit that it was about'),
    city_id: z.int().optional().describe('Id of the city that it was about, or that was founded'),
    sentence: z.string().describe('All of it in words, with names'),
  })
  .describe('A standing plan has come to its end. What the agent ends itself has its verdict only.');

const notRestoredSchema = z
  .strictObject({
    event: z.literal('action_not_restored').describe('Kind of event'),
    action_id: z.string().describe('The action_id of its verdict'),
    action_type: z.string().describe('Name of the action'),
    turn: z.int().describe('Turn in which it was done'),
  })
  .describe('An action that was acknowledged is not in the game as it was restored.');

const turnWarningSchema = z
  .strictObject({
    event: z.literal('turn_warning').describe('Kind of event'),
    turn: z.int().describe('The running turn'),
    seconds_left: z.int().describe('Seconds until it ends by itself'),
    time_limit: z.number().describe('seconds a turn takes at most'),
  })
  .describe('The turn will soon be over.');

const defeatedSchema = z
  .strictObject({
    event: z.literal('defeated').describe('Kind of event'),
    turn: z.int().describe('Turn of the defeat'),
  })
  .describe('The player of this seat is out of the game.');

/** `data` of the push `event`. */
export const eventDataSchema = z.discriminatedUnion('event', [
  orderEndedSchema,
  wokenSchema,
  worklistEndedSchema,
  planEndedSchema,
  notRestoredSchema,
  turnWarningSchema,
  defeatedSchema,
  playedBySchema,
]);

/** A standing order has ended. */
export type OrderEnded = z.infer<typeof orderEndedSchema>;
/** A wake condition has ended a standing order. */
export type Woken = z.infer<typeof wokenSchema>;
/** A city has begun with the last thing of its worklist. */
export type WorklistEnded = z.infer<typeof worklistEndedSchema>;
/** A standing plan has ended. */
export type PlanEnded = z.infer<typeof planEndedSchema>;
/** The news of standing orders and worklists that a seat gets. */
export type OrderNews = OrderEnded | Woken | WorklistEnded;
/** The player or unit that ended an order. */
export type Culprit = z.infer<typeof culpritSchema>;
