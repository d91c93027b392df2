import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { UwsRequest, UwsResponse } from './library.js';
import { remoteAddressOf } from './remote-address.js';

/** A little more than the app takes: it refuses what is larger itself. */
const MOST_BODY = (1 << 20) + 1;
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
/** The library writes these itself. */
const ofTheLibrary: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const withoutBody: ReadonlySet<number> = new Set([204, 304]);

interface Request {
  /** Undefined for one the app has nothing for. */
  readonly method: (typeof methods)[number] | undefined;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly remoteAddress: string;
}

/** Answers a request of the library by the app. */
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

/** Copies the request: it may be read before the first await only. */
function read(request: UwsRequest, response: UwsResponse): Request {
  const asked = request.getCaseSensitiveMethod();
  const method = methods.find((each) => each === asked);
  const headers = headersOf(request);
  // Of how the body comes; the app is given all of it.
  delete headers['content-length'];
  delete headers['transfer-encoding'];
  return { method, url: urlOf(request), headers, remoteAddress: remoteAddressOf(response) };
}

/** The app's answer, or the status line of what is not even a question. */
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

/** The headers by their names in small letters; those that came twice with commas between. */
export function headersOf(request: UwsRequest): Record<string, string> {
  const headers: Record<string, string> = {};
  request.forEach((name, value) => {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  });
  return headers;
}

/** Path and query. */
export function urlOf(request: UwsRequest): string {
  const query = request.getQuery();
  return query === undefined || query === '' ? request.getUrl() : `${request.getUrl()}?${query}`;
}

function readBody(response: UwsResponse): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    response.onData((chunk, isLast) => {
      if (length < MOST_BODY) parts.push(Buffer.from(new Uint8Array(chunk)));
      length += chunk.byteLength;
      if (isLast) resolve(Buffer.concat(parts));
    });
  });
}

function write(response: UwsResponse, answer: LightMyRequestResponse, isHead: boolean): void {
  const { statusCode, rawPayload } = answer;
  response.writeStatus(`${statusCode} ${STATUS_CODES[statusCode] ?? ''}`);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || ofTheLibrary.has(name)) continue;
    for (const each of Array.isArray(value) ? value : [value]) response.writeHeader(name, String(each));
  }
  const length = Number(answer.headers['content-length']);
  if (isHead) response.endWithoutBody(Number.isNaN(length) ? 0 : length);
  else if (withoutBody.has(statusCode)) response.endWithoutBody();
  else response.end(rawPayload);
}
