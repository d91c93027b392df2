import type { CombatBonusType } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt, isNativeTile, type UnitClass, type UnitType } from '../lookup/nativity.js';
import { cityAt, extrasOn, knownTile, terrainOf } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import type { RequirementContext } from '../requirements/requirement.js';
import { knowsAction } from '../units/action-enablers.js';
import { veteranLevel } from '../units/unit-type.js';

/** Strengths are counted in tenths of the ruleset's points. */
const TENTHS = 10;

/** Attack strength on a tile in tenths (`get_total_attack_power`, `tired_attack`, `EFT_ATTACK_BONUS`). */
export function attackPower(world: World, attacker: Unit, target: number): number | undefined {
  const type = world.ruleset.unitTypes.get(attacker.type);
  if (type === undefined) return undefined;
  const base = experienced(world, type, attacker.veteran, type.attackStrength);
  const bonus = effectValue(world, 'EFT_ATTACK_BONUS', contextAt(world, attacker, target));
  return percent(tired(world, base, attacker.detail?.movesleft), 100 + bonus);
}

/** Defense strength against one attacker in tenths (`get_total_defense_power`, `EFT_DEFEND_BONUS`). */
export function defensePower(world: World, attacker: Unit, defender: Unit): number | undefined {
  const type = world.ruleset.unitTypes.get(defender.type);
  const against = world.ruleset.unitTypes.get(attacker.type);
  const unitClass = type === undefined ? undefined : world.ruleset.unitClasses.get(type.unitClassId);
  if (type === undefined || against === undefined || unitClass === undefined) return undefined;
  let power = experienced(world, type, defender.veteran, type.defenseStrength);
  if (unitClass.flags.has('UCF_TERRAIN_DEFENSE')) {
    power = percent(power, 100 + (terrainOf(world, defender.tile)?.defenseBonus ?? 0));
  }
  if (isNativeTile(world, unitClass.id, defender.tile) === false)
    power = percent(power, unitClass.nonNativeDefPct);
  power = percent(power, bonusRate(world, type, against, 'MULTIPLIER'));
  // Who scrambles in a city defends by that instead of by its walls.
  const scrambling =
    cityAt(world, defender.tile) === undefined
      ? 0
      : bonusAgainst(world, type, against, 'CBONUS_SCRAMBLES_PCT');
  const walls = scrambling > 0 ? scrambling : defendBonus(world, attacker, defender);
  power = Math.max(0, percent(power, 100 + walls));
  power = Math.trunc((power * 100) / bonusRate(world, against, type, 'DIVIDER'));
  power += percent(power, extrasBonus(world, unitClass.id, defender.tile));
  return percent(power, 100 + fortification(world, defender, type, unitClass));
}

/** In per cent: 50 where 3.0 lets a unit dig in, `EFT_FORTIFY_DEFENSE_BONUS` in later versions. */
function fortification(world: World, unit: Unit, type: UnitType, { flags }: UnitClass): number {
  if (knowsAction(world, 'ACTION_FORTIFY'))
    return effectValue(world, 'EFT_FORTIFY_DEFENSE_BONUS', { ...contextAt(world, unit, unit.tile), unit });
  const isDugIn = unit.activity === 'ACTIVITY_FORTIFIED' || cityAt(world, unit.tile) !== undefined;
  return isDugIn && flags.has('UCF_CAN_FORTIFY') && !type.flags.has('UTYF_CANT_FORTIFY') ? 50 : 0;
}

/** In per cent: whole multiples (or parts) and per cent of the bonuses of a type against another. */
function bonusRate(world: World, type: UnitType, enemy: UnitType, kind: 'MULTIPLIER' | 'DIVIDER'): number {
  const whole = bonusAgainst(world, type, enemy, `CBONUS_DEFENSE_${kind}`);
  return 100 + 100 * whole + bonusAgainst(world, type, enemy, `CBONUS_DEFENSE_${kind}_PCT`);
}

/** Hit points that each side takes from the other in a round it wins. */
export interface Firepowers {
  readonly attacker: number;
  readonly defender: number;
}

/** The firepower of both sides (`get_modified_firepower`). Undefined when a type is not known. */
export function firepowers(world: World, attacker: Unit, defender: Unit): Firepowers | undefined {
  const type = world.ruleset.unitTypes.get(attacker.type);
  const other = world.ruleset.unitTypes.get(defender.type);
  if (type === undefined || other === undefined) return undefined;
  const inCity = cityAt(world, defender.tile) !== undefined;
  let [attack, defence] = [type.firepower, other.firepower];
  const low = lowFirepowers(world);
  if (inCity && type.flags.has('UTYF_CITYBUSTER')) attack *= 2;
  if (type.flags.has('UTYF_BADWALLATTACKER') && defendBonus(world, attacker, defender) > 0)
    attack = Math.min(attack, low.badWallAttacker);
  if (inCity && other.flags.has('UTYF_BADCITYDEFENDER')) {
    attack *= 2;
    defence = Math.min(defence, low.pearlHarbour);
  }
  if (bonusAgainst(world, type, other, 'CBONUS_FIREPOWER1') > 0) defence = 1;
  if (bonusAgainst(world, type, other, 'CBONUS_LOW_FIREPOWER') > 0)
    defence = Math.min(defence, low.combatBonus);
  if (!isBombardment(world, attacker, type, defender, other)) return { attacker: attack, defender: defence };
  return { attacker: Math.min(attack, low.bombardment), defender: Math.min(defence, low.bombardment) };
}

/** To what firepower is reduced in special cases: settings of the ruleset, 1 in 3.0. */
function lowFirepowers({ game }: World) {
  return {
    badWallAttacker: game?.lowFirepowerBadwallattacker ?? 1,
    pearlHarbour: game?.lowFirepowerPearlHarbour ?? 1,
    combatBonus: game?.lowFirepowerCombatBonus ?? 1,
    bombardment: game?.lowFirepowerNonnatBombard ?? 1,
  };
}

/** Rounds after which a fight is broken off (`EFT_COMBAT_ROUNDS`); 0 for a fight to the end. */
export function combatRounds(world: World, attacker: Unit): number {
  return effectValue(world, 'EFT_COMBAT_ROUNDS', {
    unit: attacker,
    ...contextAt(world, attacker, attacker.tile),
  });
}

/** Between land and sea neither side can do the other much harm. */
function isBombardment(
  world: World,
  attacker: Unit,
  type: UnitType,
  defender: Unit,
  other: UnitType,
): boolean {
  if (isNativeTile(world, type.unitClassId, defender.tile) !== false) return false;
  const isSetting = world.game?.lowFirepowerNonnatBombard !== undefined;
  const isTarget = world.ruleset.unitClasses.get(other.unitClassId)?.flags.has('UCF_NONNAT_BOMBARD_TGT');
  if (isSetting && isTarget !== true) return false;
  const couldComeOver = canExistAt(world, other, attacker.tile) !== false;
  return !couldComeOver || isNativeTile(world, type.unitClassId, attacker.tile) === false;
}

function experienced(world: World, type: UnitType, veteran: number, points: number): number {
  return percent(points * TENTHS, veteranLevel(world, type, veteran).powerFactor);
}

/** Where the game says so, less than one whole move left makes an attack weaker. Strangers' units count as rested. */
function tired(world: World, power: number, movesLeft: number | undefined): number {
  const whole = world.ruleset.terrainControl?.moveFragments ?? 1;
  if (movesLeft === undefined) return power;
  if (world.game?.tiredAttack !== true || movesLeft >= whole) return power;
  return Math.trunc((power * movesLeft) / whole);
}

/** In per cent: walls and the like, which depend on what attacks. */
function defendBonus(world: World, attacker: Unit, defender: Unit): number {
  const context = contextAt(world, defender, defender.tile);
  return effectValue(world, 'EFT_DEFEND_BONUS', { ...context, unitType: attacker.type });
}

/** A unit as effects see it at a tile. */
function contextAt(world: World, unit: Unit, tile: number): RequirementContext {
  return { player: unit.owner, city: cityAt(world, tile), tile, unitType: unit.type };
}

/** Bonuses of a type against types with some flag: pikemen against horses ... */
function bonusAgainst(world: World, type: UnitType, enemy: UnitType, kind: CombatBonusType): number {
  return world.ruleset.unitBonuses
    .filter((bonus) => bonus.unit === type.id && bonus.type === kind && enemy.flags.has(bonus.flag))
    .reduce((sum, bonus) => sum + bonus.value, 0);
}

/** In per cent: rivers and hills by nature, forts by work, each kind on top of the other. */
function extrasBonus(world: World, unitClass: number, index: number): number {
  const tile = knownTile(world, index);
  if (tile === undefined) return 0;
  let [natural, built] = [0, 0];
  for (const extra of extrasOn(world, tile)) {
    if (!hasBit(extra.nativeTo, unitClass)) continue;
    if (extra.flags.has('EF_NATURAL_DEFENSE')) natural += extra.defenseBonus;
    else built += extra.defenseBonus;
  }
  return percent(100 + natural, 100 + built) - 100;
}

function percent(value: number, rate: number): number {
  return Math.trunc((value * rate) / 100);
}
