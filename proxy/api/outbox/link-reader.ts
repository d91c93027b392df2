import type { WebSocket } from 'ws';
import type { Attached, PushPlace } from '#shared/protocol/link.js';
import type { Attachment, PushReader, SeatOutbox } from './seat-outbox.js';

/** A gateway with so much unread is taken for stuck; what it misses waits in the outboxes. */
const MOST_UNREAD_BYTES = 64 << 20;

/** One gateway's link as the outboxes know it. */
export class LinkReader implements PushReader {
  readonly #socket: WebSocket;
  readonly #outboxes = new Set<SeatOutbox>();
  /** By the request whose answer must go out first. */
  readonly #waiting = new Map<string, Attachment>();

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once('close', () => this.#end());
  }

  take(text: string): void {
    const { bufferedAmount, readyState, OPEN } = this.#socket;
    if (bufferedAmount > MOST_UNREAD_BYTES) this.#socket.terminate();
    else if (readyState === OPEN) this.#socket.send(text);
  }

  /** What will follow the answer to that request, once `answered` is called. */
  attach(outbox: SeatOutbox, heard: PushPlace | undefined, correlationId: string): Attached {
    const attachment = outbox.attach(this, heard);
    this.#outboxes.add(outbox);
    this.#waiting.set(correlationId, attachment);
    return attachment.attached;
  }

  /** To be called when an answer has been sent. */
  answered(correlationId: string): void {
    const attachment = this.#waiting.get(correlationId);
    this.#waiting.delete(correlationId);
    // A link that is gone would never be taken out of the outbox again.
    if (this.#socket.readyState === this.#socket.OPEN) attachment?.begin();
  }

  #end(): void {
    for (const outbox of this.#outboxes) outbox.detach(this);
  }
}
