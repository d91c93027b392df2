import type { Culprit, Woken } from '#shared/protocol/event.js';
import type { Message } from '../world/messages.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { describeCulprits, unitCulprit } from './descriptions.js';
import { attacksOn, plainTexts } from './server-messages.js';
import type { Sightings } from './sightings.js';
import type { TrackedOrder } from './tracked-order.js';

/** Why a unit wakes. */
export interface Wake {
  readonly why: Woken['why'];
  readonly by?: readonly Culprit[];
  /** A sentence without the unit. */
  readonly words: string;
  readonly said?: readonly string[];
}

/** What all orders of a seat are looked at with. */
export interface OrderCheck {
  readonly world: World;
  readonly turn: number;
  /** Whether another turn has begun since the last look. */
  readonly isNewTurn: boolean;
  /** What the server said since. */
  readonly messages: readonly Message[];
  readonly sightings: Sightings;
}

/** The gravest condition that has come true for an order; undefined when none has. */
export function dueWake(look: OrderCheck, order: TrackedOrder, now: Unit): Wake | undefined {
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
