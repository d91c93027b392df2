import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { TextAround } from '../link/read-link-message.js';

/** Whom a message is for. */
export interface Recipient {
  readonly agentId: string;
  /** Of the request that it answers. */
  readonly correlationId?: string | undefined;
}

/** A message as it is sent: JSON, or the same in UTF-8. */
export type MessageText = string | Uint8Array;

/** A message as a string. */
export function textOf(message: MessageText): string {
  return typeof message === 'string' ? message : Buffer.from(message).toString();
}

/** The text of a message without its data, in two parts. */
export function textAround({ warnings, ...envelope }: Omit<OutgoingEnvelope, 'data'>): TextAround {
  return {
    before: `${JSON.stringify(envelope).slice(0, -1)},"data":`,
    behind: warnings === undefined ? '}' : `,"warnings":${JSON.stringify(warnings)}}`,
  };
}

/** A message to an agent. `now` is in milliseconds; the timestamp on the wire is in seconds, with milliseconds. */
export function agentMessage(
  type: string,
  to: Recipient,
  now: number,
  data?: Readonly<Record<string, unknown>>,
): OutgoingEnvelope {
  return {
    type,
    agent_id: to.agentId,
    timestamp: now / 1000,
    correlation_id: to.correlationId,
    data,
  };
}

/** The `error` message of a failure. */
export function errorMessage(failure: Failure, to: Recipient, now: number): OutgoingEnvelope {
  return agentMessage('error', to, now, errorData(failure));
}

/** A push with its number in the session. */
export function pushMessage(
  agentId: string,
  seq: number,
  { type, timestamp, data }: LinkPush,
): OutgoingEnvelope {
  return { type, agent_id: agentId, timestamp, seq, data };
}

/** Whether nothing more happens in its game after a push. */
export function endsGame(push: LinkPush): boolean {
  return push.type === 'game_ended' || deletesGame(push);
}

/** Whether a push says that its game was deleted. */
export function deletesGame({ type, data }: LinkPush): boolean {
  return type === 'status' && data.status === 'deleted';
}
