import { areAllied, areAtWar } from '../rules/lookup/players.js';
import { effectValue } from '../rules/requirements/effects.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { TrackedOrder } from './tracked-order.js';

/** `foreign`: all players that are not allies. `enemy`: players at war with the seat, barbarians and animals. */
export type ForeignScope = 'foreign' | 'enemy';

/** The units of others that this seat sees now. */
export function foreignUnits(world: World, who: ForeignScope): readonly Unit[] {
  const own = world.seat.player ?? -1;
  const owners = new Map<number, boolean>();
  return [...world.units.values()].filter(({ owner }) => {
    let counts = owners.get(owner);
    if (counts === undefined) {
      counts = owner !== own && (who === 'enemy' ? isEnemy(world, own, owner) : isForeign(world, own, owner));
      owners.set(owner, counts);
    }
    return counts;
  });
}

/** Those of `strangers` within the vision radius of one unit. */
export function unitsInSight(world: World, unit: Unit, strangers: readonly Unit[]): readonly Unit[] {
  if (strangers.length === 0) return strangers;
  const radius = visionRadius(world, unit);
  return strangers.filter(({ tile }) => world.map.squaredDistance(unit.tile, tile) <= radius);
}

function isForeign(world: World, own: number, other: number): boolean {
  return areAllied(world, own, other) !== true;
}

function isEnemy(world: World, own: number, other: number): boolean {
  const player = world.players.get(other);
  const isWild = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  return isWild || areAtWar(world, own, other) === true;
}

/** Squared, as the server counts it (README.effects, Unit_Vision_Radius_Sq). */
function visionRadius(world: World, unit: Unit): number {
  const { owner: player, tile } = unit;
  const base = world.ruleset.unitTypes.get(unit.type)?.visionRadiusSq ?? 0;
  return base + effectValue(world, 'EFT_UNIT_VISION_RADIUS_SQ', { player, tile, unit });
}

/** The foreign units that units of a seat see. For a unit that has not moved only foreign units that changed are checked. */
export class Sightings {
  readonly #world: World;
  /** The state version of the last check; undefined when everything must be checked. */
  readonly #since: number | undefined;
  readonly #strangers = new Map<ForeignScope, readonly Unit[]>();
  readonly #moved = new Map<ForeignScope, readonly Unit[]>();

  constructor(world: World, since: number | undefined) {
    this.#world = world;
    this.#since = since !== undefined && world.diplomacy.latestVersion > since ? undefined : since;
  }

  /** The foreign units that a unit sees and its order's wake condition is about, by id; empty without that condition. */
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
