import { transcode } from 'node:buffer';
import { z } from 'zod';
import { type Failure, failure } from '#shared/core/failure.js';
import {
  forbiddenKey,
  isJsonObject,
  type JsonObject,
  type JsonShape,
  jsonShape,
  parseJson,
} from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { readTraceparent } from '#shared/core/tracing.js';
import { correlationIdSchema, requestEnvelopeSchema } from '#shared/protocol/envelope.js';
import type { MessageForms, ProtocolMessage } from '../forms/answer-form.js';

/** One message whose envelope is valid; its data is not checked yet. */
export interface Frame {
  readonly type: string;
  /** The whole message. */
  readonly message: JsonObject;
  readonly agentId?: string | undefined;
  readonly correlationId?: string | undefined;
  /** The trace that the sender has begun. */
  readonly traceparent?: string | undefined;
}

/** A message of an agent, in the one form that all have from here on. */
export type AgentFrame = Frame & ProtocolMessage;

/** Why a message is refused. */
export interface Rejection {
  readonly reason: Failure;
  /** Sent back with the error, also when the message is invalid in other ways. */
  readonly correlationId?: string | undefined;
}

/** What one message may hold at most. */
export interface FrameLimits extends JsonShape {
  readonly bytes: number;
}

/** Without the extra fields: there may be thousands of them, and they are read from the message itself. */
const envelope = z.compile(z.object(requestEnvelopeSchema.shape));
const correlationId = z.compile(correlationIdSchema);

/**
 * Reads one message from its bytes and checks its envelope. Any bytes give a frame or a rejection, nothing throws.
 * E106: too large or too complex; E104: not a JSON object; E105: a forbidden key, or a bad field of the envelope; E101: no type.
 */
export function readFrame(bytes: Uint8Array, limits: FrameLimits): Result<Frame, Rejection> {
  const tooMuch = sizeFailure(bytes, limits);
  if (tooMuch !== undefined) return reject(tooMuch, findCorrelationId(bytes));
  const message = parseBytes(bytes);
  if (!isJsonObject(message)) return reject(failure('E104', 'The message is not a JSON object'));
  return checkEnvelope(message);
}

/** Reads one message of an agent: as it is in the protocol, whatever its client writes. */
export function readAgentFrame(
  bytes: Uint8Array,
  limits: FrameLimits,
  forms: MessageForms,
): Result<AgentFrame, Rejection> {
  const read = readFrame(bytes, limits);
  if (!read.ok) return read;
  const { type, message, ...sender } = read.value;
  const request = forms.read(type, message);
  return request.ok
    ? ok({ message, ...request.value, ...sender })
    : reject(request.failure, read.value.correlationId);
}

function sizeFailure(bytes: Uint8Array, limits: FrameLimits): Failure | undefined {
  if (bytes.length > limits.bytes) return tooLarge(`is larger than ${limits.bytes} bytes`, 'bytes', limits);
  const { depth, values, bare } = jsonShape(bytes, limits.bare);
  if (depth > limits.depth) return tooLarge(`nests deeper than ${limits.depth}`, 'depth', limits);
  if (values > limits.values) return tooLarge(`holds more than ${limits.values} values`, 'values', limits);
  if (bare > limits.bare)
    return tooLarge(`has more than ${limits.bare} bytes outside of texts`, 'bare', limits);
  return undefined;
}

function tooLarge(how: string, what: keyof FrameLimits, limits: FrameLimits): Failure {
  return failure('E106', `The message ${how}`, { details: { [`max_${what}`]: limits[what] } });
}

function checkEnvelope(message: JsonObject): Result<Frame, Rejection> {
  const id = correlationId.safeParse(message.correlation_id).data;
  const path = forbiddenKey(message);
  if (path !== undefined) return reject(failure('E105', 'This key is not allowed', { path }), id);
  // An action may be written as a string: the legacy adapter parses it.
  const isWritten = message.type === 'action' && typeof message.data === 'string';
  const parsed = parseWith(envelope, isWritten ? { ...message, data: undefined } : message);
  if (!parsed.ok) return reject(parsed.failure, id);
  const { type, agent_id: agentId } = parsed.value;
  return ok({ type, message, correlationId: id, agentId, traceparent: readTraceparent(message.traceparent) });
}

function parseBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch {
    return undefined;
  }
}

const MIN_TRANSCODE_BYTES = 16 << 10;

/** Decodes long text five times as fast as `toString` does: a megabyte in less than one millisecond. */
function decodeUtf8(bytes: Buffer): string {
  if (bytes.length < MIN_TRANSCODE_BYTES) return bytes.toString('utf8');
  return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
}

const ID_KEY = '"correlation_id"';
/** More than a correlation_id of 128 letters takes, whatever is escaped. */
const MAX_ID_BYTES = 1024;

/**
 * The first correlation_id in the bytes of a message that is too large to be parsed, so that its refusal can carry it.
 * It may be the id of an inner object; nothing but the refusal uses it.
 */
function findCorrelationId(bytes: Uint8Array): string | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(ID_KEY);
  if (at < 0) return undefined;
  const text = buffer.toString('utf8', at + ID_KEY.length, at + ID_KEY.length + MAX_ID_BYTES);
  const quoted = /^\s*:\s*("(?:[^"\\]|\\.)+")/.exec(text)?.[1];
  const id = quoted === undefined ? undefined : parseJson(quoted);
  return typeof id === 'string' && id.length <= 128 ? id : undefined;
}

function reject(reason: Failure, id?: string): Result<never, Rejection> {
  return fail({ reason, correlationId: id });
}
