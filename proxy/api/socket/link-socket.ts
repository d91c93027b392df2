import { setMaxListeners } from 'node:events';
import type { Writable } from 'node:stream';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { batchWrites } from '#shared/core/batch-writes.js';
import { systemClock } from '#shared/core/clock.js';
import { parseJson } from '#shared/core/json.js';
import { keepLinkAlive, LINK_PING_MS, LINK_SILENCE_MS } from '#shared/core/link-heartbeat.js';
import { loopScheduler } from '#shared/core/loop-scheduler.js';
import {
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  linkRequestSchema,
  linkText,
} from '#shared/protocol/link.js';
import { detach } from '../../games/faults/game-bug.js';
import type { Instruments } from '../metrics/proxy-metrics.js';
import type { LinkServices } from '../requests/asked-request.js';
import { LinkPresence } from '../requests/link-presence.js';
import { answerLinkRequest } from '../requests/link-requests.js';
import { LinkPushSink } from '../seats/seat-outbox.js';

/** The socket of one gateway, and what answers its requests. */
export interface LinkSocketOptions extends LinkServices {
  readonly socket: WebSocket;
  /** What the socket writes to. */
  readonly stream: Writable;
  bytesRead(): number;
  readonly instruments: Instruments;
}

/** Serves one gateway's link: each request gets exactly one answer. Pushes are sent in between. */
export function serveLink(options: LinkSocketOptions): void {
  const { socket, log, instruments } = options;
  const beforeSend = batchWrites(options.stream, setImmediate);
  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    beforeSend();
    socket.send(text);
  };
  instruments.links.inc();
  const closed = new AbortController();
  // Every request of the link that waits listens to it.
  setMaxListeners(0, closed.signal);
  const link = {
    send: (push: LinkPush) => sendText(linkText(push)),
    closed: closed.signal,
    sink: new LinkPushSink(socket, sendText),
    presence: new LinkPresence(options.games),
    namesJournal: false,
  };
  socket.on('close', () => {
    instruments.links.dec();
    closed.abort();
    link.presence.close();
  });
  keepLinkAlive({
    socket,
    clock: systemClock,
    pingMs: LINK_PING_MS,
    silenceMs: LINK_SILENCE_MS,
    bytesRead: () => options.bytesRead(),
    lost: () => log.warn('gateway sent nothing for too long; its link is cut'),
  });
  socket.on('error', (error) => log.warn({ error: error.message }, 'gateway link failed'));
  const answer = (request: LinkRequest, began: number) => {
    const { signal } = closed;
    const answered = answerLinkRequest(options, link, request, signal).then((message) => {
      sendText(linkText(message));
      link.sink.answerSent(message.correlation_id);
      countAnswer(instruments, request, message, performance.now() - began);
    });
    detach(request.game_id, answered);
  };
  socket.on('message', (bytes, isBinary) => {
    const began = performance.now();
    const request = isBinary ? undefined : requestSchema.safeParse(parseJson(String(bytes))).data;
    if (request === undefined) {
      log.warn('gateway sent a message that is no request');
      return;
    }
    loopScheduler.run(() => answer(request, began));
  });
}

const requestSchema = z.compile(linkRequestSchema);

function countAnswer(
  { requestSeconds, requests }: Instruments,
  { type }: LinkRequest,
  answer: LinkAnswer,
  tookMs: number,
): void {
  requestSeconds.observe({ type }, tookMs / 1000);
  requests.inc({ type, result: answer.type === 'error' ? String(answer.data.error_code) : 'ok' });
}
