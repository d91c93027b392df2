import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { repository } from './npm-start.js';

const VERSION = '2026-07-28';

/** What a client of revision 2026-07-28 says with each request. */
const envelope = (capabilities: JsonObject): JsonObject => ({
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'a-test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

/** The capability of a client that polls tasks. */
export const POLLS_TASKS: JsonObject = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** The capability of a client that shows apps. */
export const SHOWS_APPS: JsonObject = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

/** The capability of a client that asks its user with forms. */
export const ASKS_FORMS: JsonObject = { elicitation: { form: {} } };

/** A client of revision 2026-07-28 that reads answers as they are: the SDK's own refuses results of extensions. */
export interface RawMcp {
  /** The whole answer: `result` or `error`. */
  send(method: string, params?: JsonObject): Promise<RawAnswer>;
}

/** An answer of JSON-RPC. */
export interface RawAnswer {
  readonly result: JsonObject;
  readonly error: JsonObject | undefined;
}

/** Such a client over HTTP. `origin` is that of the gateway, `seat` the query of the URL. */
export function rawHttp(origin: string, token: string, seat: string, capabilities: JsonObject = {}): RawMcp {
  let id = 0;
  return {
    async send(method, params = {}) {
      id++;
      const { name, uri, taskId } = params;
      const named = name ?? uri ?? taskId;
      const answer = await fetch(`${origin}/mcp?${seat}`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': VERSION },
          ...{ 'mcp-method': method, ...(typeof named === 'string' && { 'mcp-name': named }) },
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method,
          params: { ...params, _meta: envelope(capabilities) },
        }),
      });
      return answerIn((await answer.text()).split('\n'), id);
    },
  };
}

/** Such a client that starts the server on standard input and output. */
export class RawStdio implements RawMcp, AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #capabilities: JsonObject;
  readonly #closed: Promise<unknown>;
  readonly #waiting = new Map<number, (line: string) => void>();
  #id = 0;

  constructor(origin: string, token: string, gameId: string, capabilities: JsonObject = {}) {
    const args = ['--gateway', origin, '--agent', 'red', '--game', gameId];
    this.#child = spawn(process.execPath, [join(repository, 'dist/agent/mcp/main.js'), ...args], {
      env: { LLM_API_TOKEN: token },
    });
    this.#closed = once(this.#child, 'close');
    this.#capabilities = capabilities;
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      if (isJsonObject(message)) this.#waiting.get(Number(message.id))?.(line);
    });
  }

  async send(method: string, params: JsonObject = {}): Promise<RawAnswer> {
    const id = ++this.#id;
    const line = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    const message = {
      jsonrpc: '2.0',
      id,
      method,
      params: { ...params, _meta: envelope(this.#capabilities) },
    };
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    return answerIn([await line], id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    await this.#closed;
  }
}

/** The answer to a request, in a body of JSON or in a stream of events. */
function answerIn(lines: readonly string[], id: number): RawAnswer {
  for (const line of lines) {
    const text = line.replace(/^data: /, '');
    if (!text.startsWith('{')) continue;
    const message: unknown = JSON.parse(text);
    if (!isJsonObject(message) || message.id !== id) continue;
    const { result, error } = message;
    return { result: isJsonObject(result) ? result : {}, error: isJsonObject(error) ? error : undefined };
  }
  throw new Error(`There is no answer in: ${lines.join('\n')}`);
}
