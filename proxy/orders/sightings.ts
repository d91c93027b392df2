import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { inSightOf, type Strangers, strangersOf } from './strangers.js';
import type { TrackedOrder } from './tracked-order.js';

/** What units of a seat have in sight. Of units that have not moved only what has moved near them is looked at again. */
export class Sightings {
  readonly #world: World;
  /** The state version of the last look; undefined when all is to be looked at. */
  readonly #since: number | undefined;
  readonly #strangers = new Map<Strangers, readonly Unit[]>();
  readonly #moved = new Map<Strangers, readonly Unit[]>();

  constructor(world: World, since: number | undefined) {
    this.#world = world;
    this.#since = since !== undefined && world.diplomacy.latest > since ? undefined : since;
  }

  /** The strangers that an order of a unit waits for and that the unit sees, by id; none when it waits for nobody. */
  of(order: TrackedOrder, unit: Unit): readonly Unit[] {
    const who = order.wake?.contact;
    if (who === undefined) return [];
    const found =
      this.#since === undefined || order.last !== unit
        ? inSightOf(this.#world, unit, this.#all(who))
        : [
            ...this.#still(order, this.#since),
            ...inSightOf(this.#world, unit, this.#changed(who, this.#since)),
          ];
    return found.toSorted((a, b) => a.id - b.id);
  }

  #all(who: Strangers): readonly Unit[] {
    return known(this.#strangers, who, () => strangersOf(this.#world, who));
  }

  #changed(who: Strangers, since: number): readonly Unit[] {
    const { units } = this.#world;
    return known(this.#moved, who, () => this.#all(who).filter(({ id }) => units.versionOf(id) > since));
  }

  /** Those seen before that have not changed. */
  #still({ seen }: TrackedOrder, since: number): readonly Unit[] {
    const { units } = this.#world;
    return seen.flatMap((id) => (units.versionOf(id) > since ? [] : (units.get(id) ?? [])));
  }
}

function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
