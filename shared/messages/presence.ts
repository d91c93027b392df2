import { z } from 'zod';

/** Whether an agent is there, as the gateway tells the proxy of each change behind a login. */
export const presenceSchema = z.enum([
  /** It has a socket. */
  'connected',
  /** It has none, and a session that it may resume. */
  'away',
  /** It has no session. */
  'gone',
]);

export const presenceDataSchema = z.strictObject({ presence: presenceSchema });

export type Presence = z.infer<typeof presenceSchema>;
