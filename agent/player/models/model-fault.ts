import { isJsonObject, parseJson } from '#shared/core/json.js';
import { saysNobodyListens } from '#shared/core/nobody-listens.js';

/** Why a call of a model has no answer. */
export interface ModelFault {
  /**
   * transient: the same request may work later. overflow: the prompt is too long. rejected: it will never work. aborted: the
   * caller has ended it.
   */
  readonly kind: 'transient' | 'overflow' | 'rejected' | 'aborted';
  /** In the words of the provider, or of the system. */
  readonly message: string;
  /** What of the configuration is at fault, where that is known. */
  readonly cause?: 'key' | 'model' | 'address';
  /** Milliseconds until the provider wants to be asked again, where it says so. */
  readonly retryAfterMs?: number | undefined;
}

/** HTTP statuses after which the same request may work. 529: Anthropic is overloaded. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

const OVERFLOW =
  /context[_ ](?:length|window)|maximum context|prompt is too long|too many (?:input )?tokens|input token count|request_too_large/i;

/** Kinds of errors within a stream that another attempt does not mend. */
const LASTING_ERROR =
  /invalid_request|invalid_prompt|authentication|permission|billing|not_found|insufficient_quota/;

const MAX_MESSAGE_CHARS = 300;

/** What an error of a provider's SDK, or of the network below it, means. */
export function faultOf(error: unknown): ModelFault {
  const status = fieldOf(error, 'status');
  const words = `${wordOf(error, 'code')} ${wordOf(error, 'type')}`;
  const message = messageOf(error);
  const cause = causeOf(error, status);
  const why = cause === undefined ? {} : { cause };
  if (OVERFLOW.test(`${words} ${message}`) && status !== 429) return { kind: 'overflow', message };
  const isLasting = typeof status === 'number' ? !PASSING_STATUSES.has(status) : LASTING_ERROR.test(words);
  if (isLasting || /insufficient_quota/.test(words)) return { kind: 'rejected', message, ...why };
  return { kind: 'transient', message, retryAfterMs: retryAfterOf(error), ...why };
}

function causeOf(error: unknown, status: unknown): ModelFault['cause'] {
  if (status === 401 || status === 403) return 'key';
  if (status === 404) return 'model';
  return causesOf(error).some((one) => saysNobodyListens(`${one.message} ${wordOf(one, 'code')}`))
    ? 'address'
    : undefined;
}

/** What an error comes from, and what that comes from: SDKs wrap the words of the network twice. */
function causesOf(error: unknown): readonly Error[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? [cause, ...causesOf(cause)] : [];
}

/** An answer that ended before it was whole. */
export function cutFault(): ModelFault {
  return { kind: 'transient', message: 'the answer of the model was cut off' };
}

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

function wordOf(error: unknown, name: string): string {
  const own = fieldOf(error, name);
  const inner = fieldOf(fieldOf(error, 'error'), name);
  return [own, inner].filter((word) => typeof word === 'string').join(' ');
}

/** In one line; of Google's errors, which are JSON, the message in it. */
function messageOf(error: unknown): string {
  const said = fieldOf(error, 'message');
  const raw = typeof said === 'string' ? said : String(error);
  const told = fieldOf(fieldOf(parseJson(raw), 'error'), 'message');
  const cause = causesOf(error).at(-1);
  const because = cause === undefined ? '' : ` (${cause.message || wordOf(cause, 'code')})`;
  const line = `${typeof told === 'string' ? told : raw}${because}`.replaceAll(/\s+/g, ' ').trim();
  return line.slice(0, MAX_MESSAGE_CHARS) || 'an error without a message';
}

/** From the headers `retry-after-ms` and `retry-after` (seconds, or a date), or from google.rpc.RetryInfo in the body. */
function retryAfterOf(error: unknown): number | undefined {
  const headers = fieldOf(error, 'headers');
  if (!(headers instanceof Headers)) return retryDelayOf(error);
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  const seconds = Number(given);
  // A date is counted from that of the answer: the clocks of the two may differ.
  const ms = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(given) - Date.parse(headers.get('date') ?? '');
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function retryDelayOf(error: unknown): number | undefined {
  const body = error instanceof Error ? parseJson(error.message) : undefined;
  const details = fieldOf(fieldOf(body, 'error'), 'details');
  const info = Array.isArray(details)
    ? details.filter(isJsonObject).find(({ '@type': type }) => String(type).endsWith('RetryInfo'))
    : undefined;
  const seconds = Number(/^([\d.]+)s$/.exec(String(info?.retryDelay))?.[1] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}
