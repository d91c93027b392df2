import type { z } from 'zod';
import { errorDataSchema } from '#shared/protocol/agent-answers.js';
import { pingDataSchema } from '#shared/protocol/agent-requests.js';
import { type JsonSchema, jsonSchema } from './json-schema.js';

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
  /** Fields beside `data` that other messages do not have. */
  readonly fields?: Readonly<Record<string, JsonSchema>>;
  /** What comes back, by name. */
  readonly answer?: string;
  readonly isPush?: boolean;
  /** False for messages that no correlation_id pairs. */
  readonly isCorrelated?: boolean;
}

/** A message whose type on the wire is its name, unless `more` has another. */
export function socketMessage(
  from: Speaker,
  name: string,
  data: z.ZodType,
  summary: string,
  more: Partial<SocketMessage> = {},
): SocketMessage {
  const schema = jsonSchema(data, from === 'gateway' ? 'output' : 'input');
  return { name, type: name, from, summary, data: schema, ...more };
}

/** The answer to any request that failed. */
export const errorMessage = socketMessage(
  'gateway',
  'error',
  errorDataSchema,
  'The answer to any request that failed, with its correlation_id.',
);

/** What a client sends to see that the connection is alive. */
export const pingMessage: Omit<SocketMessage, 'from'> = {
  name: 'ping',
  type: 'ping',
  summary: 'Asks for a sign of life; it counts for no limit.',
  data: jsonSchema(pingDataSchema, 'input'),
  answer: 'pong',
};
