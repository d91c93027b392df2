import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import { sseFrame } from './model-server.js';

/** A request as the provider got it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** Tokens of each answer, as the provider counts them; `prompt` has those from its cache. */
export interface AnswerTokens {
  readonly prompt: number;
  readonly cached: number;
  readonly output: number;
}

const SAID = ['Béla ', 'founds ', 'a city.'];

/** A provider of all three interfaces, plain and streamed, that says the same to everybody. */
export class PlainProvider implements AsyncDisposable {
  readonly #server: Server;
  readonly seen: SeenRequest[] = [];
  tokens: AnswerTokens = { prompt: 120, cached: 100, output: 7 };
  /** Answers in place of its own when it is set. */
  instead: ((response: ServerResponse) => void) | undefined;
  /** Awaited before each frame of a stream. */
  beforeFrame: (index: number) => Promise<void> = () => Promise.resolve();

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((sent) => {
        const body = parseJson(sent);
        const path = request.url ?? '';
        this.seen.push({ path, headers: request.headers, body: isJsonObject(body) ? body : {} });
        return this.#answer(path, isJsonObject(body) ? body : {}, response);
      });
    });
  }

  static async start(): Promise<PlainProvider> {
    const provider = new PlainProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.resolve();
  }

  async #answer(path: string, body: JsonObject, response: ServerResponse): Promise<void> {
    if (this.instead !== undefined) return this.instead(response);
    const { whole, frames } = this.#said(path, body);
    if (body.stream !== true) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).flushHeaders();
    for (const [index, frame] of frames.entries()) {
      await this.beforeFrame(index);
      response.write(frame);
    }
    response.end();
  }

  #said(path: string, body: JsonObject): { readonly whole: object; readonly frames: readonly string[] } {
    if (path.startsWith('/v1/chat/completions')) return this.#chat(body);
    return path.startsWith('/v1/responses') ? this.#response() : this.#message();
  }

  #chat({ stream_options: options }: JsonObject) {
    const { prompt, cached, output } = this.tokens;
    const usage = {
      ...{ prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
      prompt_tokens_details: { cached_tokens: cached },
    };
    const head = { id: 'chatcmpl-1', created: 1, model: 'a-model' };
    const chunk = (choices: readonly object[], more: object) =>
      sseFrame({ ...head, object: 'chat.completion.chunk', choices, ...more });
    const delta = (content: string, finish_reason: string | null) => ({
      ...{ index: 0, delta: { role: 'assistant', content }, finish_reason },
    });
    const asked = isJsonObject(options) && options.include_usage === true;
    const message = { role: 'assistant', content: SAID.join(''), refusal: null };
    return {
      whole: {
        ...{ ...head, object: 'chat.completion', usage },
        choices: [{ index: 0, message, finish_reason: 'stop', logprobs: null }],
      },
      frames: [
        ...SAID.map((word) => chunk([delta(word, null)], asked ? { usage: null } : {})),
        chunk([delta('', 'stop')], asked ? { usage: null } : {}),
        ...(asked ? [chunk([], { usage })] : []),
        'data: [DONE]\n\n',
      ],
    };
  }

  #response() {
    const { prompt, cached, output } = this.tokens;
    const usage = {
      ...{ input_tokens: prompt, output_tokens: output, total_tokens: prompt + output },
      ...{ input_tokens_details: { cached_tokens: cached }, output_tokens_details: { reasoning_tokens: 0 } },
    };
    const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed' };
    const content = [{ type: 'output_text', text: SAID.join(''), annotations: [] }];
    const head = { id: 'resp_1', object: 'response', created_at: 1, model: 'a-model', error: null };
    const whole = { ...head, status: 'completed', output: [{ ...item, content }], usage };
    const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events = [
      { type: 'response.created', response: { ...head, status: 'in_progress', output: [], usage: null } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      {
        type: 'response.content_part.added',
        ...place,
        part: { type: 'output_text', text: '', annotations: [] },
      },
      ...SAID.map((delta) => ({ type: 'response.output_text.delta', ...place, delta })),
      { type: 'response.completed', response: whole },
    ];
    return {
      whole,
      frames: events.map((event, at) => sseFrame({ ...event, sequence_number: at }, event.type)),
    };
  }

  #message() {
    const { prompt, cached, output } = this.tokens;
    const usage = {
      ...{ input_tokens: prompt - cached - 5, cache_creation_input_tokens: 5 },
      cache_read_input_tokens: cached,
    };
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'a-model', stop_sequence: null };
    const text = SAID.join('');
    const events = [
      {
        type: 'message_start',
        message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...SAID.map((word) => ({
        ...{ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: word } },
      })),
      { type: 'content_block_stop', index: 0 },
      {
        ...{ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
        usage: { output_tokens: output },
      },
      { type: 'message_stop' },
    ];
    return {
      whole: {
        ...{ ...head, content: [{ type: 'text', text }], stop_reason: 'end_turn' },
        usage: { ...usage, output_tokens: output },
      },
      frames: events.map((event) => sseFrame(event, event.type)),
    };
  }
}
