import { cityAt, unitsOn } from '../../rules/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action-port.js';
import { type UnitActionOdds, unitActionOdds } from './odds.js';
import { paced } from './paced-questions.js';

interface Remembered<T> {
  /** Versions of all that the answer hangs on; others mean that the server must be asked again. */
  readonly basis: string;
  readonly answer: Promise<T>;
}

/** More than any turn needs; what is older is asked for again. */
const MOST_REMEMBERED = 20_000;

/** Answers of the server about what a unit can do to a tile. */
export class Memory<T> {
  readonly #ofWorlds = new WeakMap<World, Map<string, Remembered<T>>>();

  /** The answer known of a unit, a tile and whatever more is asked; a new one when what it hangs on has changed. */
  recall(world: World, unit: Unit, tile: number, about: string, ask: () => Promise<T>): Promise<T> {
    const memory = this.#of(world);
    const key = `${unit.id} ${tile} ${about}`;
    const basis = basisOf(world, unit, tile);
    const known = memory.get(key);
    if (known?.basis === basis) return known.answer;
    const answer = paced(world, ask);
    memory.delete(key);
    memory.set(key, { basis, answer });
    if (memory.size > MOST_REMEMBERED) forgetOldest(memory);
    // A question that failed answers nothing to those who ask later.
    answer.catch(() => memory.delete(key));
    return answer;
  }

  #of(world: World): Map<string, Remembered<T>> {
    let memory = this.#ofWorlds.get(world);
    if (memory === undefined) {
      memory = new Map();
      this.#ofWorlds.set(world, memory);
    }
    return memory;
  }
}

const odds = new Memory<UnitActionOdds>();

/** The server's odds for a unit against a tile, asked for again only when something they hang on has changed. */
export function rememberedOdds(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
): Promise<UnitActionOdds> {
  return odds.recall(port.world, unit, tile, '', () => unitActionOdds(port, unit, tile));
}

/** The actor, what stands on both tiles, and what is true of the whole nation: treaties, techs, government, purse. */
function basisOf(world: World, unit: Unit, tile: number): string {
  return [
    world.units.versionOf(unit.id),
    placeBasis(world, unit.tile),
    placeBasis(world, tile),
    world.players.versionOf(unit.owner),
    world.research.latest,
    world.diplomacy.latest,
    world.game?.turn,
  ].join('/');
}

function placeBasis(world: World, tile: number): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile).map(({ id }) => `${id}:${world.units.versionOf(id)}`);
  return `${world.tiles.versionOf(tile)}.${city?.id}.${city && world.cities.versionOf(city.id)}.${units.join()}`;
}

function forgetOldest(memory: Map<string, unknown>): void {
  for (const key of memory.keys()) {
    memory.delete(key);
    return;
  }
}
