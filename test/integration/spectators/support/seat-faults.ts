import type { SpectatorPlayer, SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { hasEmbassy } from '../../../../proxy/rules/requirements/requirements.js';
import { haveContact } from '../../../../proxy/views/entities/relations.js';
import type { World } from '../../../../proxy/world/world.js';

/** What spectators of one seat are shown, and of the whole game, at the same moment. */
export interface SeatComparison {
  readonly shown: SpectatorSnapshot;
  readonly whole: SpectatorSnapshot;
  /** The whole game as the server tells it. */
  readonly truth: World;
  readonly me: number;
}

/** Everything that the seat's view shows and the seat cannot know, or that is not true. */
export function seatFaults(comparison: SeatComparison): readonly string[] {
  return [
    ...unitFaults(comparison),
    ...cityFaults(comparison),
    ...tileFaults(comparison),
    ...playerFaults(comparison),
    ...eventFaults(comparison),
  ];
}

function unitFaults({ shown, whole, me }: SeatComparison): string[] {
  const seen = tilesInSight(shown);
  const real = new Map(whole.units.map((unit) => [unit[0], unit]));
  const cities = new Map(whole.cities.map((city) => [city.tile, city.owner]));
  return shown.units.flatMap((unit) => {
    const [id, , owner, tile, , , , transport] = unit;
    const faults = JSON.stringify(real.get(id)) === JSON.stringify(unit) ? [] : [`unit ${id} is not so`];
    if (owner === me) return faults;
    if (!seen.has(tile)) faults.push(`unit ${id} is out of sight`);
    if (cities.has(tile) && cities.get(tile) !== me) faults.push(`unit ${id} is inside a city of others`);
    if (transport !== -1) faults.push(`unit ${id} is inside a transport of others`);
    return faults;
  });
}

function cityFaults({ shown, whole, me }: SeatComparison): string[] {
  const seen = tilesInSight(shown);
  const real = new Map(whole.cities.map((city) => [city.id, city]));
  return shown.cities.flatMap((city) => {
    const { id } = city;
    const there = real.get(id);
    const isMine = city.owner === me;
    const faults = [];
    if (isMine && JSON.stringify(there) !== JSON.stringify(city)) faults.push(`city ${id} is not so`);
    if (!isMine && (city.production !== null || city.shields !== 0))
      faults.push(`city ${id} shows its inside`);
    if (isMine || !seen.has(city.tile)) return faults;
    for (const key of ['name', 'owner', 'tile', 'size'] as const)
      if (there?.[key] !== city[key]) faults.push(`city ${id}: ${key} is not so`);
    return faults;
  });
}

function tileFaults({ shown, whole, truth, me }: SeatComparison): string[] {
  const real = new Map(whole.tiles.map((row) => [row[0], row]));
  const eyes = [...whole.units.filter(([, , owner]) => owner === me).map(([, , , tile]) => tile)];
  eyes.push(...whole.cities.filter(({ owner }) => owner === me).map(({ tile }) => tile));
  return shown.tiles.flatMap((row) => {
    const [tile, , owner, seen] = row;
    if (seen === 0) return [];
    const faults = JSON.stringify(real.get(tile)) === JSON.stringify(row) ? [] : [`tile ${tile} is not so`];
    const isNear = owner === me || eyes.some((eye) => truth.map.squaredDistance(eye, tile) <= FAR_SIGHT);
    return isNear ? faults : [...faults, `tile ${tile} is in sight of nothing`];
  });
}

/** Squared radius in which some thing of the player's must be for a tile to be in sight. */
const FAR_SIGHT = 30;

function playerFaults({ shown, truth, me }: SeatComparison): string[] {
  return shown.players.flatMap((player) => {
    const { id, techs, researching, units, cities } = player;
    const faults = [];
    const owned = (of: readonly { readonly owner: number }[]) =>
      of.filter(({ owner }) => owner === id).length;
    if (units !== shown.units.filter(([, , owner]) => owner === id).length)
      faults.push(`player ${id} has ${units} units`);
    if (cities !== owned(shown.cities)) faults.push(`player ${id} has ${cities} cities`);
    const isKnown = id === me || hasEmbassy(truth, me, id) === true;
    if (!isKnown && (techs !== null || researching !== null)) faults.push(`player ${id} shows its research`);
    return [...faults, ...standingFaults(player, isKnown || haveContact(truth, me, id))];
  });
}

/** Who was met shows how it stands, and nobody else. */
function standingFaults({ id, score, gold, government }: SpectatorPlayer, isMet: boolean): string[] {
  const isTold = score !== null || gold !== null || government !== null;
  return isTold === isMet ? [] : [`player ${id} ${isTold ? 'shows' : 'hides'} how it stands`];
}

function eventFaults({ shown, me }: SeatComparison): string[] {
  const known = new Set(shown.tiles.map(([tile]) => tile));
  return shown.events.flatMap(({ id, tile, kind, players = [] }) => {
    const isHidden = tile !== undefined && !known.has(tile) && !players.includes(me);
    return isHidden ? [`event ${id} (${kind}) is at a place nobody has seen`] : [];
  });
}

function tilesInSight({ tiles }: SpectatorSnapshot): ReadonlySet<number> {
  return new Set(tiles.filter(([, , , seen]) => seen === 1).map(([tile]) => tile));
}
