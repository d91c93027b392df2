import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { boundedStream } from '../../../features/mcp/gateway/web-messages.js';

const CHUNK_BYTES = 64 << 10;

/** More than the bound and the buffers of the system's sockets hold together. */
const MAX_SYSTEM_BYTES = 64 << 20;

/** A source that writes when it is told to, whether or not anybody reads. */
function source() {
  let isCancelled = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(created) {
      controller = created;
    },
    cancel() {
      isCancelled = true;
    },
  });
  return {
    stream,
    write: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    close: () => controller?.close(),
    fail: (error: Error) => controller?.error(error),
    isCancelled: () => isCancelled,
  };
}

/** An HTTP server that answers with the source, within so many unread bytes; `ended` says how the answer ended. */
async function serve(stream: ReadableStream<Uint8Array>, maxUnread: number) {
  let ended: string | undefined;
  const server = createServer((_request, response) => {
    pipeline(boundedStream(stream, maxUnread), response).then(
      () => {
        ended = 'complete';
      },
      (error: Error) => {
        ended = error.message;
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { port, ended: () => ended, [Symbol.asyncDispose]: async () => void server.close() };
}

test('a peer that does not read is cut, and the source ends, once too much is unread', async () => {
  const { stream, write, isCancelled } = source();
  await using server = await serve(stream, 1 << 20);
  const peer = connect(server.port, '127.0.0.1');
  peer.pause();
  peer.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  let written = 0;
  while (!isCancelled() && written < MAX_SYSTEM_BYTES) {
    write(CHUNK_BYTES);
    written += CHUNK_BYTES;
    await new Promise(setImmediate);
  }
  expect(isCancelled()).toBe(true);
  await expect.poll(server.ended).toBe('The peer does not read');
  peer.destroy();
});

test('a peer that reads gets every byte, however much it is', async () => {
  const { stream, write, close } = source();
  await using server = await serve(stream, CHUNK_BYTES);
  write(CHUNK_BYTES);
  const reader = (await fetch(`http://127.0.0.1:${server.port}/`)).body?.getReader();
  let read = 0;
  for (let sent = 1; sent <= 100; sent++) {
    while (read < sent * CHUNK_BYTES) read += (await reader?.read())?.value?.length ?? 0;
    if (sent < 100) write(CHUNK_BYTES);
  }
  close();
  expect(await reader?.read()).toMatchObject({ done: true });
  await expect.poll(server.ended).toBe('complete');
});

test('one message larger than the bound reaches a peer that reads', async () => {
  const { stream, write, close } = source();
  await using server = await serve(stream, 10);
  write(8 << 20);
  close();
  const answer = await fetch(`http://127.0.0.1:${server.port}/`);
  expect((await answer.arrayBuffer()).byteLength).toBe(8 << 20);
});

test('a source that fails cuts its peer', async () => {
  const { stream, write, fail } = source();
  await using server = await serve(stream, 1 << 20);
  write(1);
  const answer = await fetch(`http://127.0.0.1:${server.port}/`);
  fail(new Error('lost'));
  await expect(answer.arrayBuffer()).rejects.toThrow();
  await expect.poll(server.ended).toBe('lost');
});

test('a peer that goes ends its source', async () => {
  const { stream, write, isCancelled } = source();
  await using server = await serve(stream, 1 << 20);
  write(1);
  const abort = new AbortController();
  await fetch(`http://127.0.0.1:${server.port}/`, { signal: abort.signal });
  abort.abort();
  await expect.poll(isCancelled).toBe(true);
});
