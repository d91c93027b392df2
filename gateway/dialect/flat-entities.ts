import type { JsonObject } from '#shared/core/json.js';
import { idOf, numberAt, objectsAt, stringAt, stringsAt, wholeAt } from './read-value.js';

/** Diplomatic relations that flat clients know. */
const STATUSES: ReadonlySet<unknown> = new Set(['war', 'peace', 'ally', 'ceasefire', 'neutral']);

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** A player as flat clients validate it: every field of their schema within its bounds, and all other fields as they are. */
export function flatPlayer(id: number, player: JsonObject): JsonObject {
  return {
    ...player,
    id,
    name: stringAt(player, 'name', `Player ${id}`, 50),
    nation: stringAt(player, 'nation', 'unknown', 30),
    score: numberAt(player, 'score', 0),
    gold: Math.max(0, numberAt(player, 'gold', 0)),
    techs: stringsAt(player, 'techs'),
    government: stringAt(player, 'government', 'unknown'),
    diplomatic_relations: objectsAt(player, 'diplomatic_relations')
      .filter((relation) => idOf(relation.player_id) !== undefined)
      .map(flatRelation),
  };
}

function flatRelation(relation: JsonObject): JsonObject {
  return { ...relation, status: STATUSES.has(relation.status) ? relation.status : 'neutral' };
}

/** A unit as flat clients validate it; `moves_left` in whole moves, at most 10. */
export function flatUnit(unit: JsonObject): JsonObject {
  return {
    ...unit,
    id: wholeAt(unit, 'id', 1, MAX_ID),
    owner: numberAt(unit, 'owner', 0),
    x: numberAt(unit, 'x', 0),
    y: numberAt(unit, 'y', 0),
    type: stringAt(unit, 'type', 'unknown', 30),
    hp: numberAt(unit, 'hp', 0),
    moves_left: wholeAt(unit, 'moves_left', 0, 10),
    activity: stringAt(unit, 'activity', 'idle'),
  };
}

/** A city as flat clients validate it. Without `production`: flat clients take a city with that key for another message. */
export function flatCity(city: JsonObject): JsonObject {
  const { production: _, ...rest } = city;
  return {
    ...rest,
    id: wholeAt(city, 'id', 1, MAX_ID),
    owner: numberAt(city, 'owner', 0),
    name: stringAt(city, 'name', 'City', 30),
    size: wholeAt({ size: city.size ?? city.population }, 'size', 1, 50),
    x: numberAt(city, 'x', 0),
    y: numberAt(city, 'y', 0),
  };
}

/** A tile as flat clients validate it. */
export function flatTile(tile: JsonObject): JsonObject {
  return {
    ...tile,
    x: numberAt(tile, 'x', 0),
    y: numberAt(tile, 'y', 0),
    terrain: stringAt(tile, 'terrain', 'unknown'),
    owner: idOf(tile.owner) ?? null,
  };
}
