import { isDeepStrictEqual } from 'node:util';
import type { FullState } from '#shared/protocol/state/full.js';
import type { PlayerView } from '#shared/protocol/state/player.js';
import { areAllied, diplomacyEntry } from '../../proxy/rules/lookup/players.js';
import { cityAt } from '../../proxy/rules/lookup/tiles.js';
import { hasEmbassy } from '../../proxy/rules/requirements/requirements.js';
import { cityView } from '../../proxy/views/entities/city-view.js';
import { tileView } from '../../proxy/views/entities/map-view.js';
import { playerView } from '../../proxy/views/entities/player-view.js';
import { unitView } from '../../proxy/views/entities/unit-view.js';
import type { World } from '../../proxy/world/world.js';

/** What a seat was shown, and what the server itself holds to be true. */
export interface Comparison {
  readonly shown: FullState;
  readonly truth: World;
  /** The seat's player. */
  readonly me: number;
  /** All units came by play. The server does not tell players when its script puts a unit into a city. */
  readonly played: boolean;
}

/** What is shown of units and should not be, or is not true, or is missing. */
export function unitFaults(comparison: Comparison): readonly string[] {
  const { shown, truth, me } = comparison;
  const own = [...truth.units.values()].filter(({ owner }) => owner === me);
  const ids = new Set(shown.units.map(({ id }) => id));
  const missing = own.filter(({ id }) => !ids.has(id)).map(({ id }) => `own unit ${id} is not shown`);
  const seen = seenTiles(comparison);
  return [...missing, ...shown.units.flatMap((unit) => unitFault(comparison, unit, seen) ?? [])];
}

function unitFault({ truth, me }: Comparison, unit: FullState['units'][number], seen: ReadonlySet<number>) {
  const real = truth.units.get(unit.id);
  if (real === undefined) return `unit ${unit.id} does not exist`;
  const { moves_left, ...told } = unit;
  const view: Readonly<Record<string, unknown>> = { ...unitView(truth, real) };
  for (const [key, value] of Object.entries(told)) {
    if (!isDeepStrictEqual(value, view[key])) return `unit ${unit.id}: ${key} is ${view[key]}, not ${value}`;
  }
  if (real.owner === me || areAllied(truth, me, real.owner) === true) return undefined;
  if (moves_left !== null || 'orders' in unit || 'home_city' in unit)
    return `unit ${unit.id} tells its orders`;
  if (!seen.has(real.tile)) return `unit ${unit.id} is out of sight`;
  if (cityAt(truth, real.tile) !== undefined) return `unit ${unit.id} is inside a city of others`;
  return real.transportedBy === undefined ? undefined : `unit ${unit.id} is inside a transport of others`;
}

export function cityFaults(comparison: Comparison): readonly string[] {
  const { shown, truth, me } = comparison;
  const own = [...truth.cities.values()].filter(({ owner }) => owner === me);
  const ids = new Set(shown.cities.map(({ id }) => id));
  const missing = own.filter(({ id }) => !ids.has(id)).map(({ id }) => `own city ${id} is not shown`);
  const seen = seenTiles(comparison);
  return [...missing, ...shown.cities.flatMap((city) => cityFault(comparison, city, seen) ?? [])];
}

function cityFault(comparison: Comparison, city: FullState['cities'][number], seen: ReadonlySet<number>) {
  const { truth, me } = comparison;
  const tile = truth.map.tileAt(city) ?? -1;
  const real = truth.cities.get(city.id);
  if (real === undefined) return seen.has(tile) ? `city ${city.id} does not exist` : undefined;
  const view: Readonly<Record<string, unknown>> = { ...cityView(truth, real) };
  const mine = real.owner === me;
  if (!mine && ('surplus' in city || city.production !== null)) return `city ${city.id} shows its inside`;
  if (!mine && !seen.has(tile)) return undefined;
  const { improvements, occupied, ...told } = city;
  for (const [key, value] of Object.entries(told)) {
    const known = mine || key !== 'production';
    if (known && !isDeepStrictEqual(value, view[key]))
      return `city ${city.id}: ${key} is ${JSON.stringify(view[key])}, not ${JSON.stringify(value)}`;
  }
  return improvementFault(comparison, city, occupied);
}

/** From outside only wonders and what the ruleset calls visible are seen. */
function improvementFault(
  { truth, me, played }: Comparison,
  city: FullState['cities'][number],
  occupied?: boolean,
) {
  const real = truth.cities.get(city.id);
  if (real === undefined) return undefined;
  const there = cityView(truth, real).improvements;
  const extra = city.improvements.filter((name) => !there.includes(name));
  if (extra.length > 0) return `city ${city.id} has no ${extra}`;
  const garrison = [...truth.units.values()].some(({ tile }) => tile === real.tile);
  if (played && occupied !== undefined && occupied !== garrison)
    return `city ${city.id}: occupied is ${garrison}`;
  if (real.owner === me)
    return there.length === city.improvements.length ? undefined : `city ${city.id} lacks`;
  const visible = [...truth.ruleset.improvements.values()].filter(
    ({ genus, flags }) =>
      genus === 'IG_GREAT_WONDER' || genus === 'IG_SMALL_WONDER' || flags.has('IF_VISIBLE_BY_OTHERS'),
  );
  const names = new Set(visible.map(({ name }) => name.toLowerCase().replace(/\W+/g, '_')));
  const secret = city.improvements.filter((name) => !names.has(name.replace(/\W+/g, '_')));
  return secret.length === 0 ? undefined : `city ${city.id} shows ${secret}`;
}

/** Squared radius in which some thing of the player's must be for a tile to be in sight. */
const FAR_SIGHT = 30;

export function tileFaults(comparison: Comparison): readonly string[] {
  const { shown, truth, me } = comparison;
  const eyes = [...truth.units.values(), ...truth.cities.values()].filter(({ owner }) => owner === me);
  const places = eyes.map(({ tile }) => tile);
  return shown.visible_tiles.flatMap((tile) => {
    const index = truth.map.tileAt(tile) ?? -1;
    const real = truth.tiles.get(index);
    if (real === undefined) return [`tile ${index} does not exist`];
    if (tile.fog === 'fogged') return [];
    const { worked_by: workedBy, ...told } = tile;
    const { worked_by: works, ...view } = tileView(truth, real);
    if (!isDeepStrictEqual(told, view)) return [`tile ${index}: ${JSON.stringify([told, view])}`];
    if (workedBy !== undefined && workedBy !== works) return [`tile ${index} is worked by ${works}`];
    const near = places.some((place) => truth.map.squaredDistance(place, index) <= FAR_SIGHT);
    return near || real.owner === me ? [] : [`tile ${index} is in sight of nothing`];
  });
}

export function playerFaults(comparison: Comparison): readonly string[] {
  const { shown, truth, me } = comparison;
  return [...truth.players.values()].flatMap((real) => {
    const view = shown.players[String(real.playerno)];
    if (view === undefined) return [`player ${real.playerno} is not shown`];
    return playerFault(comparison, view, playerView(truth, real), me === real.playerno);
  });
}

function playerFault({ truth, me }: Comparison, told: PlayerView, real: PlayerView, mine: boolean): string[] {
  const embassy = mine || hasEmbassy(truth, me, told.id) === true;
  const contact = embassy || (diplomacyEntry(truth, me, told.id)?.contactTurnsLeft ?? 0) > 0;
  const groups = [
    { may: true, keys: ['name', 'nation', 'is_alive', 'team'] },
    { may: contact, keys: ['score', 'gold', 'government'] },
    { may: embassy, keys: ['rates', 'techs', 'researching', 'culture'] },
  ] as const;
  return groups.flatMap(({ may, keys }) =>
    keys
      .filter((key) => !isDeepStrictEqual(told[key], may ? real[key] : null))
      .map((key) => `player ${told.id} (${told.known_by}): ${key} is ${real[key]}, not ${told[key]}`),
  );
}

function seenTiles({ shown, truth }: Comparison): ReadonlySet<number> {
  const visible = shown.visible_tiles.filter(({ fog }) => fog === 'visible');
  return new Set(visible.map((tile) => truth.map.tileAt(tile) ?? -1));
}
