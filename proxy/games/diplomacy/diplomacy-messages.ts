import type { PacketFields } from '../../freeciv/generated/packets.js';
import { displayName } from '../../rules/lookup/names.js';
import { plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';

type ServerMessage = Pick<PacketFields['chat_msg'], 'message' | 'event'>;

/** Characters of a message that are kept. */
export const MAX_TEXT_CHARS = 500;

/** Two players, the lower number first. */
export function pairOf(one: number, other: number): [number, number] {
  return one < other ? [one, other] : [other, one];
}

/** A diplomatic incident between the seat's player and another one that the message names. */
export function incidentIn(
  world: World,
  own: number,
  { message, event }: ServerMessage,
): { players: [number, number]; by: number; text: string } | undefined {
  if (event !== 'E_DIPLOMATIC_INCIDENT') return undefined;
  const text = plainText(message).trim().slice(0, MAX_TEXT_CHARS);
  const other = [...world.players.values()].find(
    ({ playerno, name, nation }) =>
      playerno !== own && namesOf(world, name, nation).some((one) => text.includes(one)),
  );
  if (other === undefined) return undefined;
  const by = /^you\b/i.test(text) ? own : other.playerno;
  return { players: pairOf(own, other.playerno), by, text };
}

function namesOf(world: World, leader: string, nation: number): readonly string[] {
  const { nounPlural, adjective } = world.ruleset.nations.get(nation) ?? {};
  return [leader, ...[nounPlural, adjective].map((name) => displayName(name ?? ''))].filter(
    (name) => name !== '',
  );
}
