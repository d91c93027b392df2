import { closeCodes } from '#shared/protocol/close-codes.js';

type CloseName = keyof typeof closeCodes;

const words = {
  done: 'All is said',
  shutdown: 'The gateway ends',
  binary: 'A binary frame came; only text is taken',
  badUtf8: 'A text frame was not UTF-8',
  policy: 'Too much was sent, or at the wrong time',
  tooBig: 'A message was larger than is taken',
  bug: 'A fault of the gateway',
  restart: 'The gateway restarts: resume with session_id and last_seq',
  overloaded: 'The gateway has too much to do at the moment',
  replaced: 'Another socket resumed the session',
  slow: 'What was sent was not read',
  heartbeatLost: 'No sign of life came for too long; the session can be resumed',
  badToken: 'The token is wrong or was revoked',
  loginTimeout: 'No llm_connect came in time',
  connectionLimit: 'The agent has all its connections',
  sessionExpired: 'The session is over; log in without session_id',
  banned: 'This agent or address may not connect',
} as const satisfies Readonly<Record<CloseName, string>>;

/** Worth coming back by itself: restarts and overload, and 4000-4499. */
const temporary: ReadonlySet<number> = new Set([
  closeCodes.shutdown,
  closeCodes.restart,
  closeCodes.overloaded,
]);

/** Code, meaning, and whether a client does well to connect again; one row for each. */
export function closeRows(): readonly (readonly string[])[] {
  return Object.entries({ ...closeCodes }).map(([name, code]) => {
    const comesBack = temporary.has(code) || (code >= 4000 && code < 4500);
    return [String(code), isCloseName(name) ? words[name] : name, comesBack ? 'yes' : 'no'];
  });
}

function isCloseName(name: string): name is CloseName {
  return Object.hasOwn(words, name);
}
