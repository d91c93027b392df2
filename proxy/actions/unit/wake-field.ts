import { type WakeOn, wakeOnSchema } from '../../orders/wake.js';
import type { ActionPlan } from '../action.js';

/** The field of every action that a unit goes on with by itself. */
export const wakeField = { wake_on: wakeOnSchema.optional() };

/** Gives what a unit goes on with already other wake conditions; nothing is sent. */
export function withNewWakeOn(unitId: number, wakeOn: WakeOn): ActionPlan {
  return {
    send: async () => [],
    effect: () => ({ wake_on: wakeOn }),
    standing: { unitId, wakeOn },
  };
}
