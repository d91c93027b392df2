import { type Failure, failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import { dialectOf } from '../dialect/flat-request.js';
import { translateLegacy } from '../dialect/legacy-request.js';
import { type AgentRequest, readRequest } from '../input/agent-request.js';
import { type Frame, type FrameResult, readFrame } from '../input/frame.js';
import { isJsonObject } from '../input/json-object.js';
import type { LimitHit, MessageLoad } from '../limits/agent-limits.js';
import { agentBounds } from './agent-services.js';

export type Intake =
  | { readonly ok: true; readonly request: AgentRequest }
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly correlationId: string | undefined;
      /** Set when it was refused for a limit. */
      readonly hit?: LimitHit;
    };

export interface IntakeRules {
  readonly agentId: string;
  readonly hasLoggedIn: boolean;
  readonly maxMessageBytes: number;
  /** Counts a message; tells the limit it is over. */
  limit(load: MessageLoad): LimitHit | undefined;
}

/** Signs of life cost nothing but their bytes. */
const freeTypes: ReadonlySet<string> = new Set(['ping', 'pong', 'conn_pong']);

/** What may be sent without a session. */
const openTypes: ReadonlySet<string> = new Set(['llm_connect', 'ping', 'pong', 'conn_pong']);

/** The request in one message, if this socket may make it now. */
export function takeIn(bytes: Uint8Array, rules: IntakeRules): Intake {
  const bounds = rules.hasLoggedIn ? rules.maxMessageBytes : agentBounds.bytesBeforeLogin;
  const read = translateLegacy(readFrame(bytes, { bytes: bounds, ...agentBounds.messageShape }));
  const hit = rules.hasLoggedIn ? rules.limit(loadOf(read, bytes.length)) : undefined;
  if (hit !== undefined) return overLimit(read, hit);
  if (!read.ok) return { ok: false, failure: read.failure, correlationId: read.correlationId };
  const request = admit(read.frame, rules);
  if (request.ok) return { ok: true, request: request.value };
  return { ok: false, failure: request.failure, correlationId: read.frame.correlationId };
}

function loadOf(read: FrameResult, bytes: number): MessageLoad {
  if (!read.ok) return { bytes, free: false, actions: 0 };
  return { bytes, free: freeTypes.has(read.frame.type), actions: actionsIn(read.frame) };
}

function actionsIn({ type, message }: Frame): number {
  if (type === 'action') return 1;
  if (type !== 'action_batch') return 0;
  const { actions } = isJsonObject(message.data) ? message.data : message;
  return Array.isArray(actions) ? Math.max(1, actions.length) : 1;
}

function overLimit(read: FrameResult, hit: LimitHit): Intake {
  const { limit, retryAfter } = hit;
  const isFlat = read.ok && dialectOf(read.frame.message) === 'flat';
  // Flat clients wait and go on only when they find their own gateway's code for it.
  const code = isFlat ? ' (E101)' : '';
  const reason = failure('E110', `Too many messages${code}: over the limit of ${limit}`, {
    details: { limit, retry_after: retryAfter },
  });
  const correlationId = read.ok ? read.frame.correlationId : read.correlationId;
  return { ok: false, failure: reason, correlationId, hit };
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
