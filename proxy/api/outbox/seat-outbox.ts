import { randomBytes } from 'node:crypto';
import type { Attached, LinkPush, PushPlace } from '#shared/protocol/link.js';

/** Takes a push as text ready to send. One object for each link, as long as the link lives. */
export interface PushReader {
  take(text: string): void;
}

export interface OutboxBounds {
  readonly pushes: number;
  readonly chars: number;
}

/** A hundred turns and more, also of a seat that is told a lot. */
const outboxBounds: OutboxBounds = { pushes: 1024, chars: 1 << 20 };

interface Held {
  readonly seq: number;
  readonly text: string;
}

/** What goes on between the answer to a gateway and the pushes behind it. */
export interface Attachment {
  readonly attached: Attached;
  /** Sends what the gateway has missed, and from now on everything. To be called right behind the answer. */
  begin(): void;
}

/** The pushes of one seat in order, the last of them kept for gateways whose link was down. */
export class SeatOutbox {
  readonly #bounds: OutboxBounds;
  /** Unlike that of any other life of this seat, so that a gateway knows whose numbers it has. */
  readonly id = randomBytes(9).toString('base64url');
  readonly #readers = new Set<PushReader>();
  #held: Held[] = [];
  #chars = 0;
  #last = 0;
  #wasHeard = false;

  constructor(bounds: OutboxBounds = outboxBounds) {
    this.#bounds = bounds;
  }

  add(push: LinkPush): void {
    this.#last += 1;
    const place: PushPlace = { outbox: this.id, seq: this.#last };
    const text = JSON.stringify({ place, ...push });
    this.#held.push({ seq: this.#last, text });
    this.#chars += text.length;
    this.#shrink();
    for (const reader of this.#readers) reader.take(text);
  }

  /** What a gateway gets that has heard so much; the first of all gets what came before anybody listened. */
  attach(reader: PushReader, heard: PushPlace | undefined): Attachment {
    const from = this.#readers.has(reader) ? this.#last : this.#from(heard);
    const oldest = this.#held[0]?.seq ?? this.#last + 1;
    const gap = from === undefined || from < oldest - 1;
    const seq = from === undefined ? this.#last : Math.max(from, oldest - 1);
    return { attached: { outbox: this.id, seq, gap }, begin: () => this.#begin(reader, seq) };
  }

  detach(reader: PushReader): void {
    this.#readers.delete(reader);
  }

  /** Undefined when the gateway has numbers that are not ours: what it missed cannot be known. */
  #from(heard: PushPlace | undefined): number | undefined {
    if (heard === undefined) return this.#wasHeard ? this.#last : 0;
    return heard.outbox === this.id && heard.seq <= this.#last ? heard.seq : undefined;
  }

  #begin(reader: PushReader, seq: number): void {
    this.#wasHeard = true;
    if (this.#readers.has(reader)) return;
    this.#readers.add(reader);
    for (const held of this.#held) if (held.seq > seq) reader.take(held.text);
  }

  #shrink(): void {
    let out = 0;
    while (this.#held.length - out > this.#bounds.pushes || this.#chars > this.#bounds.chars) {
      this.#chars -= this.#held[out]?.text.length ?? 0;
      out += 1;
    }
    if (out > 0) this.#held.splice(0, out);
  }
}
