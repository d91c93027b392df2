import type { SpectatorEvent } from '#shared/protocol/spectator/messages.js';
import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { nationOf } from '../../proxy/orders/descriptions.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { isPlayer } from '../../proxy/rules/lookup/players.js';
import { plainName } from '../../proxy/views/entities/wire-values.js';
import { plainText } from '../../proxy/world/messages.js';
import type { World } from '../../proxy/world/world.js';

/** An event without its id and turn, which the event log adds. */
export type GameEvent = Pick<SpectatorEvent, 'kind' | 'text' | 'tile' | 'players'>;

/**
 * The events that a packet reports. The server sends its own sentences to players only, so most events are found by
 * comparing the packet with the world before it.
 */
export function gameEventsOf(world: World, packet: ServerPacket): readonly GameEvent[] {
  switch (packet.name) {
    case 'city_info':
    case 'city_short_info':
      return cityEvents(world, packet.fields);
    case 'city_remove':
      return cityRemovedEvents(world, packet.fields.cityId);
    case 'unit_combat_info':
      return combatEvents(world, packet.fields);
    case 'player_info':
      return playerEvents(world, packet.fields);
    case 'research_info':
      return researchEvents(world, packet.fields);
    case 'player_diplstate':
      return diplomacyEvents(world, packet.fields);
    case 'chat_msg':
      return announcementEvents(packet.fields);
    default:
      return [];
  }
}

type CityFacts = Pick<PacketFields['city_info'], 'id' | 'name' | 'owner' | 'tile' | 'size'>;

function cityEvents(world: World, city: CityFacts): readonly GameEvent[] {
  const before = world.cities.get(city.id);
  const owner = nationName(world, city.owner);
  const { tile } = city;
  if (before === undefined) {
    const { player } = world.seat;
    // A seat gets the cities of others when it first sees them, however old they are.
    const isNews = player === undefined || player === city.owner;
    if (!isNews) {
      const text = `${city.name} comes into sight (${owner})`;
      return [{ kind: 'city_seen', text, tile, players: [city.owner] }];
    }
    return [
      { kind: 'city_founded', text: `${city.name} is founded (${owner})`, tile, players: [city.owner] },
    ];
  }
  if (before.owner === city.owner) return [];
  const text = `${city.name} falls from ${nationName(world, before.owner)} to ${owner} hands`;
  return [{ kind: 'city_taken', text, tile, players: [before.owner, city.owner] }];
}

function cityRemovedEvents(world: World, id: number): readonly GameEvent[] {
  const city = world.cities.get(id);
  if (city === undefined) return [];
  const text = `${city.name} is no more (${nationName(world, city.owner)})`;
  return [{ kind: 'city_lost', text, tile: city.tile, players: [city.owner] }];
}

function combatEvents(world: World, fight: PacketFields['unit_combat_info']): readonly GameEvent[] {
  const attacker = world.units.get(fight.attackerUnitId);
  const defender = world.units.get(fight.defenderUnitId);
  if (attacker === undefined || defender === undefined) return [];
  const name = (unit: typeof attacker) =>
    `${nationName(world, unit.owner)} ${displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'unit')}`;
  const won = fight.defenderHp === 0;
  const text = won
    ? `${name(attacker)} beats ${name(defender)} (${fight.attackerHp} hp left)`
    : `${name(defender)} holds against ${name(attacker)} (${fight.defenderHp} hp left)`;
  const players = won ? [attacker.owner, defender.owner] : [defender.owner, attacker.owner];
  return [{ kind: 'combat', text, tile: defender.tile, players }];
}

function playerEvents(world: World, now: PlayerInfo): readonly GameEvent[] {
  const before = world.players.get(now.playerno);
  if (before === undefined) return [];
  const players = [now.playerno];
  const nation = nationName(world, now.playerno);
  const found: GameEvent[] = [];
  if (before.isAlive && !now.isAlive)
    found.push({ kind: 'player_dead', text: `The ${nation} nation is destroyed`, players });
  if (before.government !== now.government) {
    const government = displayName(world.ruleset.governments.get(now.government)?.name ?? 'unknown');
    found.push({ kind: 'government', text: `${nation} government is now ${government}`, players });
  }
  // The same array where the packet does not tell them.
  if (before.wonders !== now.wonders) found.push(...wonderEvents(world, before, now));
  return found;
}

type PlayerInfo = PacketFields['player_info'];

/** The wonders that stand in a city of a player, and did not before. */
function wonderEvents(world: World, before: PlayerInfo, now: PlayerInfo): readonly GameEvent[] {
  const found: GameEvent[] = [];
  for (let id = 0; id < now.wonders.length; id += 1) {
    const city = now.wonders[id] ?? 0;
    if (city <= 0 || (before.wonders[id] ?? 0) === city) continue;
    const improvement = world.ruleset.improvements.get(id);
    if (improvement?.genus !== 'IG_GREAT_WONDER') continue;
    const where = world.cities.get(city);
    const nation = nationName(world, now.playerno);
    const text = `${displayName(improvement.name)} stands in ${where?.name ?? 'a city'} (${nation})`;
    found.push({ kind: 'wonder', text, players: [now.playerno], ...(where && { tile: where.tile }) });
  }
  return found;
}

/** TECH_KNOWN of freeciv's tech_state, as `inventions` writes it. */
const TECH_KNOWN = '2';

function researchEvents(world: World, now: PacketFields['research_info']): readonly GameEvent[] {
  const before = world.research.get(now.id);
  if (before === undefined || before.inventions === now.inventions) return [];
  return [...world.ruleset.techs.values()]
    .filter(({ id }) => now.inventions[id] === TECH_KNOWN && before.inventions[id] !== TECH_KNOWN)
    .map((tech) => ({
      kind: 'tech',
      text: `${nationName(world, now.id)} scholars learn ${displayName(tech.name)}`,
      players: [now.id],
    }));
}

const relationPhrases: Readonly<Record<string, string>> = {
  DS_WAR: 'are at war',
  DS_CEASEFIRE: 'agree on a cease-fire',
  DS_ARMISTICE: 'agree on an armistice',
  DS_PEACE: 'are at peace',
  DS_ALLIANCE: 'are allies',
};

/** The server sends each pair twice, once from either side. War at the first contact is the default state, so no event. */
function diplomacyEvents(world: World, now: PacketFields['player_diplstate']): readonly GameEvent[] {
  const before = world.diplomacy.get(now.diplstateId);
  const words = relationPhrases[now.type];
  if (before === undefined || before.type === now.type || words === undefined || now.plr1 > now.plr2)
    return [];
  if (before.type === 'DS_NO_CONTACT' && now.type === 'DS_WAR') return [];
  const [one, other] = [nationName(world, now.plr1), nationName(world, now.plr2)];
  const kind = now.type === 'DS_WAR' ? 'war' : 'diplomacy';
  return [{ kind, text: `${one} and ${other} ${words}`, players: [now.plr1, now.plr2] }];
}

/** Types of chat messages that the server sends to everybody and that report something of the game. */
const announcedEvents: ReadonlySet<string> = new Set([
  'E_ACHIEVEMENT',
  'E_CIVIL_WAR',
  'E_DISASTER',
  'E_GAME_END',
  'E_GLOBAL_ECO',
  'E_NUKE',
  'E_SPACESHIP',
  'E_UPRISING',
]);

function announcementEvents({ event, message, tile }: PacketFields['chat_msg']): readonly GameEvent[] {
  if (!announcedEvents.has(event)) return [];
  return [{ kind: plainName(event, 'E_'), text: plainText(message), ...(tile >= 0 && { tile }) }];
}

/** `Roman`, or `player 3` where the nation is not known, or `nobody`. */
function nationName(world: World, player: number): string {
  return isPlayer(player) ? nationOf(world, player, `player ${player}`) : 'nobody';
}
