import type { Offer } from '#shared/protocol/state/offer.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { allTechs, ownResearch, type Tech, turnsForBulbs } from '../../../proxy/rules/lookup/research.js';
import { maxRate, type Rates } from '../../../proxy/rules/players/government.js';
import {
  type ReachableGovernment,
  reachableGovernments,
} from '../../../proxy/rules/players/reachable-governments.js';
import {
  currentRates,
  luxurySteps,
  type RealmBasis,
  type RealmTotals,
  realmBasis,
  realmTotals,
} from '../../../proxy/rules/players/realm-forecast.js';
import { type SwitchCost, switchCost } from '../../../proxy/rules/players/research-switch.js';
import type { World } from '../../../proxy/world/world.js';
import { governmentLine } from '../counsel/government-counsel.js';
import { openedByTech } from '../rules/opened-by-tech.js';
import { turnsText } from '../text-parts.js';
import { changed, plainOption, priorityWorth, type RankedOption } from './ranked-option.js';

/** What the options of a nation are worked out from. */
interface NationInputs {
  readonly world: World;
  readonly basis: RealmBasis;
  readonly now: RealmTotals;
  readonly governments: readonly ReachableGovernment[];
  readonly rates: ReadonlyMap<string, Rates>;
}

/** What a nation can do: what technologies cost and open, what governments and rates would make of it, treaties, votes. */
export function nationOptions(world: World, me: number, offers: readonly Offer[]): readonly RankedOption[] {
  const basis = realmBasis(world, me);
  const inputs = {
    world,
    basis,
    now: realmTotals(basis),
    governments: reachableGovernments(world),
    rates: comparedRates(world, me),
  };
  return offers.map((offer) => nationOption(inputs, offer));
}

function nationOption(inputs: NationInputs, offer: Offer): RankedOption {
  switch (offer.type) {
    case 'tech_research':
      return researchOption(inputs, offer);
    case 'tech_goal':
      return goalOption(inputs, offer);
    case 'player_government':
      return governmentOption(inputs, offer);
    case 'player_rates':
      return ratesOption(inputs, offer);
    case 'end_turn':
      return plainOption(offer, 0);
    default:
      return plainOption(offer, priorityWorth(offer) - 60);
  }
}

function techOf({ world }: NationInputs, { target }: Offer): Tech | undefined {
  const name = target !== undefined && 'value' in target ? target.value : undefined;
  return allTechs(world).find((tech) => wireNameOf(tech) === name);
}

function researchOption(inputs: NationInputs, offer: Offer): RankedOption {
  const { world } = inputs;
  const tech = techOf(inputs, offer);
  const cost = tech && switchCost(world, tech.id);
  if (tech === undefined || cost === undefined) return plainOption(offer, priorityWorth(offer));
  const { governments, unitTypes, improvements, extras } = openedByTech(world, tech);
  const things = [...unitTypes, ...improvements, ...extras];
  const opens = [...governments, ...things].map(({ name }) => displayName(name));
  const turns = turnsOf(world, cost);
  const worth = 20 * Math.min(1, governments.length) + 3 * Math.min(4, things.length);
  return {
    offer,
    worth: priorityWorth(offer) + worth + 20 - Math.min(40, turns ?? 40),
    what: () =>
      [...costWords(world, cost), ...(opens.length > 0 ? [`opens ${opens.join(', ')}`] : [])].join('; '),
  };
}

/** `146 bulbs, 6 turns`, and what turning to it loses. */
function costWords(world: World, cost: SwitchCost): readonly string[] {
  const turns = turnsOf(world, cost);
  const time = turns === undefined ? 'never at the present rate' : turnsText(turns);
  return [`${cost.bulbs} bulbs, ${time}`, ...(cost.lost > 0 ? [`loses ${cost.lost} bulbs`] : [])];
}

function turnsOf(world: World, { bulbs }: SwitchCost): number | undefined {
  const research = ownResearch(world);
  return research && turnsForBulbs(world, research, bulbs);
}

/** Goals that bring a government come first; the others are offered with the nearest first. */
function goalOption(inputs: NationInputs, offer: Offer): RankedOption {
  const tech = techOf(inputs, offer);
  const reachable = inputs.governments.find((one) => one.tech !== undefined && one.tech === tech?.id);
  if (reachable !== undefined && (reachable.turns ?? MAX_GOAL_TURNS) < MAX_GOAL_TURNS)
    return governmentChange(inputs, offer, reachable, GOAL_WORTH);
  // A goal leaves the present research as it is, so that no bulbs are lost.
  const what = () => {
    const { world } = inputs;
    const cost = tech && switchCost(world, tech.id);
    return cost === undefined ? 'work towards it' : (costWords(world, cost)[0] ?? '');
  };
  return { offer, worth: 20, what };
}

/** Governments that take more turns of research are not compared. */
const MAX_GOAL_TURNS = 25;
const GOAL_WORTH = 130;
const REVOLUTION_WORTH = 140;

function governmentOption(inputs: NationInputs, offer: Offer): RankedOption {
  const { target } = offer;
  const name = target !== undefined && 'value' in target ? target.value : undefined;
  const reachable = inputs.governments.find(
    ({ government, tech }) => tech === undefined && wireNameOf(government) === name,
  );
  return reachable === undefined
    ? plainOption(offer, 0)
    : governmentChange(inputs, offer, reachable, REVOLUTION_WORTH);
}

/** What another government would make of the realm; it comes first when the realm makes more under it. */
function governmentChange(
  { basis, now }: NationInputs,
  offer: Offer,
  reachable: ReachableGovernment,
  worth: number,
): RankedOption {
  const { text, weight } = governmentLine(basis, now, reachable);
  return { offer, worth: weight > 0 ? worth + weight : worth - 80, what: () => text };
}

/** Rates whose consequences are worked out: as much science or tax as can be, and more luxury step by step. */
function comparedRates(world: World, me: number): ReadonlyMap<string, Rates> {
  const { luxury } = currentRates(world, me);
  const most = maxRate(world, me);
  const science = Math.min(most, 100 - luxury);
  const rates = [
    { tax: 100 - luxury - science, luxury, science },
    { tax: science, luxury, science: 100 - luxury - science },
    ...luxurySteps(world, me),
  ];
  return new Map(rates.map((one) => [ratesKey(one), one]));
}

function ratesKey({ tax, luxury, science }: Rates): string {
  return `${tax}/${luxury}/${science}`;
}

function ratesOption({ basis, now, rates }: NationInputs, offer: Offer): RankedOption {
  const { tax = 0, luxury = 0, science = 0 } = offer;
  const compared = rates.get(ratesKey({ tax, luxury, science }));
  if (compared === undefined) return plainOption(offer, 0);
  const then = realmTotals(basis, compared);
  const words = [
    ...changed('bulbs', now.bulbs, then.bulbs),
    ...changed('gold a turn', now.gold, then.gold),
    ...changed('cities in disorder', now.disorder.length, then.disorder.length),
    ...changed('cities that celebrate', now.celebrating.length, then.celebrating.length),
  ];
  const calmed = now.disorder.length - then.disorder.length;
  const more = then.bulbs - now.bulbs + (then.gold - now.gold);
  const isPayable = then.gold >= 0 || then.gold >= now.gold;
  const worth = calmed === 0 ? (isPayable ? Math.max(-40, Math.min(20, more)) : -60) : calmed > 0 ? 120 : -80;
  return {
    offer,
    worth: 90 + worth,
    what: () => (words.length === 0 ? 'changes nothing' : words.join(', ')),
  };
}
