import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';

/** A request in the form of the web, which the library of the protocol takes. `text`: the body that was read. */
export function webRequest(
  request: FastifyRequest,
  origin: string,
  text: string | undefined,
  signal: AbortSignal,
): Request {
  const { method, url } = request;
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(new URL(url, origin), { method, headers, signal, body: text ?? null });
}

/** Sends the response of the library. `canStream`: whether the transport sends an answer while it is being made. */
export function sendWeb(
  reply: FastifyReply,
  { status, headers, body }: Response,
  canStream: boolean,
): FastifyReply {
  reply.code(status).headers(Object.fromEntries(headers)).header('cache-control', 'no-store');
  if (body === null) return reply.send();
  reply.send(boundedStream(body, AGENT_BOUNDS.maxUnreadBytes));
  // The first event may come much later, and the client waits for the headers.
  if (canStream && headers.get('content-type') === 'text/event-stream') reply.raw.flushHeaders();
  return reply;
}

/** The bytes of `source`, which does not wait for its reader; cut when more than `maxUnread` bytes are unread. */
export function boundedStream(source: ReadableStream<Uint8Array>, maxUnread: number): Readable {
  const reader = source.getReader();
  const stream = new Readable({
    // The source decides when there are bytes.
    read: () => {},
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      );
    },
  });
  const copy = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (stream.destroyed) return;
      if (done) {
        stream.push(null);
        return;
      }
      if (stream.readableLength > maxUnread) throw new Error('The peer does not read');
      stream.push(value);
    }
  };
  copy().catch((error: Error) => stream.destroy(error));
  return stream;
}
