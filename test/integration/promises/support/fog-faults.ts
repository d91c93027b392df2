import { z } from 'zod';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';

/** What is needed of the state that an agent gets of its own seat. */
const stateSchema = z.looseObject({
  player_id: z.int(),
  map: z.looseObject({ width: z.int() }).optional(),
  units: z.array(
    z.looseObject({
      id: z.int(),
      owner: z.int(),
      x: z.int(),
      y: z.int(),
      hp: z.int(),
      activity: z.string().nullish(),
    }),
  ),
  cities: z.array(z.looseObject({ id: z.int(), owner: z.int(), size: z.int(), x: z.int(), y: z.int() })),
  visible_tiles: z.array(
    z.looseObject({
      x: z.int(),
      y: z.int(),
      terrain: z.string(),
      owner: z.int().nullable(),
      fog: z.enum(['visible', 'fogged']),
    }),
  ),
  players: z.record(
    z.string(),
    z.looseObject({
      known_by: z.enum(['own', 'embassy', 'contact', 'none']),
      gold: z.number().nullable(),
      score: z.number().nullable(),
      government: z.string().nullable(),
      researching: z.string().nullable(),
    }),
  ),
});

type State = z.infer<typeof stateSchema>;

/** Every field of a spectator's view of a seat that is not as the seat's own state has it. */
export function fogFaults(view: SpectatorView, full: unknown): readonly string[] {
  const state = stateSchema.parse(full);
  return [
    ...tileFaults(view, state),
    ...unitFaults(view, state),
    ...cityFaults(view, state),
    ...playerFaults(view, state),
    ...eventFaults(view, state),
  ];
}

function tileFaults({ tiles, rules, map }: SpectatorView, { visible_tiles }: State): string[] {
  const known = new Map(visible_tiles.map((tile) => [tile.y * map.width + tile.x, tile]));
  const terrains = new Map(rules.terrains.map(({ id, name }) => [id, name.toLowerCase()]));
  return [...tiles.values()].flatMap(([number, terrain, owner, seen]) => {
    const tile = known.get(number);
    if (tile === undefined) return [`tile ${number} is not known`];
    const told = [terrains.get(terrain)?.replace(/ /g, '_'), owner, seen === 1];
    return differing(`tile ${number}`, told, [
      tile.terrain.toLowerCase(),
      tile.owner ?? -1,
      tile.fog === 'visible',
    ]);
  });
}

function unitFaults({ units, map }: SpectatorView, state: State): string[] {
  const known = new Map(state.units.map((unit) => [unit.id, unit]));
  return [...units.values()].flatMap(([id, , owner, tile, hp]) => {
    const unit = known.get(id);
    if (unit === undefined) return [`unit ${id} is not in sight`];
    return differing(`unit ${id}`, [owner, tile, hp], [unit.owner, unit.y * map.width + unit.x, unit.hp]);
  });
}

function cityFaults({ cities, map }: SpectatorView, state: State): string[] {
  const known = new Map(state.cities.map((city) => [city.id, city]));
  return [...cities.values()].flatMap(({ id, owner, tile, size, production, shields }) => {
    const city = known.get(id);
    if (city === undefined) return [`city ${id} is not known`];
    const isOwn = owner === state.player_id;
    const inside = isOwn || (production === null && shields === 0) ? [] : [`city ${id} shows its production`];
    const there = [city.owner, city.y * map.width + city.x, city.size];
    return [...inside, ...differing(`city ${id}`, [owner, tile, size], there)];
  });
}

function playerFaults({ players }: SpectatorView, state: State): string[] {
  return [...players.values()].flatMap(({ id, gold, score, researching, techs }) => {
    const player = state.players[String(id)];
    if (player === undefined) return [`player ${id} is not known`];
    const isClose = player.known_by === 'own' || player.known_by === 'embassy';
    const told = [gold, score, isClose || (researching === null && techs === null)];
    const known = [player.gold ?? null, player.score ?? null, true];
    return differing(`player ${id} (${player.known_by})`, told, known);
  });
}

function eventFaults({ events, map }: SpectatorView, { visible_tiles }: State): string[] {
  const known = new Set(visible_tiles.map(({ x, y }) => y * map.width + x));
  return events
    .filter(({ tile }) => tile !== undefined && !known.has(tile))
    .map(({ id, text }) => `event ${id} is of where the seat has not been: ${text}`);
}

function differing(what: string, told: readonly unknown[], known: readonly unknown[]): string[] {
  return JSON.stringify(told) === JSON.stringify(known)
    ? []
    : [`${what}: ${JSON.stringify(told)}, not ${JSON.stringify(known)}`];
}
