import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '#shared/core/clock.js';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import { NO_USAGE, type TokenUsage } from '../../agent/player/models/messages.js';
import type { MeteredCall } from './call-log.js';
import type { ModelInterface } from './model-interface.js';
import { REDIRECTED, refuse, UNREACHABLE } from './refusal.js';
import { passedHeaders, type Upstream, type UpstreamRequest } from './upstream.js';
import { passingStream, streamWithoutUsage, type UsageReader, wholeAnswer } from './usage-reader.js';

/** One call, and where it goes. */
export interface CallParts {
  readonly player: string;
  readonly of: ModelInterface;
  readonly asked: UpstreamRequest;
  readonly upstream: Upstream;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  /** Gets the call before the caller gets the end of its answer. */
  onCounted(call: MeteredCall): Promise<void>;
}

/** A call whose caller has left goes on so long, so that its tokens are counted. */
const ALONE_MS = 600_000;
const MAX_NAME_CHARS = 128;

/** Passes a call on and counts it. A call that the meter refuses by itself is not passed on and not counted. */
export async function passCall(parts: CallParts): Promise<void> {
  const { of, asked, response } = parts;
  const body = parseJson(asked.body.toString('utf8'));
  const wrong = isJsonObject(body) ? problemOf(of, body) : 'The body is no JSON object.';
  if (!isJsonObject(body) || wrong !== undefined)
    return refuse(response, of, { status: 400, code: 'invalid_request_error', message: wrong ?? '' });
  const began = performance.now();
  const { status, usage } = await relay(parts, body);
  const { input, written, cached, output } = usage ?? NO_USAGE;
  await parts.onCounted({
    time: new Date().toISOString(),
    player: parts.player,
    interface: of.name,
    model: typeof body.model === 'string' ? body.model.slice(0, MAX_NAME_CHARS) : '',
    status,
    input_tokens: input,
    cached_tokens: cached,
    cache_written_tokens: written,
    output_tokens: output,
    ms: Math.round(performance.now() - began),
    usage_source: usage === undefined ? 'unknown' : 'measured',
  });
  response.end();
}

/** What a call asks for whose tokens no answer tells; undefined when nothing is wrong. */
function problemOf(of: ModelInterface, body: JsonObject): string | undefined {
  return of.name === 'responses' && body.background === true
    ? 'A response in the background is not passed on: its tokens cannot be counted.'
    : undefined;
}

interface Relayed {
  readonly status: number;
  /** Undefined when the provider does not tell it. */
  readonly usage: TokenUsage | undefined;
}

/** Passes the answer as it comes, but for its end. */
async function relay(parts: CallParts, body: JsonObject): Promise<Relayed> {
  const { of, asked, upstream, response } = parts;
  const hidesUsage = of.name === 'chat_completions' && body.stream === true && !asksForUsage(body);
  const sent = hidesUsage ? { ...asked, body: withUsage(body) } : asked;
  using alone = new AloneLimit(response);
  let status = 502;
  try {
    const answer = await upstream.ask(sent, AbortSignal.any([parts.signal, alone.signal]));
    status = answer.statusCode ?? status;
    if (status >= 300 && status < 400) {
      answer.destroy();
      refuse(response, of, REDIRECTED);
      return { status: REDIRECTED.status, usage: NO_USAGE };
    }
    response.writeHead(status, passedHeaders(answer.headers)).flushHeaders();
    const reader = readerOf(of, answer, hidesUsage);
    for await (const bytes of answer) await write(response, reader.pass(bytes));
    await write(response, reader.end());
    return { status, usage: status >= 400 ? NO_USAGE : reader.usage };
  } catch {
    if (response.headersSent) response.destroy();
    else refuse(response, of, UNREACHABLE);
    return { status, usage: undefined };
  }
}

function asksForUsage({ stream_options: options }: JsonObject): boolean {
  return isJsonObject(options) && options.include_usage === true;
}

function withUsage(body: JsonObject): Buffer {
  const before = isJsonObject(body.stream_options) ? body.stream_options : {};
  return Buffer.from(JSON.stringify({ ...body, stream_options: { ...before, include_usage: true } }));
}

function readerOf(of: ModelInterface, { headers }: IncomingMessage, hidesUsage: boolean): UsageReader {
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  if (!isStream) return wholeAnswer(of);
  return hidesUsage ? streamWithoutUsage(of) : passingStream(of);
}

/** Writes to the caller as fast as it reads. One that has left gets nothing. */
async function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || response.destroyed || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.once('drain', go).once('close', go);
  });
}

/** Aborts when the caller has been gone for ALONE_MS. */
class AloneLimit implements Disposable {
  readonly #over = new AbortController();
  readonly #response: ServerResponse;
  #cancel = () => {};

  constructor(response: ServerResponse) {
    this.#response = response;
    response.once('close', this.#onClose);
  }

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  [Symbol.dispose](): void {
    this.#response.off('close', this.#onClose);
    this.#cancel();
  }

  readonly #onClose = () => {
    this.#cancel = systemClock.after(ALONE_MS, () => this.#over.abort());
  };
}
