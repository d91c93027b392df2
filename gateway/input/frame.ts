import { z } from 'zod';
import { type Failure, failure } from '#shared/failure.js';
import { correlationIdSchema, requestEnvelopeSchema } from '#shared/messages/envelope.js';
import { parseWith } from '#shared/parse.js';
import { isDeeperThan } from './depth-scan.js';
import { forbiddenKey } from './forbidden-key.js';
import { isJsonObject, type JsonObject } from './json-object.js';

/** One message of an agent whose envelope is in order; what it asks for is not looked at yet. */
export interface Frame {
  readonly type: string;
  readonly agentId?: string;
  readonly correlationId?: string;
  /** The whole message as it came. */
  readonly message: JsonObject;
}

export type FrameResult =
  | { readonly ok: true; readonly frame: Frame }
  /** The correlation_id is given back even for a message that is wrong in other ways. */
  | { readonly ok: false; readonly failure: Failure; readonly correlationId?: string };

export interface FrameLimits {
  readonly bytes: number;
  readonly depth: number;
}

const envelope = z.compile(requestEnvelopeSchema);
const correlationId = z.compile(correlationIdSchema);

/** Reads one message from its bytes. Total: any bytes give a frame or a failure, nothing throws. */
export function readFrame(bytes: Uint8Array, limits: FrameLimits): FrameResult {
  if (bytes.length > limits.bytes) {
    return refuse(
      failure('E106', `The message is larger than ${limits.bytes} bytes`, {
        details: { max_bytes: limits.bytes },
      }),
    );
  }
  if (isDeeperThan(bytes, limits.depth)) {
    return refuse(
      failure('E106', `The message nests deeper than ${limits.depth}`, {
        details: { max_depth: limits.depth },
      }),
    );
  }
  const message = parseJson(bytes);
  if (!isJsonObject(message)) return refuse(failure('E104', 'The message is not a JSON object'));
  return checkEnvelope(message);
}

function checkEnvelope(message: JsonObject): FrameResult {
  const given = correlationId.safeParse(message.correlation_id);
  const correlated = given.success ? { correlationId: given.data } : {};
  const path = forbiddenKey(message);
  if (path !== undefined) {
    return { ...refuse(failure('E105', 'This key is not allowed', { path })), ...correlated };
  }
  const parsed = parseWith(envelope, message);
  if (!parsed.ok) return { ...refuse(parsed.failure), ...correlated };
  const { type, agent_id: agentId } = parsed.value;
  return { ok: true, frame: { type, message, ...correlated, ...(agentId === undefined ? {} : { agentId }) } };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

function refuse(reason: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure: reason };
}
