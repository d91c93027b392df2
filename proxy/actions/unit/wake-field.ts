import { wakeOnSchema } from '../../orders/wake-on.js';

/** The field of every action that a unit goes on with by itself. */
export const wakeField = { wake_on: wakeOnSchema.optional() };
