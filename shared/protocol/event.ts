import { z } from 'zod';

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

const culpritSchema = z.object({
  kind: z.enum(['unit', 'city']),
  id: z.int(),
  name: z.string().describe('type of the unit, name of the city'),
  player_id: z.int(),
  nation: z.string(),
  x: z.int(),
  y: z.int(),
});

const ofUnit = {
  turn: z.int(),
  unit_id: z.int(),
  unit: z.string().describe('its type'),
  x: z.int().describe('where it is, or was last'),
  y: z.int(),
  order: z.enum(orderKinds),
  goal: z.object({ x: z.int(), y: z.int() }).optional().describe('where a goto leads'),
  by: z.array(culpritSchema).optional().describe('who is behind it, as far as this player sees'),
  sentence: z.string().describe('all of it in words, with names'),
  server_messages: z.array(z.string()).optional(),
};

const orderEndedSchema = z
  .object({
    event: z.literal('order_ended'),
    ...ofUnit,
    outcome: z
      .enum(['arrived', 'finished', 'blocked', 'interrupted', 'lost'])
      .describe('lost: the unit itself is gone'),
    obstacle: z.string().optional().describe('blocked: what kind of thing is in the way'),
  })
  .describe(
    'An order that went on over turns has come to its end by itself. Each one ends in exactly one order_ended or woken; ' +
      'what the agent ends itself has its verdict only.',
  );

const wokenSchema = z
  .object({
    event: z.literal('woken'),
    ...ofUnit,
    why: z.enum(['attack', 'contact', 'turn', 'idle']),
    stopped: z.boolean().describe('false for a fortified unit: it stays so'),
  })
  .describe('A wake condition (wake_on) of an order has come true and ended it.');

const worklistEndedSchema = z
  .object({
    event: z.literal('worklist_ended'),
    turn: z.int(),
    city_id: z.int(),
    city: z.string(),
    building: z.string().describe('what it builds now'),
    sentence: z.string(),
    server_messages: z.array(z.string()).optional(),
  })
  .describe('A city has begun with the last thing of its worklist, or struck out the rest.');

const notRestoredSchema = z
  .object({
    event: z.literal('action_not_restored'),
    action_id: z.string(),
    action_type: z.string(),
    turn: z.int(),
  })
  .describe('An action that was acknowledged is not in the game as it was brought back.');

const turnWarningSchema = z
  .object({
    event: z.literal('turn_warning'),
    turn: z.int(),
    seconds_left: z.int(),
    time_limit: z.number().describe('seconds a turn takes at most'),
  })
  .describe('The turn will soon be over.');

const defeatedSchema = z
  .object({ event: z.literal('defeated'), turn: z.int() })
  .describe('The player of this seat is out of the game.');

/** `data` of the push `event`. */
export const eventDataSchema = z.discriminatedUnion('event', [
  orderEndedSchema,
  wokenSchema,
  worklistEndedSchema,
  notRestoredSchema,
  turnWarningSchema,
  defeatedSchema,
]);

export type EventData = z.infer<typeof eventDataSchema>;
export type OrderEnded = z.infer<typeof orderEndedSchema>;
export type Woken = z.infer<typeof wokenSchema>;
export type WorklistEnded = z.infer<typeof worklistEndedSchema>;
export type OrderNews = OrderEnded | Woken | WorklistEnded;
export type Culprit = z.infer<typeof culpritSchema>;
