import { z } from 'zod';
import { wakeConditionsSchema, wakeReasonSchema } from '#shared/protocol/state/standing-orders.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { occupationSchema } from './occupation.js';

const unitIds = z.array(z.int());

const savedOrderSchema = z.strictObject({
  unitId: z.int(),
  occupation: occupationSchema,
  /** Undefined for an order that did not come from an action of this seat. */
  wake: wakeConditionsSchema.exactOptional(),
  /** Strangers that were in its sight when it was last looked at; unit ids. */
  seen: unitIds,
  /** Whether a wake condition has come true, so that the server has been asked to stop it. */
  isStopping: z.boolean(),
});

/** A unit that has something to ask of the agent. */
const attentionRequestSchema = z.strictObject({
  unitId: z.int(),
  /** The turn and the tile where it began to ask. */
  turn: z.int(),
  tile: z.int(),
  why: wakeReasonSchema,
  sentence: z.string(),
});

/** The content of the orders file of a seat. */
export const savedOrdersSchema = z.strictObject({
  orders: z.array(savedOrderSchema),
  calls: z.array(attentionRequestSchema),
});

/** The standing orders and attention requests of a seat, as they are written to disk. */
export type SavedOrders = z.infer<typeof savedOrdersSchema>;
/** A unit that was woken or has nothing left to do, with the event's sentence. */
export type AttentionRequest = z.infer<typeof attentionRequestSchema>;

/** A standing order that is tracked. */
export type TrackedOrder = z.infer<typeof savedOrderSchema> & {
  /** The unit when it was last looked at, and when its turn began; not known just after a restart. */
  readonly last?: Unit;
  readonly atTurn?: Unit;
};

/** Turns after which an attention request is removed. */
const MAX_ATTENTION_TURNS = 2;

/** Units that were woken or have nothing left to do, and have got no new action since. */
export class AttentionRequests {
  readonly #calls: Map<number, AttentionRequest>;

  constructor(saved: readonly AttentionRequest[]) {
    this.#calls = new Map(saved.map((call) => [call.unitId, call]));
  }

  get all(): readonly AttentionRequest[] {
    return [...this.#calls.values()];
  }

  add({ id: unitId, tile }: Unit, turn: number, why: AttentionRequest['why'], sentence: string): void {
    this.#calls.set(unitId, { unitId, turn, tile, why, sentence });
  }

  remove(unitId: number): void {
    this.#calls.delete(unitId);
  }

  /** Forgets those that are gone, went elsewhere, or have asked for long. Whether there were any. */
  expire(world: World, turn: number): boolean {
    const before = this.#calls.size;
    for (const { unitId, tile, turn: since } of this.all) {
      const unit = world.units.get(unitId);
      const isHere = unit !== undefined && unit.owner === world.seat.player && unit.tile === tile;
      if (!isHere || turn >= since + MAX_ATTENTION_TURNS) this.#calls.delete(unitId);
    }
    return this.#calls.size < before;
  }
}
