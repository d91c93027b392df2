import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** Headers of one connection, and those that are set anew: they are not passed on (RFC 9110, section 7.6.1). */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'host', 'content-length', 'expect', 'accept-encoding'],
]);

/** The headers that are passed on. */
export function passedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));
}

/** A request as it goes to the provider. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST';
  /** From `/v1` on. */
  readonly path: string;
  /** With its `?`; empty without one. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The one provider that calls are passed on to. */
export class Upstream {
  readonly #base: URL;

  /** `base` is its address, with or without `/v1` at the end, for example https://api.openai.com. */
  constructor(base: URL) {
    this.#base = base;
  }

  /** Sends a request, and follows no redirect. Rejects when the provider does not answer, or the signal aborts. */
  ask(asked: UpstreamRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const { method, path, query, headers, body } = asked;
    const { origin, pathname, protocol } = this.#base;
    const prefix = pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
    const url = new URL(`${origin}${prefix}${path}${query}`);
    const send = protocol === 'https:' ? requestHttps : requestHttp;
    const sent = send(url, {
      method,
      // The tokens of a compressed answer could not be read as it passes.
      headers: { ...passedHeaders(headers), 'accept-encoding': 'identity', 'content-length': body.length },
      signal,
    });
    return new Promise((resolve, reject) => {
      sent.once('response', resolve);
      // Stays: what breaks later breaks the answer too, and is told there.
      sent.on('error', reject);
      sent.end(body);
    });
  }
}
