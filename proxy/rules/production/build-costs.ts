import { memoByInput } from '#shared/core/memo.js';
import type { City } from '../../world/city.js';
import { turnOf, type World } from '../../world/world.js';
import { turnsToSpare } from '../cities/growth.js';
import { isWonder } from '../lookup/cities.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import { effectValue } from '../requirements/effects.js';
import type { Requirement } from '../requirements/requirement.js';
import { requiredName } from '../requirements/requirement-names.js';
import type { Target } from './target.js';

/** Shields of a target (`impr_build_shield_cost`, `utype_build_shield_cost`, `shieldbox`), whatever is in stock. */
export function buildCost(world: World, target: Target): number {
  const box = world.game?.shieldbox ?? 100;
  return Math.max(1, Math.trunc((target.thing.buildCost * box) / 100));
}

/**
 * Turns until a city has built a target at its present surplus, with the stock that remains after a change to it; 1 means at
 * the next turn change. A unit that takes citizens waits until the city has grown. Undefined when it would never be
 * done, or when this city is not known well enough.
 */
export function buildTurns(world: World, city: City, target: Target): number | undefined {
  const made = shieldTurns(world, city, target);
  const grown = turnsToSpare(world, city, popCostOf(world, city, target));
  return made === undefined || grown === undefined ? undefined : Math.max(made, grown);
}

/** Turns until a city has the shields for a target; undefined when it makes none. */
export function shieldTurns(world: World, city: City, target: Target): number | undefined {
  const { detail } = city;
  if (detail === undefined) return undefined;
  const missing = buildCost(world, target) - stockOf(world, city, target);
  if (missing <= 0) return 1;
  const surplus = shieldsATurn(city);
  return surplus > 0 ? Math.ceil(missing / surplus) : undefined;
}

/** Citizens that leave a city with a target (`utype_pop_value`: `pop_cost` less the effect Popcost_Free). */
export function popCostOf(world: World, city: City, target: Target): number {
  if (target.kind !== 'VUT_UTYPE' || target.thing.popCost === 0) return 0;
  const context = { player: city.owner, city, tile: city.tile, unitType: target.value };
  return Math.max(0, target.thing.popCost - effectValue(world, 'EFT_POPCOST_FREE', context));
}

/** Gold for a target (`impr_buy_gold_cost`, `utype_buy_gold_cost`) with `stock` shields; 0: it cannot be bought. */
export function buyCost(world: World, city: City, target: Target, stock: number): number {
  const missing = buildCost(world, target) - stock;
  const fresh = stock === 0 ? 2 : 1;
  if (target.kind === 'VUT_UTYPE') {
    const price = missing > 0 ? 2 * missing + Math.trunc((missing * missing) / 20) : 0;
    const context = { player: city.owner, city, tile: city.tile, unitType: target.value };
    const percent = 100 + effectValue(world, 'EFT_UNIT_BUY_COST_PCT', context);
    return Math.trunc((price * fresh * percent) / 100);
  }
  if (target.thing.flags.has('IF_GOLD')) return 0;
  const price = missing > 0 ? 2 * missing : 0;
  const context = { player: city.owner, city, building: target.value };
  const percent = 100 + effectValue(world, 'EFT_IMPR_BUY_COST_PCT', context);
  return Math.trunc((price * fresh * percent) / 100);
}

/** Shields that a city has for a target: its stock, less what a change to the target loses. */
export function stockOf(world: World, city: City, target: Target): number {
  const { detail } = city;
  const isPresent = detail?.productionKind === target.kind && detail.productionValue === target.value;
  return isPresent ? detail.shieldStock : stockAfterChange(world, city, target);
}

/** Shields left after a change (`city_change_production_penalty`): half is lost between units, buildings, wonders. */
export function stockAfterChange(world: World, city: City, target: Target): number {
  const { detail } = city;
  if (detail === undefined) return 0;
  const { beforeChangeShields: before, lastTurnsShieldSurplus, disbandedShields, caravanShields } = detail;
  const from = classOf(world, detail.changedFromKind, detail.changedFromValue);
  let free = 0;
  if (from === undefined || from === classOf(world, target.kind, target.value)) free = before;
  else if (detail.turnLastBuilt + 1 >= turnOf(world)) free = Math.min(lastTurnsShieldSurplus, before);
  const penalized = before - free;
  const helped = takesCaravanShields(world, target);
  const full = free + disbandedShields + (helped ? caravanShields : 0);
  return full + Math.trunc((penalized + (helped ? 0 : caravanShields)) / 2);
}

const SHIELDS = 1;

function classOf(world: World, kind: string, value: number): 'unit' | 'wonder' | 'improvement' | undefined {
  if (kind === 'VUT_UTYPE') return 'unit';
  if (kind !== 'VUT_IMPROVEMENT') return undefined;
  const building = world.ruleset.improvements.get(value);
  return building !== undefined && isWonder(building) ? 'wonder' : 'improvement';
}

const ofUnits = ['VUT_UTYPE', 'VUT_UCLASS', 'VUT_UTFLAG', 'VUT_UCFLAG'];
const ofBuildings = ['VUT_IMPROVEMENT', 'VUT_IMPR_GENUS'];

/** Whether units that help build wonders may help with it: then their shields come without loss. */
export function takesCaravanShields(world: World, target: Target): boolean {
  return isHelpEnabled(target.thing, rulesetIndex(world.ruleset), { world, target });
}

interface InWorld {
  readonly world: World;
  readonly target: Target;
}

const isHelpEnabled = memoByInput((_: Target['thing'], _index: RulesetIndex, { world, target }: InWorld) => {
  const others = target.kind === 'VUT_IMPROVEMENT' ? ofUnits : ofBuildings;
  return world.ruleset.actionEnablers.some(
    ({ enabledAction, targetReqs }) =>
      enabledAction === 'ACTION_HELP_WONDER' &&
      targetReqs.every(
        (requirement) =>
          !(requirement.present && others.includes(requirement.type)) && !excludesTarget(requirement, target),
      ),
  );
});

function excludesTarget(requirement: Requirement, target: Target): boolean {
  if (requirement.range !== 'REQ_RANGE_LOCAL') return false;
  if (requirement.type === target.kind) return (requirement.value === target.value) !== requirement.present;
  if (requirement.type !== 'VUT_IMPR_GENUS' || target.kind !== 'VUT_IMPROVEMENT') return false;
  return (requiredName(requirement) === target.thing.genus) !== requirement.present;
}

/** Shields that a city adds to what it builds each turn. */
export function shieldsATurn({ detail }: City): number {
  return Math.max(0, detail?.surplus[SHIELDS] ?? 0);
}
