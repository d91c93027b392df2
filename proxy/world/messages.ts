import { visibleText } from '#shared/core/visible-text.js';
import type { EventType, PacketFields } from '../freeciv/generated/packets.js';

/** How many of the server's messages a world keeps. */
const MAX_KEPT_MESSAGES = 500;

/** A sentence of the server, or chat of a player. */
export interface Message {
  readonly text: string;
  readonly event: EventType;
  /** Tile index; undefined when it is about no place. */
  readonly tile: number | undefined;
  readonly turn: number;
  /** State version it came with. */
  readonly version: number;
  /** Number of the player who says it; undefined for messages of the server and of somebody without a player. */
  readonly speaker?: number | undefined;
}

/** The newest messages of the server to one seat, at least `MAX_KEPT_MESSAGES` of them once there were that many. */
export class Messages {
  #kept: Message[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get all(): readonly Message[] {
    return this.#kept;
  }

  /** Those that came after a state version. */
  since(version: number): Message[] {
    return this.#kept.slice(this.#kept.findLastIndex((message) => message.version <= version) + 1);
  }

  /** Those that came after the first `count`. */
  after(count: number): Message[] {
    return this.#kept.slice(Math.max(0, this.#kept.length - (this.#count - count)));
  }

  /** Puts the messages of an earlier connection before these, and drops those that the server repeated. */
  continue(earlier: Messages): void {
    const told = new Map<string, number>();
    for (const message of earlier.#kept)
      told.set(contentOf(message), (told.get(contentOf(message)) ?? 0) + 1);
    const fresh = this.#kept.filter((message) => {
      const times = told.get(contentOf(message)) ?? 0;
      told.set(contentOf(message), times - 1);
      return times <= 0;
    });
    this.#kept = [...earlier.#kept, ...fresh];
    this.#count = earlier.#count + fresh.length;
  }

  /** `speaker` is the number of the player whose connection sent it. */
  add(packet: PacketFields['chat_msg'], version: number, speaker?: number): void {
    const { message, event, tile, turn } = packet;
    this.#count += 1;
    this.#kept.push({ text: message, event, tile: tile < 0 ? undefined : tile, turn, version, speaker });
    if (this.#kept.length > 2 * MAX_KEPT_MESSAGES) this.#kept = this.#kept.slice(-MAX_KEPT_MESSAGES);
  }
}

/** A key that is the same for a message and its repetition. */
function contentOf({ turn, event, tile, text }: Message): string {
  return `${turn} ${event} ${tile} ${text}`;
}

/** A link, up to the end of its markup. Quotes may have anything in them. Takes no longer for texts that are made to be slow. */
const LINK = /\[(?:l|link) ((?:[^[\]"]|"[^"]*")*)\/\]/g;

/** What a link shows: the name of its target, or its place. */
function linkText(inside: string): string | undefined {
  const name = /name="([^"]*)"/.exec(inside)?.[1];
  if (name !== undefined) return name;
  const [, x, y] = /x=(-?\d{1,6}) y=(-?\d{1,6})(?!\d)/.exec(inside) ?? [];
  return x === undefined ? undefined : `(${x}, ${y})`;
}

/**
 * The text of a message for agents: without invisible characters and FreeCiv's markup: `[c fg="#8B0000"]...[/c]`, `[l tgt="city" id=7 name="Rome" /]`
 * becomes Rome, and the marks of buildings (`city_improvement_name_translation`) in `Pyramids(W)`: wonder, built, destroyed, obsolete, redundant.
 */
export function plainText(text: string): string {
  const plain = text
    .replace(LINK, (link, inside: string) => linkText(inside) ?? link)
    .replace(/(?<=\p{L})\((?:[WBDO]|\*)\)/gu, '')
    .replace(/\[\/?(?:b|bold|i|italic|s|strike|u|underline|c|color|l|link)(?: [^\]]*)?\]/g, '');
  return visibleText(plain);
}
