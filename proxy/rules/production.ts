import { hasBit } from '../freeciv/enum-codec.js';
import type { City } from '../world/city.js';
import { turnOf, type World } from '../world/world.js';
import { displayName } from './names.js';
import { buildCost, buildTurns, buyCost } from './production/costs.js';
import { canCityBuildImprovement } from './production/improvements.js';
import { allTargets, type Target, targetOf } from './production/target.js';
import { canCityBuildUnit } from './production/units.js';
import { arePossible } from './requirements.js';
import type { Tristate } from './tristate.js';

/** What a city may be told to build now. */
export interface BuildTarget {
  readonly kind: Target['kind'];
  /** Unit type or improvement number, as `kind` says. */
  readonly value: number;
  /** As people see it. */
  readonly name: string;
  /** As the ruleset calls it, and as states do. */
  readonly ruleName: string;
  /** Shields in all, whatever is in stock. */
  readonly cost: number;
  /** Turns at the present surplus after changing to it; undefined when it would never be done. */
  readonly turns: number | undefined;
  /** Citizens that leave the city with the unit. */
  readonly popCost: number;
  /** False when it hangs on what this seat cannot see. */
  readonly certain: boolean;
}

/**
 * Everything the server would accept for a city now (`can_city_build_now`), units first; what it builds already
 * included.
 */
export function buildTargets(world: World, city: City): BuildTarget[] {
  return allTargets(world).flatMap((target) => {
    const possible = canBuild(world, city, target);
    if (possible === false) return [];
    return [
      {
        kind: target.kind,
        value: target.value,
        name: displayName(target.thing.name),
        ruleName: target.thing.ruleName,
        cost: buildCost(world, target),
        turns: buildTurns(world, city, target),
        popCost: target.kind === 'VUT_UTYPE' ? target.thing.popCost : 0,
        certain: possible === true,
      },
    ];
  });
}

/** Whether a city can build something now, as the server decides when it takes city_change. */
export function canBuild(world: World, city: City, target: Pick<Target, 'kind' | 'value'>): Tristate {
  const found = targetOf(world, target.kind, target.value);
  if (found === undefined) return false;
  return found.kind === 'VUT_UTYPE'
    ? canCityBuildUnit(world, city, found.thing)
    : canCityBuildImprovement(world, city, found.thing);
}

/** Whether a city may change what it builds: not after buying, as long as what was bought is in stock. */
export function canChangeProduction(city: City): Tristate {
  if (city.detail === undefined) return 'unknown';
  return !city.detail.didBuy || city.detail.shieldStock <= 0;
}

/** Why the server would not let a city buy what it builds; `possible` when it would. */
export type BuyVerdict =
  | 'possible'
  | 'not_told'
  | 'founded_this_turn'
  | 'already_bought'
  | 'not_for_sale'
  | 'in_disorder'
  | 'too_expensive';

/** Whether a city can buy its production, as the server decides when it takes city_buy. The cost is `detail.buyCost`. */
export function canBuy(world: World, city: City): BuyVerdict {
  const { detail } = city;
  if (detail === undefined) return 'not_told';
  if (detail.turnFounded === world.game?.turn) return 'founded_this_turn';
  if (detail.didBuy) return 'already_bought';
  const target = targetOf(world, detail.productionKind, detail.productionValue);
  if (target === undefined || detail.buyCost <= 0) return 'not_for_sale';
  if (target.kind === 'VUT_IMPROVEMENT' && target.thing.flags.has('IF_GOLD')) return 'not_for_sale';
  if (target.kind === 'VUT_UTYPE' && wasInDisorder(world, city) === true) return 'in_disorder';
  const gold = world.players.get(city.owner)?.gold ?? 0;
  return detail.buyCost <= gold ? 'possible' : 'too_expensive';
}

/**
 * Whether a city was in disorder at the last turn change: it buys no units until the next, whatever its citizens feel
 * now. The server tells it by a message alone, so it is not known of a turn change that this seat did not see.
 */
function wasInDisorder(world: World, { tile }: City): Tristate {
  const before = turnOf(world) - 1;
  const isTold = world.messages.all.some(
    (message) => message.event === 'E_CITY_DISORDER' && message.tile === tile && message.turn === before,
  );
  return isTold || (world.turn.messagesBefore.has(before) || before < 1 ? false : 'unknown');
}

/** Whether nothing that this seat was not told can keep a city from buying its production. */
export function isSureToBuy(world: World, city: City): boolean {
  return city.detail?.productionKind !== 'VUT_UTYPE' || wasInDisorder(world, city) === false;
}

/** Gold the present production would cost; the same as `detail.buyCost` right after the server sent the city. */
export function productionPrice(world: World, city: City): number | undefined {
  const { detail } = city;
  if (detail === undefined) return undefined;
  const target = targetOf(world, detail.productionKind, detail.productionValue);
  return target === undefined ? undefined : buyCost(world, city, target, detail.shieldStock);
}

/**
 * More unhappy citizens than happy ones (`city_unhappy`): no production and no taxes, disorder at the next turn
 * change.
 */
export function isInDisorder({ detail }: City): boolean {
  if (detail === undefined) return false;
  const happy = detail.pplHappy.at(-1) ?? 0;
  const unhappy = detail.pplUnhappy.at(-1) ?? 0;
  const angry = detail.pplAngry.at(-1) ?? 0;
  return happy < unhappy + 2 * angry;
}

/** The buildings a city may sell now: plain improvements, one a turn. */
export function sellableBuildings(world: World, city: City): number[] {
  if (city.detail === undefined || city.detail.didSell) return [];
  return [...world.ruleset.improvements.values()]
    .filter(({ id, genus }) => genus === 'IG_IMPROVEMENT' && hasBit(city.improvements, id))
    .map(({ id }) => id);
}

/** Gold for selling a building (`impr_sell_gold`). */
export function sellPrice(world: World, improvement: number): number {
  const target = targetOf(world, 'VUT_IMPROVEMENT', improvement);
  return target === undefined ? 0 : buildCost(world, target);
}

/** The specialists that citizens of a city may be. */
export function usableSpecialists(world: World, city: City): number[] {
  return [...world.ruleset.specialists.values()]
    .filter(({ reqs }) => arePossible(world, reqs, { player: city.owner, city }) === true)
    .map(({ id }) => id);
}
