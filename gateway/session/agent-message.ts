import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import type { LinkPush } from '#shared/protocol/link.js';

export interface Recipient {
  readonly agentId: string;
  readonly correlationId?: string | undefined;
}

/** The frame around a message to an agent. Timestamps are seconds with milliseconds. */
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
    ...(to.correlationId === undefined ? {} : { correlation_id: to.correlationId }),
    ...(data === undefined ? {} : { data }),
  };
}

export function errorMessage(failure: Failure, to: Recipient, now: number): OutgoingEnvelope {
  return agentMessage('error', to, now, errorData(failure));
}

/** An event as a session is told of it. */
export function pushMessage(
  agentId: string,
  seq: number,
  { type, timestamp, data }: LinkPush,
): OutgoingEnvelope {
  return { type, agent_id: agentId, timestamp, seq, data };
}
