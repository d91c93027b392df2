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
  readonly data: JsonSchema;
  /** What comes back, by name. */
  readonly answer?: string;
  readonly isPush?: boolean;
}
