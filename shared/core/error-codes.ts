/**
 * Every error an agent can get: what the code means, and whether the same request may work later. What a failure says of its case is
 * written where it is made.
 * docs/errors.md, the documents and the tests read this list; a retired code never comes back.
 */
export const errorCodes = {
  E101: { meaning: 'A required field is missing', retry: false },
  E102: { meaning: 'The API token is missing or wrong', retry: false },
  E103: { meaning: 'The message type is not known', retry: false },
  E104: { meaning: 'The message is not a JSON object', retry: false },
  E105: { meaning: 'A field has a value it cannot have', retry: false },
  E106: { meaning: 'The message is too large or too deep', retry: false },
  E107: { meaning: 'The agent_id is not the one of this connection', retry: false },
  E110: { meaning: 'Too many messages; see details.retry_after (seconds)', retry: true },
  E111: { meaning: 'Too many connections for this agent', retry: true },
  E112: { meaning: 'The server is at its capacity', retry: true },
  E113: { meaning: 'The quota of the token is used up; see details.quota', retry: true },
  E120: { meaning: 'Not authenticated: send llm_connect first', retry: false },
  E121: { meaning: 'The state query failed', retry: true },
  E122: { meaning: 'The agent has no seat yet', retry: true },
  E123: { meaning: 'The game server is not reachable; it is being recovered', retry: true },
  E124: { meaning: 'The session has expired', retry: false },
  E125: { meaning: 'Another connection took this session over', retry: false },
  E126: { meaning: 'Another session holds the seat', retry: false },
  E130: { meaning: 'The action is not valid', retry: false },
  E131: { meaning: 'The game server refused the action', retry: false },
  E132: { meaning: 'No answer within the deadline', retry: true },
  E133: { meaning: 'The turn is over', retry: true },
  E134: { meaning: 'Stopped on request', retry: false },
  E135: { meaning: 'The correlation_id was used for another request', retry: false },
  E140: { meaning: 'There is no such game', retry: false },
  E141: { meaning: 'The game has no free seat', retry: false },
  E142: { meaning: 'The game could not be started', retry: true },
  E143: { meaning: 'The game is over, or your nation is destroyed', retry: false },
  E144: { meaning: 'The game is paused', retry: true },
  E145: { meaning: 'A person plays the seat now', retry: true },
  E146: {
    meaning: 'The game is on a server of others, which has no console and no saves here',
    retry: false,
  },
  E500: { meaning: 'Internal error', retry: true },
} as const;

/** A code of an error that an agent can get, such as E101. */
export type ErrorCode = keyof typeof errorCodes;
