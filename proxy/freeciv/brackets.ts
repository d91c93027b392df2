import { ProtocolError } from './errors.js';
import type { ChatMsgPacket, PacketOf, ServerPacketName } from './generated/packets.js';

/** Any packet that a game server sends, by its name. */
export type ServerPacket = PacketOf<ServerPacketName>;

/** All that the server sent because of one request, in order; without tiles, which only the world takes. */
export interface Reply {
  readonly packets: readonly ServerPacket[];
  /** The server's own sentences about the request, refusals among them. */
  readonly messages: readonly ChatMsgPacket[];
}

/** More than a player receives on joining a large game, its map aside. */
const MAX_BRACKET_PACKETS = 200_000;
const MAX_BRACKET_BYTES = 64 << 20;
/** Packets that answer no request: they are applied to the world, and a reply is without them. Joining a game brings thousands of them. */
const NOT_IN_REPLIES: ReadonlySet<ServerPacket['name']> = new Set(['tile_info']);

/** The sender of a request: the seat itself, or the client of a person who plays it. */
export type RequestOrigin = 'seat' | 'person';

interface PendingRequest {
  readonly origin: RequestOrigin;
  readonly whenClosed: ((reply: Reply) => void) | undefined;
  resolve(reply: Reply): void;
  reject(cause: Error): void;
}

/** Pairs each packet that a client sends with the server's bracket processing_started .. processing_finished, in order. */
export class Brackets {
  readonly #pending: PendingRequest[] = [];
  #open: ServerPacket[] | undefined;
  #openBytes = 0;

  get pendingCount(): number {
    return this.#pending.length;
  }

  get insideBracket(): boolean {
    return this.#open !== undefined;
  }

  /** Call it when a packet is sent; settles when its bracket closes. `whenClosed` runs before any packet after the bracket. */
  expect(whenClosed?: (reply: Reply) => void, origin: RequestOrigin = 'seat'): Promise<Reply> {
    return new Promise((resolve, reject) => this.#pending.push({ origin, whenClosed, resolve, reject }));
  }

  /** The sender of the request that a packet answers; undefined for a packet outside of brackets. Ask before `accept`. */
  originOf({ name }: { readonly name: string }): RequestOrigin | undefined {
    const isInside = this.#open !== undefined || name === 'processing_started';
    return isInside ? this.#pending[0]?.origin : undefined;
  }

  /** Takes every packet of the server. Throws a ProtocolError for a bracket that does not fit or holds too much. */
  accept(packet: ServerPacket, bytes = 0): void {
    switch (packet.name) {
      case 'processing_started':
        if (this.#open !== undefined || this.#pending.length === 0) throw misplaced(packet);
        this.#open = [];
        this.#openBytes = 0;
        return;
      case 'processing_finished':
        this.#finish(packet);
        return;
      default:
        if (this.#open !== undefined) this.#addToBracket(this.#open, packet, bytes);
    }
  }

  #addToBracket(open: ServerPacket[], packet: ServerPacket, bytes: number): void {
    if (!NOT_IN_REPLIES.has(packet.name)) open.push(packet);
    this.#openBytes += bytes;
    if (open.length > MAX_BRACKET_PACKETS || this.#openBytes > MAX_BRACKET_BYTES)
      throw new ProtocolError('too_large', 'a bracket that does not end', { packet: packet.name });
  }

  /** Ends every request that has no answer yet. */
  rejectAll(cause: Error): void {
    for (const pending of this.#pending.splice(0)) pending.reject(cause);
  }

  #finish(packet: ServerPacket): void {
    const pending = this.#pending.shift();
    if (this.#open === undefined || pending === undefined) throw misplaced(packet);
    const packets = this.#open;
    this.#open = undefined;
    const reply = { packets, messages: chatMessages(packets) };
    pending.whenClosed?.(reply);
    pending.resolve(reply);
  }
}

function chatMessages(packets: readonly ServerPacket[]): ChatMsgPacket[] {
  return packets.flatMap((packet) => (packet.name === 'chat_msg' ? [packet.fields] : []));
}

function misplaced(packet: ServerPacket): ProtocolError {
  return new ProtocolError('unexpected_packet', 'a bracket that no request opened', { packet: packet.name });
}
