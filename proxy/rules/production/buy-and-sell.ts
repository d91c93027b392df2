import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import { turnOf, type World } from '../../world/world.js';
import { turnsToSpare } from '../cities/growth.js';
import type { Tristate } from '../lookup/tristate.js';
import { buildCost, buyCost, popCostOf } from './build-costs.js';
import { isEndless, productionOf, targetOf } from './target.js';

/** Whether a city can buy what it builds and has it next turn (`possible`), or why not. */
export type BuyVerdict =
  | 'possible'
  | 'not_told'
  | 'founded_this_turn'
  | 'already_bought'
  | 'complete'
  | 'not_for_sale'
  | 'in_disorder'
  | 'too_small'
  | 'too_expensive';

/**
 * Whether a city can buy its production, as the server decides it for city_buy. The cost is `detail.buyCost`. `too_small` is
 * stricter than the server, which takes the gold: the unit needs citizens that the city does not have at the turn change
 * (`city_build_unit`, before `city_populate`), and is not completed.
 */
export function canBuy(world: World, city: City): BuyVerdict {
  const { detail } = city;
  if (detail === undefined) return 'not_told';
  if (detail.turnFounded === world.game?.turn) return 'founded_this_turn';
  if (detail.didBuy) return 'already_bought';
  const target = productionOf(world, city);
  if (target === undefined || isEndless(target)) return 'not_for_sale';
  if (detail.buyCost <= 0)
    return detail.shieldStock >= buildCost(world, target) ? 'complete' : 'not_for_sale';
  if (target.kind === 'VUT_UTYPE' && wasInDisorder(world, city) === true) return 'in_disorder';
  if (turnsToSpare(world, city, popCostOf(world, city, target)) !== 1) return 'too_small';
  const gold = world.players.get(city.owner)?.gold ?? 0;
  return detail.buyCost <= gold ? 'possible' : 'too_expensive';
}

/** Whether a city was in disorder at the last turn change: it buys no units then. Known from a message alone. */
function wasInDisorder(world: World, { tile }: City): Tristate {
  const before = turnOf(world) - 1;
  const isTold = world.messages.all.some(
    (message) => message.event === 'E_CITY_DISORDER' && message.tile === tile && message.turn === before,
  );
  return isTold || (world.turn.messagesBefore.has(before) || before < 1 ? false : 'unknown');
}

/** Whether a city can certainly buy its production: nothing that this seat does not know can prevent it. */
export function isSureToBuy(world: World, city: City): boolean {
  return city.detail?.productionKind !== 'VUT_UTYPE' || wasInDisorder(world, city) === false;
}

/** Gold the present production would cost; the same as `detail.buyCost` right after the server sent the city. */
export function productionPrice(world: World, city: City): number | undefined {
  const target = productionOf(world, city);
  return target && buyCost(world, city, target, city.detail?.shieldStock ?? 0);
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
