import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, type Result } from '#shared/core/result.js';
import {
  isRemoteAgentMessage,
  type RemoteAgentMessage,
  type RemoteGatewayData,
  remoteAgentMessageSchema,
  remoteAgentMessages,
} from '#shared/protocol/remote-agent.js';
import { AGENT_BOUNDS } from '../../gateway/agent/agent-bounds.js';
import { readFrame } from '../../gateway/agent/frame.js';
import { outcomeOf } from './remote-calls.js';

/**
 * The message of an agent in a frame: within bounds, of a known type, its fields in `data` or beside `type`. Any bytes
 * give a message or a failure. E104, E106: no JSON object, or too large; E103: an unknown type; E101, E105: a bad field.
 */
export function readRemoteMessage(bytes: Uint8Array, maxBytes: number): Result<RemoteAgentMessage> {
  const frame = readFrame(bytes, { bytes: maxBytes, ...AGENT_BOUNDS.messageShape });
  if (!frame.ok) return fail(frame.failure.reason);
  const { type, message } = frame.value;
  if (!isRemoteAgentMessage(type)) {
    const details = { known: Object.keys(remoteAgentMessages) };
    return fail(failure('E103', `Unknown message type: ${type}`, { path: 'type', details }));
  }
  return parseWith(remoteAgentMessageSchema, { type, data: message.data ?? message });
}

/** The result of a call whose answer was kept while there was no connection; undefined for a function of a batch. */
export function keptResult(answer: unknown): RemoteGatewayData<'function_result'> | undefined {
  if (!isJsonObject(answer)) return undefined;
  const { correlation_id: id, ...message } = answer;
  if (typeof id !== 'string' || id.includes('#')) return undefined;
  return { request_id: id, ...outcomeOf(message) };
}
