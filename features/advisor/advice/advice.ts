import type { Advice } from '#shared/protocol/state/brief.js';
import { unitsOf } from '../../../proxy/plans/everything-but.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { outputWorth } from '../../../proxy/rules/players/output-worth.js';
import { realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { productionChoices } from '../production/advice.js';
import { settlingOutlook } from '../settling/settling.js';
import type { Situation } from '../situation.js';
import { productionOrders, purchaseOrders, tileOrders } from './city-orders.js';
import { governmentOrder, ratesOrder, ratesOutlook, spaceOrders } from './nation-orders.js';
import { allianceOrders, ceasefireOrders, peaceOrders } from './peace-orders.js';
import { researchOrder } from './research-order.js';
import { tradesOf } from './trade-orders.js';
import { treatyOrders } from './treaty-orders.js';
import type { IsTried } from './tried-actions.js';
import { isRest, unitOrders } from './unit-orders.js';
import { upgradeOrders } from './upgrade-orders.js';

/**
 * Actions that seem best now, the most urgent first, but for those that were tried in vain. Each follows from the rules of this
 * game and the state; none is done by itself.
 */
export function adviceOf(
  situation: Situation,
  plans: readonly Plan[],
  isTried: IsTried = () => false,
): readonly Advice[] {
  return allAdvice(situation, plans, isTried).filter(({ do: action }) => !isTried(action));
}

function allAdvice(situation: Situation, plans: readonly Plan[], isTried: IsTried): readonly Advice[] {
  const { world, me, player } = situation;
  if (player?.isAlive !== true) return [];
  const { plan } = settlingOutlook(situation);
  const basis = realmBasis(world, me);
  const rates = ratesOutlook(basis);
  const planned = new Set(plans.flatMap(unitsOf));
  const choices = productionChoices(situation);
  const isResearchPlanned = plans.some(({ kind }) => kind === 'research_queue');
  // What a treaty brings or costs comes first: research and purchases follow in the next brief.
  const trades = tradesOf(world, isTried);
  const isTrading = trades.some(({ gold }) => gold !== undefined);
  const upgrades = isTrading ? [] : upgradeOrders(situation).filter(({ do: action }) => !isTried(action));
  const isSpent = isTrading || upgrades.length > 0;
  const purchases =
    basis.cities.length === 0 || isSpent
      ? []
      : purchaseOrders(situation, choices, outputWorth(world), turnsLeft(world));
  const isLandDelegated = plans.some((one) => one.kind === 'delegation' && one.part === 'workers');
  const orders = unitOrders(situation, { plan, planned, isLandDelegated, isTried });
  // A city is told one thing: to buy what it builds, or to build another.
  const buying = new Set(purchases.map(({ do: action }) => action.city_id));
  return [
    ...spaceOrders(world),
    ...treatyOrders(world),
    ...peaceOrders(world),
    ...allianceOrders(world, isTried),
    ...trades.map(({ do: action, why }) => ({ do: action, why })),
    ...(isResearchPlanned || trades.some(({ tech }) => tech !== undefined)
      ? []
      : researchOrder(basis, rates)),
    ...orders.filter((order) => !isRest(order)),
    ...productionOrders(choices.filter(({ city }) => !buying.has(city.id))),
    ...(basis.cities.length === 0
      ? []
      : [...governmentOrder(basis, rates), ...tileOrders(basis, isTried), ...ratesOrder(basis, rates)]),
    ...ceasefireOrders(world, isTried),
    ...upgrades,
    ...purchases,
    ...orders.filter(isRest),
  ];
}
