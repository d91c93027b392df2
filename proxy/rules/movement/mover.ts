import { hasBit } from '../../freeciv/enum-codec.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { nativeExtras, type UnitClass, type UnitType } from '../lookup/nativity.js';
import { type Road, rulesetIndex } from '../lookup/ruleset-index.js';

/** A road that units of a class go faster on, and the roads it connects with; extra numbers. */
export interface MoverRoad {
  readonly extra: number;
  readonly road: Road;
  readonly connects: readonly number[];
}

/** A unit with all that its moves depend on but the map. */
export interface Mover {
  readonly unit: Unit;
  readonly detail: PacketFields['unit_info'];
  readonly type: UnitType;
  readonly unitClass: UnitClass;
  readonly owner: number;
  /** Extras that make any tile native to it, by number. */
  readonly nativeExtras: readonly number[];
  readonly roads: readonly MoverRoad[];
  readonly ignoresZones: boolean;
}

/** Undefined for units whose details this seat is not told. */
export function moverOf(world: World, unit: Unit): Mover | undefined {
  const type = world.ruleset.unitTypes.get(unit.type);
  const unitClass = type === undefined ? undefined : world.ruleset.unitClasses.get(type.unitClassId);
  const { detail } = unit;
  if (type === undefined || unitClass === undefined || detail === undefined) return undefined;
  return {
    unit,
    detail,
    type,
    unitClass,
    owner: unit.owner,
    nativeExtras: nativeExtras(world, unitClass.id).map((extra) => extra.id),
    roads: roadsFor(world, unitClass.id),
    ignoresZones: !unitClass.flags.has('UCF_ZOC') || type.flags.has('UTYF_IGZOC'),
  };
}

/** Roads whose cost is negative give no bonus: they only make tiles native. */
function roadsFor(world: World, unitClass: number): MoverRoad[] {
  const { roads, extras } = rulesetIndex(world.ruleset);
  const native = extras.filter((extra) => hasBit(extra.nativeTo, unitClass));
  const nativeRoads = native.flatMap(({ id }) => {
    const road = roads.get(id);
    return road === undefined ? [] : [{ extra: id, road }];
  });
  return nativeRoads
    .filter(({ road }) => road.moveCost >= 0)
    .map(({ extra, road }) => ({
      extra,
      road,
      connects: nativeRoads
        .filter((other) => other.extra === extra || hasBit(road.integrates, other.road.id))
        .map((other) => other.extra),
    }));
}
