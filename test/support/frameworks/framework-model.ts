import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import { anthropicFormat } from '../models/anthropic-format.js';
import { argumentsJson, type CountedTokens } from '../models/model-server.js';
import { openAiChatFormat } from '../models/openai-chat-format.js';
import { openAiResponsesFormat } from '../models/openai-responses-format.js';
import type { Answer } from '../models/scripted-model.js';
import { type FrameworkPrompt, readPrompt } from './framework-prompt.js';
import { playedTurns } from './framework-script.js';
import { toolFaults } from './schema-faults.js';

/** A request of a framework, with its size. */
export interface CountedPrompt {
  readonly prompt: FrameworkPrompt;
  /** Tokens of all texts and tools, in the vocabulary o200k. */
  readonly tokens: number;
  /** Those of them for the definitions of the tools. */
  readonly toolTokens: number;
}

/** A model behind the interfaces of OpenAI and Anthropic that plays so many turns, for frameworks that ask as they like. */
export class FrameworkModel implements AsyncDisposable {
  readonly #server: Server;
  readonly #turns: number;
  /** Requests for an answer, oldest first. */
  readonly prompts: CountedPrompt[] = [];
  /** What the provider would have refused, each once. */
  readonly faults = new Set<string>();

  private constructor(turns: number) {
    this.#turns = turns;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        this.faults.add(String(error));
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: {} }));
      });
    });
  }

  static async start(turns: number): Promise<FrameworkModel> {
    const model = new FrameworkModel(turns);
    model.#server.listen(0, '127.0.0.1');
    await once(model.#server, 'listening');
    return model;
  }

  /** Where it listens, without a path. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await Promise.resolve();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parseJson(await text(request));
    const { pathname } = new URL(request.url ?? '', this.url);
    if (request.method !== 'POST' || !/^\/v1\/(?:chat\/completions|responses|messages)$/.test(pathname)) {
      response.writeHead(404).end();
      return;
    }
    const prompt = readPrompt(pathname, body);
    const tokens = this.#count(prompt);
    const answer = playedTurns(prompt, this.#turns);
    const isStreamed = isJsonObject(body) && body.stream === true;
    const answered = isStreamed ? streamed : whole;
    answered(pathname, answer, { prompt: tokens, cached: 0, output: 1 }, this.prompts.length, response);
  }

  #count(prompt: FrameworkPrompt): number {
    for (const fault of prompt.tools.flatMap(toolFaults)) this.faults.add(fault);
    const count = (texts: readonly string[]) => texts.reduce((sum, each) => sum + encode(each).length, 0);
    const counted = {
      prompt,
      tokens: count(prompt.texts),
      toolTokens: count(prompt.texts.slice(prompt.texts.length - prompt.tools.length)),
    };
    this.prompts.push(counted);
    return counted.tokens;
  }
}

type Send = (path: string, answer: Answer, tokens: CountedTokens, id: number, to: ServerResponse) => void;

const formatOf = (path: string) =>
  [openAiChatFormat, openAiResponsesFormat, anthropicFormat].find((format) => format.path.test(path)) ??
  openAiChatFormat;

const streamed: Send = (path, answer, tokens, id, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const frame of formatOf(path).frames(answer, tokens, id)) response.write(frame);
  response.end();
};

const whole: Send = (path, answer, tokens, id, response) => {
  const body = path.endsWith('/responses')
    ? wholeResponse(answer, tokens, id)
    : wholeChat(answer, tokens, id);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** The last event of its stream has the whole response. */
function wholeResponse(answer: Answer, tokens: CountedTokens, id: number): unknown {
  const last = openAiResponsesFormat.frames(answer, tokens, id).at(-1) ?? '';
  const event = parseJson(last.slice(last.indexOf('data: ') + 'data: '.length));
  return isJsonObject(event) ? event.response : undefined;
}

function wholeChat({ text: content, calls = [] }: Answer, tokens: CountedTokens, id: number): object {
  const { prompt, output } = tokens;
  const tool_calls = calls.map(({ name, args }, index) => ({
    ...{ id: `call_${id}_${index}`, type: 'function' },
    function: { name, arguments: argumentsJson(args) },
  }));
  const message = { role: 'assistant', content: content ?? null, ...(calls.length > 0 && { tool_calls }) };
  const choice = { index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' };
  return {
    ...{ id: `chatcmpl-${id}`, object: 'chat.completion', created: 1, model: 'a-model', choices: [choice] },
    usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
  };
}
