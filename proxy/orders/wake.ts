import { z } from 'zod';
import type { Culprit, Woken } from '#shared/protocol/event.js';
import type { WakeConditions } from '#shared/protocol/state/standing-orders.js';
import type { Message } from '../world/messages.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { describeCulprits, unitCulprit } from './descriptions.js';
import type { Occupation } from './occupation.js';
import { attacksOn, plainTexts } from './server-messages.js';
import type { Sightings } from './sightings.js';
import type { TrackedOrder } from './tracked-order.js';

/** The field that says which conditions end an order early. */
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
    turn,
  };
}

/** Why a unit is woken, with the parts of the event's sentence. */
export interface WakeCause {
  readonly why: Woken['why'];
  readonly by?: readonly Culprit[];
  /** A sentence without the unit. */
  readonly words: string;
  readonly said?: readonly string[];
}

/** What the check of a seat's orders reads: the world, and what is new since the last check. */
export interface OrderCheck {
  readonly world: World;
  readonly turn: number;
  /** Whether another turn has begun since the last check. */
  readonly isNewTurn: boolean;
  /** What the server said since. */
  readonly messages: readonly Message[];
  readonly sightings: Sightings;
}

/** The most important wake condition that is true for an order (attack, contact, turn, idle); undefined when none is. */
export function dueWake(look: OrderCheck, order: TrackedOrder, now: Unit): WakeCause | undefined {
  const { wake } = order;
  if (wake === undefined || order.isStopping) return undefined;
  const attacks = wake.attack ? plainTexts(attacksOn(now, look.messages)) : [];
  if (attacks.length > 0)
    return { why: 'attack', words: `It was attacked: ${attacks.join(' ')}`, said: attacks };
  const fresh = look.sightings.of(order, now).filter(({ id }) => !order.seen.includes(id));
  if (fresh.length > 0) {
    const by = fresh.map((unit) => unitCulprit(look.world, unit));
    return { why: 'contact', by, words: `In sight: ${describeCulprits(by)}.` };
  }
  if (wake.turn !== undefined && look.turn >= wake.turn)
    return { why: 'turn', words: `Turn ${look.turn} has begun.` };
  if (wake.idle && foundNoWork(look, order, now))
    return { why: 'idle', words: 'It found no work for a turn.' };
  return undefined;
}

/** A worker on its own that neither moved nor worked from one begin of a turn to the next. */
function foundNoWork({ isNewTurn }: OrderCheck, { occupation, atTurn }: TrackedOrder, now: Unit): boolean {
  if (!isNewTurn || occupation.kind !== 'auto_work' || atTurn === undefined) return false;
  const isIdle = [atTurn, now].every(
    ({ activity, detail }) => activity === 'ACTIVITY_IDLE' && detail?.ai === true,
  );
  return isIdle && atTurn.tile === now.tile && (now.detail?.movesleft ?? 0) > 0;
}
