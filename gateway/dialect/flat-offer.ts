import { isJsonObject, type JsonObject } from '#shared/core/json.js';

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
    const type = offer.type ?? offer.action_type;
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
    ...(target === undefined ? {} : { target }),
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
