import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallLog, MeteredCall } from './call-log.js';
import { passCall } from './metered-call.js';
import { interfaceAt, openAiForm } from './model-interface.js';
import type { PlayerAccount } from './player-account.js';
import { type NamedPlayer, PlayerAccounts } from './player-accounts.js';
import { refuse, UNREACHABLE } from './refusal.js';
import { passedHeaders, Upstream, type UpstreamRequest } from './upstream.js';

/** What a meter counts, and where it listens. */
export interface MeterOptions {
  /** The provider: http or https, with or without `/v1` at the end. */
  readonly upstream: URL;
  /** Undefined: each name is a player. */
  readonly players: readonly NamedPlayer[] | undefined;
  /** Tokens in all of each player; undefined: as many as it takes. */
  readonly budget: number | undefined;
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  readonly log: CallLog;
  /** Called when a line cannot be written. */
  onFault(error: unknown): void;
}

/** Prompts of a million tokens with pictures are smaller. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Totals wait so long for calls in progress, whose caller may have its whole answer already. */
const TOTALS_WAIT_MS = 5_000;
/** Calls in progress end so long after the meter was stopped. */
const STOP_WAIT_MS = 5_000;
const POLL_MS = 20;

/** Passes calls of models on to their provider, and counts the tokens of each player. */
export class MeterServer implements AsyncDisposable {
  readonly #options: MeterOptions;
  readonly #server: Server;
  readonly #accounts: PlayerAccounts;
  readonly #upstream: Upstream;
  readonly #over = new AbortController();
  readonly #working = new Set<Promise<void>>();

  private constructor(options: MeterOptions) {
    this.#options = options;
    this.#accounts = new PlayerAccounts(options.players, options.budget, options.log.earlier);
    this.#upstream = new Upstream(options.upstream);
    this.#server = createServer((request, response) => {
      const work = this.#answer(request, response).catch(() => void response.destroy());
      this.#working.add(work);
      void work.finally(() => this.#working.delete(work));
    });
    // An answer takes as long as its model thinks.
    this.#server.requestTimeout = 0;
  }

  /** Listens. Rejects when the port is taken. */
  static async start(options: MeterOptions): Promise<MeterServer> {
    const meter = new MeterServer(options);
    meter.#server.listen(options.port, options.host);
    await once(meter.#server, 'listening');
    return meter;
  }

  /** Its address without a path. */
  get url(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : this.#options.port;
    const { host } = this.#options;
    return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /** Takes no more calls; those in progress have a moment to end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await Promise.race([Promise.all(this.#working), sleep(STOP_WAIT_MS, undefined, { ref: false })]);
    this.#over.abort(new Error('the meter has stopped'));
    await Promise.all(this.#working);
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search: query } = new URL(request.url ?? '/', 'http://meter');
    const [, segment = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
    const account = this.#accounts.at(decoded(segment));
    const { method, headers } = request;
    if (account === undefined) return notThere(response, 'No player has this address.');
    if (method === 'GET' && path === '/usage') return this.#tellTotals(account, response);
    const body = await bodyOf(request);
    if (body === undefined)
      return refuse(response, interfaceAt(path) ?? openAiForm, {
        ...{ status: 413, code: 'invalid_request_error', message: `More than ${MAX_BODY_BYTES} bytes.` },
      });
    const asked = { path, query, headers, body };
    if (method === 'GET' && /^\/v1\/models(\/|$)/.test(path))
      return this.#passPlain({ method, ...asked }, response);
    const of = interfaceAt(path);
    if (method !== 'POST' || of === undefined)
      return notThere(response, `${method} ${path} is not passed on: its tokens cannot be counted.`);
    const { refusal } = account;
    if (refusal !== undefined) return refuse(response, of, { status: 429, ...refusal });
    using _call = account.begin();
    await passCall({
      ...{ of, response, player: account.name, upstream: this.#upstream, signal: this.#over.signal },
      asked: { method, ...asked },
      onCounted: (call) => this.#count(account, call),
    });
  }

  async #count(account: PlayerAccount, call: MeteredCall): Promise<void> {
    account.count(call);
    await this.#options.log.add(call).catch((error: unknown) => this.#options.onFault(error));
  }

  /** Passes on what uses no tokens. */
  async #passPlain(asked: UpstreamRequest, response: ServerResponse): Promise<void> {
    try {
      const answer = await this.#upstream.ask(asked, this.#over.signal);
      response.writeHead(answer.statusCode ?? 502, passedHeaders(answer.headers));
      await pipeline(answer, response);
    } catch {
      if (response.headersSent) response.destroy();
      else refuse(response, openAiForm, UNREACHABLE);
    }
  }

  async #tellTotals(account: PlayerAccount, response: ServerResponse): Promise<void> {
    const until = performance.now() + TOTALS_WAIT_MS;
    while (account.isBusy && performance.now() < until) await sleep(POLL_MS);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(account.totals)}\n`);
  }
}

function notThere(response: ServerResponse, message: string): void {
  refuse(response, openAiForm, { status: 404, code: 'not_found_error', message });
}

/** The body of a request; undefined when it is longer than MAX_BODY_BYTES. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length <= MAX_BODY_BYTES) parts.push(part);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(parts) : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
