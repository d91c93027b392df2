import type { JsonObject } from '#shared/core/json.js';
import { idOf, numberAt, objectsAt, stringAt, stringsAt, wholeAt } from './read-value.js';

const statuses: ReadonlySet<unknown> = new Set(['war', 'peace', 'ally', 'ceasefire', 'neutral']);

const mostId = Number.MAX_SAFE_INTEGER;

/** A player as flat clients check it: every field they list, within their bounds, and what else is known. */
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
  return { ...relation, status: statuses.has(relation.status) ? relation.status : 'neutral' };
}

export function flatUnit(unit: JsonObject): JsonObject {
  return {
    ...unit,
    id: wholeAt(unit, 'id', 1, mostId),
    owner: numberAt(unit, 'owner', 0),
    x: numberAt(unit, 'x', 0),
    y: numberAt(unit, 'y', 0),
    type: stringAt(unit, 'type', 'unknown', 30),
    hp: numberAt(unit, 'hp', 0),
    moves_left: wholeAt(unit, 'moves_left', 0, 10),
    activity: stringAt(unit, 'activity', 'idle'),
  };
}

/** Flat clients take a city with a `production` key for another kind of message: it stays away. */
export function flatCity(city: JsonObject): JsonObject {
  const { production: _, ...rest } = city;
  return {
    ...rest,
    id: wholeAt(city, 'id', 1, mostId),
    owner: numberAt(city, 'owner', 0),
    name: stringAt(city, 'name', 'City', 30),
    size: wholeAt({ size: city.size ?? city.population }, 'size', 1, 50),
    x: numberAt(city, 'x', 0),
    y: numberAt(city, 'y', 0),
  };
}

export function flatTile(tile: JsonObject): JsonObject {
  return {
    ...tile,
    x: numberAt(tile, 'x', 0),
    y: numberAt(tile, 'y', 0),
    terrain: stringAt(tile, 'terrain', 'unknown'),
    owner: idOf(tile.owner) ?? null,
  };
}
