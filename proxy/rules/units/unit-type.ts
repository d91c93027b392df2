import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt, type UnitType } from '../lookup/nativity.js';
import { cityAt } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';

/** What experience gives a unit. */
export interface VeteranLevel {
  readonly name: string;
  /** Strength in per cent. */
  readonly powerFactor: number;
  /** Move fragments on top of the type's. */
  readonly moveBonus: number;
}

/** A veteran level of a unit type (`utype_veteran_level`): its own levels, or the ruleset's when it has none. */
export function veteranLevel(world: World, type: UnitType, level: number): VeteranLevel {
  const levels = type.veteranLevels > 0 ? type : world.ruleset.game;
  return {
    name: levels?.veteranName[level] ?? '',
    powerFactor: levels?.powerFact[level] ?? 100,
    moveBonus: levels?.moveBonus[level] ?? 0,
  };
}

/** Move fragments at the begin of a turn (`unit_move_rate`): type, veteran level, damage and `EFT_MOVE_BONUS`. */
export function moveRate(world: World, unit: Unit, type: UnitType): number {
  const unitClass = world.ruleset.unitClasses.get(type.unitClassId);
  const base = type.moveRate + veteranLevel(world, type, unit.veteran).moveBonus;
  const slowed = unitClass?.flags.has('UCF_DAMAGE_SLOWS') === true;
  const healthy = slowed ? Math.trunc((base * unit.hp) / type.hp) : base;
  const bonus = effectValue(world, 'EFT_MOVE_BONUS', {
    player: unit.owner,
    city: cityAt(world, unit.tile),
    tile: unit.tile,
    unitType: type.id,
  });
  const rate = healthy + bonus * (world.ruleset.terrainControl?.moveFragments ?? 1);
  return Math.max(rate, Math.min(unitClass?.minSpeed ?? 0, base));
}

/** The type that a unit can be converted to (`unit_can_convert`); undefined when it cannot. */
export function convertedType(world: World, unit: Unit): UnitType | undefined {
  const type = unitTypeOf(world, unit);
  const becomes = type && world.ruleset.unitTypes.get(type.convertedTo);
  if (becomes === undefined) return undefined;
  const stays = unit.transportedBy !== undefined || canExistAt(world, becomes, unit.tile) === true;
  return stays ? becomes : undefined;
}

/** The type of a unit; undefined while the ruleset is not known. */
export function unitTypeOf(world: World, unit: Unit): UnitType | undefined {
  return world.ruleset.unitTypes.get(unit.type);
}

/** Unarmed and at home in any terrain: a unit there to look around. */
export function isScout(world: World, unit: Unit): boolean {
  const flags = unitTypeOf(world, unit)?.flags;
  return flags?.has('UTYF_CIVILIAN') === true && flags.has('UTYF_IGTER');
}

/** Whether units of a type are military (`is_military_unit`): they keep martial law and occupy tiles, with or without arms. */
export function isMilitaryType({ flags }: UnitType): boolean {
  return !flags.has('UTYF_CIVILIAN');
}

/** Whether units of a type attack or hold: an own word for what a fight counts, which the server has none for. */
export function isFighterType(type: UnitType): boolean {
  return isMilitaryType(type) && (type.attackStrength > 0 || type.defenseStrength > 0);
}

/** The same of a unit. */
export function isFighter(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type !== undefined && isFighterType(type);
}

/** Whether units of a type are fit to hold a city: without weakness there, without anger or loss of citizens. */
export function isDefenderType(type: UnitType): boolean {
  const unfit = ['UTYF_BADCITYDEFENDER', 'UTYF_FIELDUNIT'] as const;
  const isFit = type.popCost === 0 && !unfit.some((flag) => type.flags.has(flag));
  return isFit && isMilitaryType(type) && type.defenseStrength > 0;
}

/** The defensive strength of a unit type before any bonus: the product of its defence, hit points and firepower. */
export function holdingStrength({ defenseStrength, hp, firepower }: UnitType): number {
  return defenseStrength * hp * firepower;
}
