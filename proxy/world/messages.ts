import type { EventType, PacketFields } from '../freeciv/generated/packets-3.0.js';

/** How many of the server's messages a world keeps. */
const KEPT = 500;

/** A sentence of the server, or chat of a player. */
export interface Message {
  readonly text: string;
  readonly event: EventType;
  /** Tile index; undefined when it is about no place. */
  readonly tile: number | undefined;
  readonly turn: number;
  /** State version it came with. */
  readonly version: number;
}

export class Messages {
  #kept: Message[] = [];
  #count = 0;

  /** How many have come so far. */
  get count(): number {
    return this.#count;
  }

  get all(): readonly Message[] {
    return this.#kept;
  }

  since(version: number): Message[] {
    return this.#kept.filter((message) => message.version > version);
  }

  /** Those that came after the first `count`. */
  after(count: number): Message[] {
    return this.#kept.slice(Math.max(0, this.#kept.length - (this.#count - count)));
  }

  add(packet: PacketFields['chat_msg'], version: number): void {
    const { message, event, tile, turn } = packet;
    this.#count += 1;
    this.#kept.push({ text: message, event, tile: tile < 0 ? undefined : tile, turn, version });
    if (this.#kept.length > 2 * KEPT) this.#kept = this.#kept.slice(-KEPT);
  }
}
