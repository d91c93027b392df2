/** The gateway's WebSocket close codes: after 4000-4499 a client may reconnect, after 4500-4999 not. Reasons: 123 bytes. */
export const closeCodes = {
  /** Sent by the library `ws` itself; uWebSockets.js cuts the connection without a close frame. */
  protocolError: 1002,
  binary: 1003,
  /** Sent by the library `ws` itself; uWebSockets.js cuts the connection without a close frame. */
  badUtf8: 1007,
  policy: 1008,
  tooBig: 1009,
  restart: 1012,
  replaced: 4001,
  slow: 4008,
  heartbeatLost: 4009,
  badToken: 4501,
  loginTimeout: 4502,
  connectionLimit: 4503,
  ended: 4504,
} as const;

type CloseName = keyof typeof closeCodes;

/** What each close code means, for clients. */
export const closeMeanings = {
  protocolError: 'A frame was not valid WebSocket',
  binary: 'A binary frame came; only text is taken',
  badUtf8: 'A text frame was not UTF-8',
  policy: 'Too much was sent, or at the wrong time',
  tooBig: 'A message was larger than is taken',
  restart: 'The gateway restarts: resume with session_id and last_seq',
  replaced: 'Another socket resumed the session',
  slow: 'What was sent was not read',
  heartbeatLost: 'No sign of life came for too long; the session can be resumed',
  badToken: 'The token is wrong or was revoked',
  loginTimeout: 'No llm_connect came in time',
  connectionLimit: 'The agent has all its connections',
  ended: 'The operator has ended the session',
} as const satisfies Readonly<Record<CloseName, string>>;

/** All names of `closeCodes`. */
export const closeNames = Object.keys(closeCodes).filter(isCloseName);

/** Whether a client should reconnect by itself after this code. */
export function mayReconnect(code: number): boolean {
  return code === closeCodes.restart || (code >= 4000 && code < 4500);
}

function isCloseName(name: string): name is CloseName {
  return Object.hasOwn(closeCodes, name);
}
