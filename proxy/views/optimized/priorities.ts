import type { Threat } from '#shared/protocol/state/prospects.js';
import type { ProductionAdvice } from '#shared/protocol/state/summaries.js';
import { listUpTo } from '../../rules/lookup/names.js';
import { researchOf } from '../../rules/lookup/players.js';
import { canBuy } from '../../rules/production/buy-and-sell.js';
import { productionOf } from '../../rules/production/target.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import { isMilitaryType } from '../../rules/units/unit-type.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import type { Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { cityView } from '../entities/city-view.js';
import { treatyView } from '../entities/nation-view.js';
import { researchView } from '../entities/research-view.js';
import { foundersOf } from '../production/unit-choices.js';
import type { SettlingOutlook } from '../settling/settling.js';
import { defendersOf, type Situation } from '../situation.js';
import { positionText } from '../text-parts.js';
import { attackAdvice, defenceAdvice, problemAdvice, starvationAdvice } from './city-advice.js';
import { founderAdvice, idleAdvice, scoutAdvice } from './unit-advice.js';

const MAX_PRIORITIES = 10;
const MAX_ADVISED = 3;

/** What the priorities are worked out from. */
export interface PriorityInputs {
  readonly situation: Situation;
  readonly threats: readonly Threat[];
  readonly settling: SettlingOutlook;
  /** What cities should build, by city id. */
  readonly production: ReadonlyMap<number, ProductionAdvice>;
}

/** The most urgent decisions first, at most `most`, each as `what_to_do: about what`. */
export function immediatePriorities(matters: PriorityInputs, most = MAX_PRIORITIES): readonly string[] {
  const { situation, threats, settling } = matters;
  const all = [
    ...problemAdvice(situation, 'disorder', 'restore_order'),
    ...attackAdvice(situation, threats),
    ...founderAdvice(situation, settling.plan),
    ...research(situation),
    ...treaties(situation),
    ...starvationAdvice(situation),
    ...defenceAdvice(situation),
    ...production(situation, matters.production),
    ...settlers(situation, settling),
    ...scoutAdvice(situation),
    ...idleAdvice(situation, settling.plan),
    ...purchases(situation),
  ];
  return all.length === 0 ? ['end_turn: nothing needs a decision'] : all.slice(0, most);
}

function research({ world, me }: Situation): readonly string[] {
  const own = researchOf(world, me);
  if (own === undefined) return [];
  const { researching, available } = researchView(world, own);
  if (researching !== null || available.length === 0) return [];
  return [`choose_research: ${available.join(', ')}`];
}

function treaties({ world }: Situation): readonly string[] {
  return [...world.treaties.values()].map((treaty) => treatyAdvice(world, treaty));
}

/** The line about a treaty that is being negotiated: the partner, and the clauses. */
export function treatyAdvice(world: World, treaty: Treaty): string {
  const { player_id: id, clauses, other_accepted: accepted } = treatyView(world, treaty);
  const name = `${nameText(world.players.get(id)?.name ?? 'player')} (player ${id})`;
  const terms = clauses.map(({ giver, type, value }) => {
    const what = value === null ? type : `${type} ${value}`;
    return giver === id ? `they give ${what}` : `we give ${what}`;
  });
  const on = terms.length === 0 ? 'nothing yet' : terms.join(', ');
  return `answer_treaty: ${name} ${accepted ? 'has accepted' : 'is at the table'}: ${on}`;
}

/** Where something else is worth more than what is built. */
function production({ cities }: Situation, advice: ReadonlyMap<number, ProductionAdvice>): readonly string[] {
  const advised = cities.flatMap(({ id, name }) => {
    const build = advice.get(id)?.build;
    return build === undefined ? [] : [`${build} in ${nameText(name)}`];
  });
  return advised.length === 0 ? [] : [`choose_production: ${listUpTo(MAX_ADVISED, advised)}`];
}

/** When there is room, no settlers on the way to it, and a city that can build settlers. */
function settlers(situation: Situation, { sites: [site] }: SettlingOutlook): readonly string[] {
  const { world, units, cities } = situation;
  if (site === undefined || !cities.some((city) => foundersOf(situation, city).length > 0)) return [];
  const coming = cities.some((city) => {
    const made = productionOf(world, city);
    return made?.kind === 'VUT_UTYPE' && made.thing.popCost > 0;
  });
  if (coming || units.some((unit) => canFoundCities(world, unit))) return [];
  return [`build_settlers: room for a city at ${positionText(world, site.tile)}`];
}

/** Production that the available gold can buy, the cheapest; no further defender for a city that has one. */
function purchases(situation: Situation): readonly string[] {
  const { world, cities, player } = situation;
  const gold = player?.gold ?? 0;
  const useful = cities
    .filter((city) => !buildsSpareGuard(situation, city))
    .filter((city) => canBuy(world, city) === 'possible')
    .map((city) => ({ city, view: cityView(world, city) }))
    .filter(({ view }) => (view.production_turns ?? 99) > 2)
    .filter(
      ({ view }) =>
        (view.buy_cost ?? 0) > 0 && (view.buy_cost ?? 0) * 2 <= gold && view.production_cost !== null,
    )
    .sort((a, b) => (a.view.buy_cost ?? 0) - (b.view.buy_cost ?? 0));
  const [best] = useful;
  if (best === undefined) return [];
  return [
    `buy_production: ${best.view.production} in ${nameText(best.city.name)} for ${best.view.buy_cost} of ${gold} gold`,
  ];
}

function buildsSpareGuard(situation: Situation, city: City): boolean {
  const { detail } = city;
  if (detail?.productionKind !== 'VUT_UTYPE') return false;
  const type = situation.world.ruleset.unitTypes.get(detail.productionValue);
  return type !== undefined && isMilitaryType(type) && defendersOf(situation, city).length > 0;
}
