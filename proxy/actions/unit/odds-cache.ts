import { BoundedMap } from '#shared/core/bounded-map.js';
import { cityAt, unitsOn } from '../../rules/lookup/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action-port.js';
import { type UnitActionOdds, unitActionOdds } from './odds.js';

interface CachedAnswer<T> {
  /** Versions of all that the answer depends on; when they differ, the server is asked again. */
  readonly basis: string;
  readonly answer: Promise<T>;
}

/** More than any turn needs; what is older is asked for again. */
const MAX_CACHED_ANSWERS = 20_000;

/** Answers of the server about what a unit can do to a tile. */
export class AnswerCache<T> {
  readonly #ofWorlds = new WeakMap<World, BoundedMap<string, CachedAnswer<T>>>();

  /** The cached answer for a unit, a tile and a subject; a new one when something it depends on has changed. */
  getOrAsk(world: World, unit: Unit, tile: number, about: string, ask: () => Promise<T>): Promise<T> {
    const memory = this.#of(world);
    const key = `${unit.id} ${tile} ${about}`;
    const basis = basisOf(world, unit, tile);
    const known = memory.get(key);
    if (known?.basis === basis) return known.answer;
    const answer = askPaced(world, ask);
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

const odds = new AnswerCache<UnitActionOdds>();

/** The server's odds for a unit against a tile, asked for again only when something they depend on has changed. */
export function cachedOdds(
  port: ActionPort<'unit_get_actions'>,
  unit: Unit,
  tile: number,
): Promise<UnitActionOdds> {
  return odds.getOrAsk(port.world, unit, tile, '', () => unitActionOdds(port, unit, tile));
}

/** The actor, what stands on both tiles, and what is true of the whole nation: treaties, techs, government, purse. */
function basisOf(world: World, unit: Unit, tile: number): string {
  return [
    world.units.versionOf(unit.id),
    placeBasis(world, unit.tile),
    placeBasis(world, tile),
    world.players.versionOf(unit.owner),
    world.research.latestVersion,
    world.diplomacy.latestVersion,
    world.game?.turn,
  ].join('/');
}

function placeBasis(world: World, tile: number): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile).map(({ id }) => `${id}:${world.units.versionOf(id)}`);
  return `${world.tiles.versionOf(tile)}.${city?.id}.${city && world.cities.versionOf(city.id)}.${units.join()}`;
}

type Question = () => Promise<void>;

/**
 * From so many on, all at once is faster. The server sends each answer as a segment of its own and, as TCP wants it,
 * holds the second one back until the first is acknowledged, which takes our kernel 40 ms unless it has something to
 * send: a next question does. So few questions are faster one after the other (0.1 ms each).
 */
const MIN_PIPELINED_QUESTIONS = 400;

const queues = new WeakMap<World, Question[]>();

/** Asks the server something at the pace at which answers come soonest, in the order of asking. */
function askPaced<T>(world: World, ask: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const question: Question = () => ask().then(resolve, reject);
    const queue = queues.get(world);
    if (queue !== undefined) {
      queue.push(question);
      return;
    }
    const first = [question];
    queues.set(world, first);
    // Whoever asks in the same turn of the loop is heard before the first question is sent.
    queueMicrotask(() => void askAll(world, first));
  });
}

async function askAll(world: World, queue: Question[]): Promise<void> {
  while (queue.length > 0) {
    const next = queue.splice(0, queue.length > MIN_PIPELINED_QUESTIONS ? queue.length : 1);
    await Promise.all(next.map((question) => question()));
  }
  queues.delete(world);
}
