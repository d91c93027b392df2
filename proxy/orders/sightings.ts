import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { type ForeignScope, foreignUnits, unitsInSight } from './foreign-units.js';
import type { TrackedOrder } from './tracked-order.js';

/** What units of a seat have in sight. Of units that have not moved only what has moved near them is looked at again. */
export class Sightings {
  readonly #world: World;
  /** The state version of the last look; undefined when all is to be looked at. */
  readonly #since: number | undefined;
  readonly #strangers = new Map<ForeignScope, readonly Unit[]>();
  readonly #moved = new Map<ForeignScope, readonly Unit[]>();

  constructor(world: World, since: number | undefined) {
    this.#world = world;
    this.#since = since !== undefined && world.diplomacy.latestVersion > since ? undefined : since;
  }

  /** The strangers that an order of a unit waits for and that the unit sees, by id; none when it waits for nobody. */
  of(order: TrackedOrder, unit: Unit): readonly Unit[] {
    const who = order.wake?.contact;
    if (who === undefined) return [];
    const found =
      this.#since === undefined || order.last !== unit
        ? unitsInSight(this.#world, unit, this.#all(who))
        : [
            ...this.#still(order, this.#since),
            ...unitsInSight(this.#world, unit, this.#changed(who, this.#since)),
          ];
    return found.toSorted((a, b) => a.id - b.id);
  }

  #all(who: ForeignScope): readonly Unit[] {
    return known(this.#strangers, who, () => foreignUnits(this.#world, who));
  }

  #changed(who: ForeignScope, since: number): readonly Unit[] {
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
