import { BoundedMap } from '#shared/core/bounded-map.js';
import { researchOf } from '../../rules/lookup/players.js';
import { cityAt, unitsOn } from '../../rules/lookup/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action-port.js';
import { hasLastingOdds } from './lasting-odds.js';
import { type UnitActionOdds, unitActionOdds } from './server-odds.js';

interface CachedAnswer<T> {
  /** Versions of all that the answer depends on; when they differ, the server is asked again. */
  readonly basis: string;
  readonly answer: Promise<T>;
}

/** More than any turn needs; what is older is asked for again. */
const MAX_CACHED_ANSWERS = 20_000;

/** Answers of the server about what a unit can do to a tile. `basisOf`: all that an answer depends on. */
export class AnswerCache<T> {
  readonly #ofWorlds = new WeakMap<World, BoundedMap<string, CachedAnswer<T>>>();
  readonly #basisOf: typeof presentBasis;

  constructor(basisOf = presentBasis) {
    this.#basisOf = basisOf;
  }

  /** The cached answer for a unit, a tile and a subject; a new one when something it depends on has changed. */
  getOrAsk(world: World, unit: Unit, tile: number, about: string, ask: () => Promise<T>): Promise<T> {
    const memory = this.#of(world);
    const key = `${unit.id} ${tile} ${about}`;
    const basis = this.#basisOf(world, unit, tile);
    const known = memory.get(key);
    if (known?.basis === basis) return known.answer;
    const answer = ask();
    memory.set(key, { basis, answer });
    // A question that failed answers nothing to those who ask later.
    answer.catch(() => memory.delete(key));
    return answer;
  }

  #of(world: World): BoundedMap<string, CachedAnswer<T>> {
    let memory = this.#ofWorlds.get(world);
    if (memory === undefined) {
      memory = new BoundedMap(MAX_CACHED_ANSWERS);
      this.#ofWorlds.set(world, memory);
    }
    return memory;
  }
}

const odds = new AnswerCache<UnitActionOdds>(oddsBasis);

/** The server's odds for a unit against a tile, asked for again only when something they depend on has changed. */
export function cachedOdds(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
): Promise<UnitActionOdds> {
  return odds.getOrAsk(port.world, unit, tile, '', () => unitActionOdds(port, unit, tile));
}

/** The purse and the turn are left out where they do not matter: many units stand in the open for dozens of turns. */
function oddsBasis(world: World, unit: Unit, tile: number): string {
  if (!hasLastingOdds(world, unit, tile)) return presentBasis(world, unit, tile);
  return [
    world.units.versionOf(unit.id),
    placeBasis(world, tile),
    world.players.get(unit.owner)?.government,
    researchOf(world, unit.owner)?.inventions,
    world.diplomacy.positionVersion,
  ].join('/');
}

/** The actor, what stands on both tiles, and what is true of the whole nation: treaties, techs, government, purse. */
function presentBasis(world: World, unit: Unit, tile: number): string {
  return [
    world.units.versionOf(unit.id),
    placeBasis(world, unit.tile),
    placeBasis(world, tile),
    world.players.versionOf(unit.owner),
    world.research.latestVersion,
    world.diplomacy.positionVersion,
    world.game?.turn,
  ].join('/');
}

function placeBasis(world: World, tile: number): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile).map(({ id }) => `${id}:${world.units.versionOf(id)}`);
  return `${world.tiles.versionOf(tile)}.${city?.id}.${city && world.cities.versionOf(city.id)}.${units.join()}`;
}
