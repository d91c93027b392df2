import { z } from 'zod';
import type { WakeConditions } from '#shared/protocol/state/standing-orders.js';
import type { Occupation } from './occupation.js';

/** The field by which agents say what ends an order before its time. */
export const wakeOnSchema = z
  .looseObject({
    contact: z
      .union([z.boolean(), z.enum(['foreign', 'enemy'])])
      .describe(
        'a unit of others comes into its own sight: true or "foreign" for anybody but allies, "enemy" for those one is at ' +
          'war with and barbarians; those in sight already do not count. Default true for patrol and sentry, else false',
      )
      .optional(),
    attack: z.boolean().describe('it, or what stands with it, is attacked. Default true').optional(),
    idle: z
      .boolean()
      .describe('it has nothing left to do, or works by itself and found nothing for a turn. Default true')
      .optional(),
    turn: z.int().min(1).describe('that turn begins').optional(),
  })
  .describe('What stops the unit and asks you again (event "woken"), before the order is done');

/** The wake conditions that an agent asks for; conditions that are left out get their default. */
export type WakeOn = z.infer<typeof wakeOnSchema>;

/** What an order waits for: what the agent wished, with the defaults of the kind of order for the rest. */
export function wakeConditions(wish: WakeOn | undefined, kind: Occupation['kind']): WakeConditions {
  const { attack = true, idle = true, turn, contact = kind === 'patrol' || kind === 'sentry' } = wish ?? {};
  return {
    ...(contact === false ? {} : { contact: contact === true ? 'foreign' : contact }),
    attack,
    idle,
    ...(turn === undefined ? {} : { turn }),
  };
}
