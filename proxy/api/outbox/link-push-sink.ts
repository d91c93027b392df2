import type { WebSocket } from 'ws';
import type { Attached, PushPlace } from '#shared/protocol/link.js';
import type { Attachment, PushSink, SeatOutbox } from './seat-outbox.js';

/** Above this send buffer the link is terminated; missed pushes wait in the outboxes. */
const MAX_UNREAD_BYTES = 64 << 20;

/** Sends the pushes of all seats that one gateway's link is attached to. */
export class LinkPushSink implements PushSink {
  readonly #socket: WebSocket;
  readonly #outboxes = new Set<SeatOutbox>();
  /** By correlation id of the request whose answer must be sent first. */
  readonly #waiting = new Map<string, Attachment>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once('close', () => this.#end());
  }

  /** Sends a push, or terminates a link that does not read. */
  send(text: string): void {
    const { bufferedAmount, readyState, OPEN } = this.#socket;
    if (bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else if (readyState === OPEN) this.#socket.send(text);
  }

  /** Attaches to an outbox; its pushes follow the answer to that request, once `answerSent` is called. */
  attach(outbox: SeatOutbox, heard: PushPlace | undefined, correlationId: string): Attached {
    const attachment = outbox.attach(this, heard);
    this.#outboxes.add(outbox);
    this.#waiting.set(correlationId, attachment);
    return attachment.attached;
  }

  /** Call it for each answer that was sent. */
  answerSent(correlationId: string): void {
    const attachment = this.#waiting.get(correlationId);
    this.#waiting.delete(correlationId);
    // A closed link would never be detached again.
    if (this.#socket.readyState === this.#socket.OPEN) attachment?.start();
  }

  #end(): void {
    for (const outbox of this.#outboxes) outbox.detach(this);
  }
}
