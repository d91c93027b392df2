import type { PacketFields } from '../freeciv/generated/packets.js';
import { plainText } from './messages.js';
import type { World } from './world.js';

/** What one player says to another or to all. */
export interface Chat {
  readonly from: number;
  /** Null when all are meant. */
  readonly to: number | null;
  /** On one line. */
  readonly text: string;
}

/**
 * What a message of the server passes on from a player: `<Caesar> text` to all, `{Caesar} text` or `*Caesar* text` to the
 * seat's player, `->{Caesar} text` from it; AIs speak as `*Caesar (AI)* text`. Undefined for another message.
 */
export function chatIn(
  { players }: World,
  own: number,
  { message, event }: Pick<PacketFields['chat_msg'], 'message' | 'event'>,
): Chat | undefined {
  if (event !== 'E_CHAT_MSG' && event !== 'E_DIPLOMACY') return undefined;
  const [, arrow, open, name, words] =
    /^(->)?([<{*])(.+?)(?: \(AI\))?[>}*] (.*)$/s.exec(plainText(message).trim()) ?? [];
  if (name === undefined || words === undefined) return undefined;
  const who = [...players.values()].find((player) => player.name === name)?.playerno;
  if (who === undefined) return undefined;
  // A message to all that has a colon in it begins with another one.
  const text = words.replace(/^: /, '').replace(/\s+/g, ' ');
  if (arrow !== undefined) return { from: own, to: who, text };
  if (open === '<') return { from: who, to: null, text };
  return who === own ? undefined : { from: who, to: own, text };
}
