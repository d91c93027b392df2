/** What is wrong with a packet or frame. */
export type ProtocolErrorCode =
  | 'bad_length'
  | 'inflate_failed'
  | 'too_large'
  | 'unknown_packet'
  | 'truncated'
  | 'bad_string'
  | 'bad_value'
  | 'bad_ruleset'
  | 'unexpected_packet';

/** Where in the byte stream a packet went wrong; all names as in the packet table. */
export interface ProtocolErrorPlace {
  readonly packet?: string;
  readonly field?: string;
}

/** The peer broke the native protocol (or asked us to). Ends the one connection it happened on. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;
  readonly packet: string | undefined;
  readonly field: string | undefined;

  constructor(code: ProtocolErrorCode, sentence: string, place: ProtocolErrorPlace = {}, cause?: unknown) {
    const where = [place.packet, place.field].filter((part) => part !== undefined).join('.');
    super(where === '' ? sentence : `${where}: ${sentence}`, { cause });
    this.code = code;
    this.packet = place.packet;
    this.field = place.field;
  }
}

/** The connection to the game server is gone; what was under way may or may not have happened. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The game server does not let this user in; `message` is its own sentence. */
export class JoinRefused extends Error {
  override readonly name = 'JoinRefused';
}
