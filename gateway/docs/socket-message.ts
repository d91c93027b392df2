import type { JsonSchema } from './json-schema.js';

/** Who says a message on a socket. */
type Speaker = 'agent' | 'spectator' | 'gateway';

/** A message of a socket as it is documented. */
export interface SocketMessage {
  readonly name: string;
  /** The `type` on the wire. */
  readonly type: string;
  readonly from: Speaker;
  readonly summary: string;
  /** `data` of the message; absent for one that has none. */
  readonly data?: JsonSchema;
  /** Fields beside `data`, besides those of every message. */
  readonly fields?: Readonly<Record<string, JsonSchema>>;
  /** What comes back, by name. */
  readonly answer?: string;
  readonly isPush?: boolean;
}
