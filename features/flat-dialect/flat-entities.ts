import { isJsonObject, type JsonObject } from '#shared/core/json.js';

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
    id: integerAt(unit, 'id', 1, MAX_ID),
    owner: numberAt(unit, 'owner', 0),
    x: numberAt(unit, 'x', 0),
    y: numberAt(unit, 'y', 0),
    type: stringAt(unit, 'type', 'unknown', 30),
    hp: numberAt(unit, 'hp', 0),
    moves_left: integerAt(unit, 'moves_left', 0, 10),
    activity: stringAt(unit, 'activity', 'idle'),
  };
}

/** A city as flat clients validate it. Without `production`: flat clients take a city with that key for another message. */
export function flatCity(city: JsonObject): JsonObject {
  const { production: _, ...rest } = city;
  return {
    ...rest,
    id: integerAt(city, 'id', 1, MAX_ID),
    owner: numberAt(city, 'owner', 0),
    name: stringAt(city, 'name', 'City', 30),
    size: integerAt({ size: city.size ?? city.population }, 'size', 1, 50),
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

/** The only actions that a flat client can send back. */
const SENDABLE: ReadonlySet<unknown> = new Set([
  'unit_move',
  'unit_explore',
  'unit_fortify',
  'unit_sentry',
  'unit_build_road',
  'unit_build_irrigation',
  'unit_build_mine',
  'unit_build_city',
  'city_production',
  'tech_research',
  'end_turn',
]);

const PRIORITIES: ReadonlySet<unknown> = new Set(['high', 'medium', 'low']);

/** The offers that a flat client understands. It tells them apart by type, actor and target: no two are equal in these. */
export function flatOffers(offers: readonly JsonObject[]): readonly JsonObject[] {
  const known = new Map<string, JsonObject>();
  for (const offer of offers) {
    const named = offer.type ?? offer.action_type;
    // These clients know no plans: to go there is what they can send of it.
    const type = named === 'settle' ? 'unit_move' : named;
    if (!SENDABLE.has(type)) continue;
    const flat = flatOffer({ ...offer, type });
    const key = JSON.stringify([type, flat.actor_id ?? flat.unit_id ?? flat.city_id, flat.target]);
    if (!known.has(key)) known.set(key, flat);
  }
  return [...known.values()];
}

function flatOffer(offer: JsonObject): JsonObject {
  const { target: given, ...rest } = offer;
  const target = flatTarget(given);
  return {
    ...rest,
    target,
    priority: PRIORITIES.has(offer.priority) ? offer.priority : 'medium',
    parameters: isJsonObject(offer.parameters) ? offer.parameters : {},
  };
}

/** The target of an offer for flat clients: {x, y} for a tile, {value} for a name or an id; undefined for none. */
export function flatTarget(target: unknown): JsonObject | undefined {
  if (typeof target === 'string' || typeof target === 'number') return { value: target };
  if (!isJsonObject(target)) return undefined;
  if (typeof target.x === 'number' && typeof target.y === 'number') return { x: target.x, y: target.y };
  const value = target.value ?? target.name;
  return value === undefined ? undefined : { value };
}

/** The object in a field; an empty one when the field is missing or something else. The functions below are as tolerant. */
export function objectAt(from: JsonObject, key: string): JsonObject {
  const value = from[key];
  return isJsonObject(value) ? value : {};
}

/** The objects in a field that holds an array or an object of objects. */
export function objectsAt(from: JsonObject, key: string): readonly JsonObject[] {
  const value = from[key];
  if (Array.isArray(value)) return value.filter(isJsonObject);
  return isJsonObject(value) ? Object.values(value).filter(isJsonObject) : [];
}

/** The text in a field, cut to `maxChars`; `fallback` when it is missing or empty. */
export function stringAt(from: JsonObject, key: string, fallback: string, maxChars = 1000): string {
  const value = from[key];
  return (typeof value === 'string' && value !== '' ? value : fallback).slice(0, maxChars);
}

/** The finite number in a field, else `fallback`. */
export function numberAt(from: JsonObject, key: string, fallback: number): number {
  const value = from[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** The number in a field as a whole number within the bounds; `min` when it is missing. */
export function integerAt(from: JsonObject, key: string, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.floor(numberAt(from, key, min))));
}

/** An integer id, or undefined. */
export function idOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** The texts in a field that holds an array. */
function stringsAt(from: JsonObject, key: string): readonly string[] {
  const value = from[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
