import type { Reply, ServerPacket } from '../../freeciv/brackets.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { canReach, diesAsStack } from '../../rules/combat/targets.js';
import { tilesWithin } from '../../rules/lookup/adjacency.js';
import { diplomacyEntry } from '../../rules/lookup/players.js';
import { effectsOf, effectValue } from '../../rules/requirements/effects.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { StateBefore } from '../changes.js';

type Fight = PacketFields['unit_combat_info'];

/** What the packets of a request tell of its fights. */
export interface Combat {
  /** Every fight in order; a bombardment is one for each unit it hits. */
  readonly fights: readonly Fight[];
  /** Ids of the units that are known to have died. A unit that only left sight is not among them. */
  readonly died: ReadonlySet<number>;
}

/** What is known of a unit while the packets are read: it may be shown for the fight only, as city defenders are. */
type Fighter = Pick<Unit, 'id' | 'owner' | 'tile' | 'type'>;

/**
 * Reads who fought and who died from the packets of a request. The server sends the same unit_remove for a death and
 * for a unit that leaves sight, so a death is taken from unit_combat_info alone, and from the rule that a stack in
 * the open dies with its defender (kill_unit of freeciv); and from nuke_tile_info: all units in the open near that tile die.
 */
export function combatOf(replies: readonly Reply[], before: StateBefore, world: World): Combat {
  const fighters = new Map<number, Fighter>(before.units);
  const fights: Fight[] = [];
  const died = new Set(deadByNukes(replies, before, world).map(({ id }) => id));
  for (const packet of replies.flatMap(({ packets }) => packets)) {
    noteFighter(fighters, packet);
    if (packet.name !== 'unit_combat_info') continue;
    const { attackerUnitId, attackerHp, defenderUnitId, defenderHp } = packet.fields;
    fights.push(packet.fields);
    if (attackerHp === 0) died.add(attackerUnitId);
    if (defenderHp > 0) continue;
    died.add(defenderUnitId);
    const attacker = fighters.get(attackerUnitId);
    const defender = fighters.get(defenderUnitId);
    if (attacker === undefined || defender === undefined) continue;
    for (const { id } of deadWith(world, before, attacker, defender)) died.add(id);
  }
  return { fights, died };
}

function noteFighter(fighters: Map<number, Fighter>, packet: ServerPacket): void {
  if (packet.name !== 'unit_short_info' && packet.name !== 'unit_info') return;
  const { id, owner, tile, type } = packet.fields;
  fighters.set(id, { id, owner, tile, type });
}

/** The units that shared the tile of a killed defender and are gone, where the rules say they died with it. */
function deadWith(world: World, before: StateBefore, attacker: Fighter, defender: Fighter): readonly Unit[] {
  const { tile } = defender;
  const wasCity = [...before.cities.values()].some((city) => city.tile === tile);
  if (wasCity || !diesAsStack(world, tile)) return [];
  return [...before.units.values()].filter(
    (unit) =>
      unit.tile === tile &&
      !world.units.has(unit.id) &&
      diplomacyEntry(world, attacker.owner, unit.owner)?.type === 'DS_WAR' &&
      diesWith(world, attacker, unit),
  );
}

/** Squared radius of a nuclear explosion, where the ruleset has no effect for it (`do_nuclear_explosion`). */
const BLAST_RADIUS_SQ = 2;

/** Units that died in nuclear explosions. Of units in cities some survive, so only own ones are known to have died there. */
function deadByNukes(replies: readonly Reply[], before: StateBefore, world: World): readonly Unit[] {
  const { player } = world.seat;
  const packets = replies.flatMap((reply) => reply.packets);
  const tiles = packets.flatMap(({ name, fields }) => (name === 'nuke_tile_info' ? [fields.tile] : []));
  if (tiles.length === 0) return [];
  const blast = new Set(tiles.flatMap((tile) => tilesWithin(world.map, tile, blastRadiusSq(world, tile))));
  const cities = new Set([...before.cities.values()].map((city) => city.tile));
  return [...before.units.values()].filter(
    ({ id, tile, owner }) =>
      blast.has(tile) && !world.units.has(id) && (owner === player || !cities.has(tile)),
  );
}

function blastRadiusSq(world: World, tile: number): number {
  if (effectsOf(world, 'EFT_NUKE_BLAST_RADIUS_1_SQ').length === 0) return BLAST_RADIUS_SQ;
  return effectValue(world, 'EFT_NUKE_BLAST_RADIUS_1_SQ', { player: world.seat.player, tile });
}

/** False where a unit of the stack is out of the attacker's reach, or may have escaped to a neighbouring tile. */
function diesWith(world: World, attacker: Fighter, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(attacker.type);
  const other = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined || other === undefined) return false;
  const escapes = other.flags.has('UTYF_CANESCAPE') && !type.flags.has('UTYF_CANKILLESCAPING');
  return !escapes && canReach(world, type, other, unit.tile);
}
