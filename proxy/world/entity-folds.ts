import { visibleText } from '#shared/core/visible-text.js';
import type { PacketFields } from '../freeciv/generated/packets.js';
import { NO_WORKER_TASK } from '../freeciv/value-codecs.js';
import { MAX_PLAYER_SLOTS } from '../freeciv/wire-stream.js';
import { cityFromInfo, cityFromShortInfo } from './city.js';
import { plainText } from './messages.js';
import { differOnlyIn } from './packet-fields.js';
import { openTreaty, withClause, withoutClause } from './treaty.js';
import { unitFromInfo, unitFromShortInfo } from './unit.js';
import { markChanged, markNoticed, turnOf, type World } from './world.js';
import { expectOnMap, expectWithin, setWithin, worldLimits } from './world-limits.js';

/** A city seen in full, which also tells how many of its trade routes there still are. */
export function foldCityInfo(world: World, sent: PacketFields['city_info']): void {
  expectOnMap(sent.tile, world.map, 'a city');
  const nationalities = world.nationalities.get(sent.id);
  const info = nationalities === undefined ? sent : { ...sent, ...nationalities };
  world.cities.set(info.id, cityFromInfo(info, world.cities.get(info.id)), markChanged(world));
  const routes = world.tradeRoutes.get(info.id) ?? [];
  const left = routes.filter((route) => route.index < info.traderouteCount);
  if (left.length === routes.length) return;
  if (left.length === 0) world.tradeRoutes.delete(info.id, markChanged(world));
  else world.tradeRoutes.set(info.id, left, markChanged(world));
}

/** The nationalities of a city's citizens. Versions after 3.0 tell them in a packet of its own. */
export function foldNationalities(world: World, sent: PacketFields['city_nationalities']): void {
  const { id, nationalitiesCount, nationId, nationCitizens } = sent;
  const nationalities = { nationalitiesCount, nationId, nationCitizens };
  setWithin(world.nationalities, id, nationalities, worldLimits.cities);
  const city = world.cities.get(id);
  if (city?.detail === undefined) return;
  world.cities.set(id, { ...city, detail: { ...city.detail, ...nationalities } }, markChanged(world));
}

/** The counters of a city, by their numbers; servers since 3.2 tell them to its owner. */
export function foldCounters(
  world: World,
  { city: id, counters }: PacketFields['city_update_counters'],
): void {
  const city = world.cities.get(id);
  if (city !== undefined) world.cities.set(id, { ...city, counters }, markChanged(world));
}

/** What the server adds to a city_info for clients that do not know the growth rules. */
export function foldGranary(world: World, info: PacketFields['web_city_info_addition']): void {
  const city = world.cities.get(info.id);
  if (city === undefined) return;
  world.cities.set(
    city.id,
    { ...city, granary: { size: info.granarySize, turns: info.granaryTurns } },
    markChanged(world),
  );
}

type WorkerTask = PacketFields['worker_task'];

/** Sets or removes what a city asks workers to do on one tile; activity `NO_WORKER_TASK` removes it. */
export function foldWorkerTask(world: World, task: PacketFields['worker_task']): void {
  const tasks = new Map<number, WorkerTask>(world.workerTasks.get(task.cityId));
  if (task.activity === NO_WORKER_TASK) tasks.delete(task.tileId);
  else setWithin(tasks, task.tileId, task, worldLimits.workerTasks);
  setWithin<number, ReadonlyMap<number, WorkerTask>>(
    world.workerTasks,
    task.cityId,
    tasks,
    worldLimits.cities,
  );
  // Offers hang on it, and those of a city are found again when it has changed.
  const city = world.cities.get(task.cityId);
  if (city !== undefined) world.cities.set(city.id, { ...city }, markChanged(world));
}

/** Sets one trade route of a city; the packet carries its index in that city. */
export function foldTradeRoute(world: World, route: PacketFields['traderoute_info']): void {
  const others = (world.tradeRoutes.get(route.city) ?? []).filter((other) => other.index !== route.index);
  expectWithin(others.length + 1, worldLimits.tradeRoutes);
  world.tradeRoutes.set(route.city, [...others, route], markChanged(world));
}

/** A city as it is seen from outside. */
export function foldCityShortInfo(world: World, info: PacketFields['city_short_info']): void {
  expectOnMap(info.tile, world.map, 'a city');
  world.cities.set(info.id, cityFromShortInfo(info), markChanged(world));
}

/** A unit with all that its owner knows of it. */
export function foldUnitInfo(world: World, info: PacketFields['unit_info']): void {
  expectOnMap(info.tile, world.map, 'a unit');
  world.units.set(info.id, unitFromInfo(info), markChanged(world));
}

/** `packet_use` of a unit_short_info that tells of the unit itself. */
const UNIT_INFO_IDENTITY = 0;

/** A unit as others see it. Lists of a city's units come in the same packet; only the identity form says where a unit is. */
export function foldUnitShortInfo(world: World, info: PacketFields['unit_short_info']): void {
  if (info.packetUse !== UNIT_INFO_IDENTITY) return;
  expectOnMap(info.tile, world.map, 'a unit');
  world.units.set(info.id, unitFromShortInfo(info), markChanged(world));
}

/** A player as it is now; the turn of its death is kept, because the server does not send it. */
export function foldPlayer(world: World, info: PacketFields['player_info']): void {
  const { playerno, isAlive } = info;
  const wasAlive = world.players.get(playerno)?.isAlive === true;
  if (isAlive) world.deaths.delete(playerno);
  else if (wasAlive) world.deaths.set(playerno, turnOf(world));
  const name = visibleText(info.name);
  const player = name === info.name ? info : { ...info, name };
  const before = world.players.get(playerno);
  const isSame = before !== undefined && differOnlyIn(before, player, TURN_FIELDS);
  world.players.set(playerno, player, isSame ? markNoticed(world) : markChanged(world), !isSame);
}

/** Fields of a player that change when it ends a turn, and whenever it is idle for one. */
const TURN_FIELDS: ReadonlySet<string> = new Set(['phaseDone', 'nturnsIdle']);

/** The relation of two players. The server sends it with each change of a player, mostly as it was. */
export function foldDiplomacy(world: World, relation: PacketFields['player_diplstate']): void {
  const before = world.diplomacy.get(relation.diplstateId);
  if (before !== undefined && differOnlyIn(before, relation)) return;
  const isSame =
    before !== undefined &&
    differOnlyIn(before, relation, CONTACT) &&
    haveContact(before) === haveContact(relation);
  world.diplomacy.set(
    relation.diplstateId,
    relation,
    isSame ? markNoticed(world) : markChanged(world),
    !isSame,
  );
}

/** Contact is lost some turns after the last meeting; until then it matters only that there is some. */
const CONTACT: ReadonlySet<string> = new Set(['contactTurnsLeft']);

function haveContact({ contactTurnsLeft }: PacketFields['player_diplstate']): boolean {
  return contactTurnsLeft > 0;
}

/** Keeps a message of the server; a chat message with the number of the player who says it. */
export function foldMessage(world: World, info: PacketFields['chat_msg']): void {
  const speaker = info.event === 'E_CHAT_MSG' ? chatSpeaker(world, info) : undefined;
  world.messages.add(info, markNoticed(world), speaker);
}

/** Keeps the greeting of a server (its setting `connectmsg`) as a message of its operator to all. */
export function foldGreeting(world: World, message: string): void {
  const { turn = 0, phase = 0 } = world.game ?? {};
  foldMessage(world, { message, event: 'E_MESSAGE_WALL', tile: -1, turn, phase, connId: -1 });
}

/** The player of a chat message (`form_chat_name`). Old messages are repeated, when its connection may be another's. */
function chatSpeaker(world: World, { connId, message }: PacketFields['chat_msg']): number | undefined {
  const { playerNum } = world.connections.get(connId) ?? {};
  const name = world.players.get(playerNum ?? -1)?.name;
  if (name === undefined) return undefined;
  const text = plainText(message).trim();
  const isOwnEcho = text.startsWith('->') && playerNum === world.seat.player;
  return isOwnEcho || text.replace(/^[<{*]/u, '').startsWith(name) ? playerNum : undefined;
}

/** Keeps the list of connections, and from our own entry who we are. */
export function foldConnection(world: World, info: PacketFields['conn_info']): void {
  if (!info.used) {
    world.connections.delete(info.id, markChanged(world));
    return;
  }
  world.connections.set(info.id, info, markChanged(world));
  if (info.id !== world.seat.connectionId) return;
  const player = info.playerNum < MAX_PLAYER_SLOTS ? info.playerNum : undefined;
  world.seat = { connectionId: info.id, player, observer: info.observer };
}

/** Opens an empty treaty with another player (diplomacy_init_meeting). */
export function foldMeeting(world: World, counterpart: number): void {
  world.treaties.set(counterpart, openTreaty(counterpart), markChanged(world));
}

/**
 * Removes the treaty under negotiation with another player (diplomacy_cancel_meeting). If both have accepted it, it is
 * concluded, and the other player then knows the technologies that this seat gives by it.
 */
export function foldMeetingEnd(world: World, counterpart: number): void {
  const { clauses = [], iAccepted = false, otherAccepted = false } = world.treaties.get(counterpart) ?? {};
  if (iAccepted && otherAccepted) {
    const given = clauses.flatMap(({ giver, type, value }) =>
      type === 'CLAUSE_ADVANCE' && giver !== counterpart ? [value] : [],
    );
    if (given.length > 0)
      world.taught.set(counterpart, new Set([...(world.taught.get(counterpart) ?? []), ...given]));
  }
  world.treaties.delete(counterpart, markChanged(world));
}

/** Adds a clause to the treaty under negotiation, or removes it. */
export function foldClause(
  world: World,
  clause: PacketFields['diplomacy_create_clause'],
  change: 'added' | 'removed',
): void {
  const treaty = world.treaties.get(clause.counterpart) ?? openTreaty(clause.counterpart);
  const next = change === 'added' ? withClause(treaty, clause) : withoutClause(treaty, clause);
  expectWithin(next.clauses.length, worldLimits.clauses);
  world.treaties.set(clause.counterpart, next, markChanged(world));
}

/** Sets which sides have accepted the treaty under negotiation. */
export function foldTreatyAcceptance(
  world: World,
  acceptance: PacketFields['diplomacy_accept_treaty'],
): void {
  const treaty = world.treaties.get(acceptance.counterpart) ?? openTreaty(acceptance.counterpart);
  const { iAccepted, otherAccepted } = acceptance;
  world.treaties.set(acceptance.counterpart, { ...treaty, iAccepted, otherAccepted }, markChanged(world));
}
