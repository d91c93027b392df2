import { jsonDigest } from '#shared/core/json-digest.js';
import type { Reply } from '../../freeciv/brackets.js';

/** A digest of what a packet caused: sentences, units, cities, treasury, research. A replay must have the same one. */
export function proofOf(reply: Reply): string {
  const facts = reply.packets.flatMap((packet): readonly unknown[] => {
    switch (packet.name) {
      case 'chat_msg':
        return [packet.fields.message];
      case 'unit_info': {
        const { id, owner, tile, type, hp, movesleft, veteran, activity } = packet.fields;
        return [[id, owner, tile, type, hp, movesleft, veteran, activity]];
      }
      case 'unit_remove':
        return [['gone', packet.fields.unitId]];
      case 'city_info': {
        const { id, owner, tile, size, name, productionKind, productionValue, shieldStock } = packet.fields;
        return [[id, owner, tile, size, name, productionKind, productionValue, shieldStock]];
      }
      case 'city_remove':
        return [['no city', packet.fields.cityId]];
      case 'player_info':
        return [[packet.fields.playerno, packet.fields.gold, packet.fields.government]];
      case 'research_info':
        return [[packet.fields.id, packet.fields.researching, packet.fields.bulbsResearched]];
      default:
        return [];
    }
  });
  return jsonDigest(facts);
}
