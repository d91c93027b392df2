import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type LinkPush, linkText } from '#shared/protocol/link.js';
import type { Attached, PushPlace } from '#shared/protocol/link-places.js';

/** Sends pushes as text. One object for each link, for the lifetime of the link. */
export interface PushSink {
  /** False once the link is lost; nothing is sent to it after that. */
  readonly isOpen: boolean;
  send(text: string): void;
}

/** How many pushes and characters an outbox holds. */
export interface OutboxLimits {
  readonly pushes: number;
  readonly chars: number;
}

/** Enough for more than a hundred turns of a busy seat. */
const DEFAULT_LIMITS: OutboxLimits = { pushes: 1024, chars: 1 << 20 };

interface HeldPush {
  readonly seq: number;
  readonly text: string;
}

/** An attached link that gets pushes once its answer is sent. */
export interface Attachment {
  readonly attached: Attached;
  /** Sends the missed pushes, and from now on all new ones. Call it right after the answer was sent. */
  start(): void;
}

/** Numbers the pushes of one seat and holds the latest ones for gateways whose link was down. */
export class SeatOutbox {
  readonly #limits: OutboxLimits;
  /** Random name of this numbering, so that a gateway knows whether its numbers belong to it. */
  readonly id = randomBytes(9).toString('base64url');
  readonly #sinks = new Set<PushSink>();
  #held: HeldPush[] = [];
  #chars = 0;
  #last = 0;
  #wasAttached = false;

  constructor(limits: OutboxLimits = DEFAULT_LIMITS) {
    this.#limits = limits;
  }

  /** Numbers a push, holds it and sends it to all attached links. */
  add(push: LinkPush): void {
    this.#last += 1;
    const place: PushPlace = { outbox: this.id, seq: this.#last };
    const text = linkText({ place, ...push });
    this.#held.push({ seq: this.#last, text });
    this.#chars += text.length;
    this.#shrink();
    for (const sink of this.#sinks)
      if (sink.isOpen) sink.send(text);
      else this.#sinks.delete(sink);
  }

  /**
   * Attaches a link whose gateway has the pushes up to `received`. The first link also gets the pushes before that. A link
   * that is attached gets nothing until it starts anew: its gateway may have lost the seat to another one since, and have
   * dropped pushes. `gap`: missed pushes are lost.
   */
  attach(sink: PushSink, received: PushPlace | undefined): Attachment {
    this.#sinks.delete(sink);
    const from = this.#startAfter(received);
    const oldest = this.#held[0]?.seq ?? this.#last + 1;
    const gap = from === undefined || from < oldest - 1;
    const seq = from === undefined ? this.#last : Math.max(from, oldest - 1);
    return { attached: { outbox: this.id, seq, gap }, start: () => this.#start(sink, seq) };
  }

  /** Number of the last push the gateway has; undefined when its numbers are of another outbox, so that what it missed is unknown. */
  #startAfter(received: PushPlace | undefined): number | undefined {
    if (received === undefined) return this.#wasAttached ? this.#last : 0;
    return received.outbox === this.id && received.seq <= this.#last ? received.seq : undefined;
  }

  #start(sink: PushSink, seq: number): void {
    this.#wasAttached = true;
    this.#sinks.add(sink);
    for (const held of this.#held) if (held.seq > seq) sink.send(held.text);
  }

  #shrink(): void {
    let out = 0;
    while (this.#held.length - out > this.#limits.pushes || this.#chars > this.#limits.chars) {
      this.#chars -= this.#held[out]?.text.length ?? 0;
      out += 1;
    }
    if (out > 0) this.#held.splice(0, out);
  }
}

/** Above this send buffer the link is terminated; missed pushes wait in the outboxes. */
const MAX_UNREAD_BYTES = 64 << 20;

/** Sends the pushes of all seats that one gateway's link is attached to. It holds no game. */
export class LinkPushSink implements PushSink {
  readonly #socket: WebSocket;
  readonly #sendText: (text: string) => void;
  /** By correlation id of the request whose answer must be sent first. */
  readonly #waiting = new Map<string, Attachment>();

  /** `sendText` sends on the socket while it is open. */
  constructor(socket: WebSocket, sendText: (text: string) => void) {
    this.#socket = socket;
    this.#sendText = sendText;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends a push, or terminates a link that does not read. */
  send(text: string): void {
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) this.#socket.terminate();
    else this.#sendText(text);
  }

  /** Attaches to an outbox; its pushes follow the answer to that request, once `answerSent` is called. */
  attach(outbox: SeatOutbox, heard: PushPlace | undefined, correlationId: string): Attached {
    const attachment = outbox.attach(this, heard);
    this.#waiting.set(correlationId, attachment);
    return attachment.attached;
  }

  answerSent(correlationId: string): void {
    const attachment = this.#waiting.get(correlationId);
    this.#waiting.delete(correlationId);
    if (this.isOpen) attachment?.start();
  }
}
