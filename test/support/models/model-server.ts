import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer, Script, SeenPrompt, ServerFault } from './scripted-model.js';

/** Tokens of a prompt and its answer, as a server counts them. */
export interface CountedTokens {
  readonly prompt: number;
  /** Of the prompt, those that an earlier prompt began with. */
  readonly cached: number;
  readonly output: number;
}

/** A request that a provider would refuse, with its words for it. */
export class BadRequest extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

/** The published format of a provider. */
export interface ModelFormat {
  /** The path of the requests. */
  readonly path: RegExp;
  /** Reads a request, and throws BadRequest for what the provider would refuse. */
  read(body: unknown, request: IncomingMessage): SeenPrompt;
  /** The frames of the stream that carries an answer. */
  frames(answer: Answer, tokens: CountedTokens, id: number): readonly string[];
  /** The body of a refusal. */
  refusal(status: number, message: string): object;
  /** Counts the tokens of a text; a fourth of its characters without it. */
}

/** The key that clients show. */
export const MODEL_KEY = 'a-key-for-tests';

/** A model behind the interface of a provider, on a port of its own: it answers as a script says. */
export class ModelServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #format: ModelFormat;
  readonly #script: Script;
  readonly #count: (text: string) => number;
  /** Bodies of all requests, as they came. */
  readonly bodies: string[] = [];
  /** What of the requests a strict provider would have refused. */
  readonly refused: string[] = [];
  readonly #prompts: string[] = [];

  private constructor(format: ModelFormat, script: Script, count: (text: string) => number) {
    this.#format = format;
    this.#script = script;
    this.#count = count;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(Error(String(error))));
    });
  }

  static async start(
    format: ModelFormat,
    script: Script,
    count: (text: string) => number = (words) => Math.ceil(words.length / 4),
  ): Promise<ModelServer> {
    const server = new ModelServer(format, script, count);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Where it listens, without a path. */
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** Ends the server at once, as if its process were killed. */
  kill(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await Promise.resolve();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const count = this.bodies.length;
    this.bodies.push(body);
    try {
      const { pathname } = new URL(request.url ?? '', this.url);
      if (!this.#format.path.test(pathname)) throw new BadRequest(`no such path ${pathname}`, 404);
      const prompt = this.#format.read(JSON.parse(body), request);
      const said = this.#script(prompt, count);
      if (said.kind === undefined || said.kind === 'slow' || said.kind === 'cut')
        await this.#send(response, said, JSON.stringify(prompt), count);
      else this.#fail(response, said);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      this.refused.push(error.message);
      this.#refuse(response, error.status, error.message);
    }
  }

  async #send(
    response: ServerResponse,
    said: Answer | Extract<ServerFault, { readonly answer: Answer }>,
    prompt: string,
    count: number,
  ): Promise<void> {
    const answer = said.kind === undefined ? said : said.answer;
    const frames = this.#format.frames(answer, this.#tokens(prompt, answer), count);
    const sent = said.kind === 'cut' ? frames.slice(0, Math.ceil(frames.length / 2)) : frames;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of sent) {
      response.write(frame);
      if (said.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, said.ms));
    }
    if (said.kind === 'cut') response.destroy();
    else response.end();
  }

  #fail(response: ServerResponse, fault: Exclude<ServerFault, { readonly answer: Answer }>): void {
    if (fault.kind === 'status')
      this.#refuse(response, fault.status, fault.message ?? 'try again', fault.headers);
    else if (fault.kind === 'nonsense')
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"colour": green\n\n');
    // What hangs gets its headers, and then nothing.
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  }

  #refuse(
    response: ServerResponse,
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(this.#format.refusal(status, message)));
  }

  /** A provider's cache: what an earlier prompt begins with alike. */
  #tokens(prompt: string, answer: Answer): CountedTokens {
    const shared = Math.max(0, ...this.#prompts.map((earlier) => sharedLength(earlier, prompt)));
    this.#prompts.push(prompt);
    return {
      prompt: this.#count(prompt),
      cached: this.#count(prompt.slice(0, shared)),
      output: this.#count(JSON.stringify(answer)),
    };
  }
}

function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** A frame of a stream of server-sent events. */
export function sseFrame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** A text in two pieces, as it is streamed. */
export function halves(whole: string): readonly string[] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)].filter((part) => part !== '');
}

/** The arguments of a call as JSON. */
export function argumentsJson(args: object | string): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
