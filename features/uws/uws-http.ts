import { STATUS_CODES } from 'node:http';
import { isIPv6, SocketAddress } from 'node:net';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { UwsRequest, UwsResponse } from './library.js';

/** The IP address of the peer in the form of Node: the library writes IPv6 addresses in full. */
export function remoteAddressOf(response: UwsResponse): string {
  const text = Buffer.from(response.getRemoteAddressAsText()).toString();
  return isIPv6(text) ? new SocketAddress({ address: text, family: 'ipv6' }).address : text;
}

/** One byte more than the app accepts, so that the app itself refuses larger bodies. */
const MAX_BODY_BYTES = (1 << 20) + 1;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** Headers that the library writes itself. */
const LIBRARY_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 304]);

interface Request {
  /** Undefined for a method that the app does not know. */
  readonly method: (typeof METHODS)[number] | undefined;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly remoteAddress: string;
}

/** Answers an HTTP request of the library with the app. */
export async function answerHttp(
  app: FastifyInstance,
  response: UwsResponse,
  incoming: UwsRequest,
): Promise<void> {
  let isAborted = false;
  response.onAborted(() => {
    isAborted = true;
  });
  const request = read(incoming, response);
  const body = await readBody(response);
  if (isAborted) return;
  const answer = await ask(app, request, body);
  if (isAborted) return;
  response.cork(() => {
    if (typeof answer === 'string') response.writeStatus(answer).end(undefined, true);
    else write(response, answer, request.method === 'HEAD');
  });
}

/** Copies the request: the library allows reading it only before the first await. */
function read(request: UwsRequest, response: UwsResponse): Request {
  const asked = request.getCaseSensitiveMethod();
  const method = METHODS.find((each) => each === asked);
  const headers = headersOf(request);
  // These describe the transfer of the body; the app gets the whole body.
  delete headers['content-length'];
  delete headers['transfer-encoding'];
  return { method, url: urlOf(request), headers, remoteAddress: remoteAddressOf(response) };
}

/** The app's answer, or a status line when the request is not valid HTTP for the app. */
async function ask(
  app: FastifyInstance,
  { method, ...request }: Request,
  payload: Buffer,
): Promise<LightMyRequestResponse | string> {
  if (method === undefined) return '501 Not Implemented';
  try {
    return await app.inject({ method, ...request, ...(payload.length > 0 && { payload }) });
  } catch {
    return '400 Bad Request';
  }
}

/** The headers by their names in lower case; repeated headers are joined with commas. */
export function headersOf(request: UwsRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  request.forEach((name, value) => {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  });
  return headers;
}

/** The path and query of a request. */
export function urlOf(request: UwsRequest): string {
  const query = request.getQuery();
  return query === undefined || query === '' ? request.getUrl() : `${request.getUrl()}?${query}`;
}

function readBody(response: UwsResponse): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    response.onData((chunk, isLast) => {
      if (length < MAX_BODY_BYTES) parts.push(Buffer.from(new Uint8Array(chunk)));
      length += chunk.byteLength;
      if (isLast) resolve(Buffer.concat(parts));
    });
  });
}

function write(response: UwsResponse, answer: LightMyRequestResponse, isHead: boolean): void {
  const { statusCode, rawPayload } = answer;
  response.writeStatus(`${statusCode} ${STATUS_CODES[statusCode] ?? ''}`);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || LIBRARY_HEADERS.has(name)) continue;
    for (const each of Array.isArray(value) ? value : [value]) response.writeHeader(name, String(each));
  }
  const length = Number(answer.headers['content-length']);
  if (isHead) response.endWithoutBody(Number.isNaN(length) ? 0 : length);
  else if (BODILESS_STATUSES.has(statusCode)) response.endWithoutBody();
  else response.end(rawPayload);
}
