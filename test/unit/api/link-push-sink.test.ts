import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LinkPushSink, SeatOutbox } from '../../../proxy/api/seats/seat-outbox.js';

setFlagsFromString('--expose_gc');

test('a link does not hold the pushes of seats that are gone', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  const socket = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  await once(socket, 'open');
  const sink = new LinkPushSink(socket, () => undefined);
  const attach = (): WeakRef<SeatOutbox> => {
    const outbox = new SeatOutbox();
    sink.attach(outbox, undefined, 'c');
    sink.answerSent('c');
    return new WeakRef(outbox);
  };
  const gone = attach();
  // What a WeakRef was made of lives until the end of the task.
  await pause(0);
  runInNewContext('gc')();
  expect(gone.deref()).toBeUndefined();
  expect(sink.isOpen).toBe(true);
  socket.terminate();
  server.close();
});
