import { type Failure, failure } from '#shared/failure.js';
import { fail, type Result } from '#shared/result.js';
import { type AgentRequest, readRequest } from '../input/agent-request.js';
import { type Frame, readFrame } from '../input/frame.js';
import { agentBounds } from './agent-services.js';

export type Intake =
  | { readonly ok: true; readonly request: AgentRequest }
  | { readonly ok: false; readonly failure: Failure; readonly correlationId: string | undefined };

export interface IntakeRules {
  readonly agentId: string;
  readonly hasLoggedIn: boolean;
  readonly maxMessageBytes: number;
}

/** What may be sent without a session. */
const openTypes: ReadonlySet<string> = new Set(['llm_connect', 'ping', 'pong', 'conn_pong']);

/** The request in one message, if this socket may make it now. */
export function takeIn(bytes: Uint8Array, rules: IntakeRules): Intake {
  const read = readFrame(bytes, {
    bytes: rules.hasLoggedIn ? rules.maxMessageBytes : agentBounds.bytesBeforeLogin,
    depth: agentBounds.messageDepth,
  });
  if (!read.ok) return { ok: false, failure: read.failure, correlationId: read.correlationId };
  const request = admit(read.frame, rules);
  if (request.ok) return { ok: true, request: request.value };
  return { ok: false, failure: request.failure, correlationId: read.frame.correlationId };
}

function admit(frame: Frame, { agentId, hasLoggedIn }: IntakeRules): Result<AgentRequest> {
  if (frame.agentId !== undefined && frame.agentId !== agentId) {
    const message = `The agent_id is not the one of this connection, ${agentId}`;
    return fail(failure('E107', message, { path: 'agent_id' }));
  }
  if (!hasLoggedIn && !openTypes.has(frame.type)) {
    return fail(failure('E120', 'Not authenticated: send llm_connect first'));
  }
  return readRequest(frame);
}
