import type { Cancel } from '../clock.js';
import type { Play } from './play.js';

/** The life of an agent's socket: awaiting_login, logging_in, playing, and back when a login fails; closed ends it. */
export type SocketState =
  | { readonly name: 'awaiting_login'; readonly cancelTimeout: Cancel }
  | LoggingIn
  | { readonly name: 'playing'; readonly play: Play }
  | { readonly name: 'closed' };

export interface LoggingIn {
  readonly name: 'logging_in';
  /** What comes meanwhile is looked at afterwards: the next frame out is the answer to llm_connect. */
  readonly waiting: Uint8Array[];
}
