import type { RuleEntry } from '#shared/protocol/state/answers.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import type { Government } from '../../proxy/rules/players/government.js';
import { anarchyTurns, reachableGovernments } from '../../proxy/rules/players/reachable-governments.js';
import {
  calmRates,
  type RealmTotals,
  realmBasis,
  realmTotals,
} from '../../proxy/rules/players/realm-forecast.js';
import { areMet } from '../../proxy/rules/requirements/requirements.js';
import type { World } from '../../proxy/world/world.js';
import { governmentForecast } from '../advisor/rules/government-forecast.js';
import { turnsText } from '../advisor/text-parts.js';
import { governmentNumbers } from './government-numbers.js';
import { requiresWords } from './requirement-words.js';
import { ruleEntry } from './rule-entry.js';

/** What the ruleset says of a government, in sentences: its numbers, and what it would change for the seat now. */
export function governmentEntry(world: World, government: Government): RuleEntry {
  return ruleEntry('government', government, [
    requiresWords(world, government.reqs) ?? 'Requires nothing.',
    governmentStanding(world, government),
    ...governmentNumbers(world, government),
    ...changesForMe(world, government),
  ]);
}

function governmentStanding(world: World, { id, reqs }: Government): string | undefined {
  const me = world.seat.player;
  if (me === undefined) return undefined;
  if (world.players.get(me)?.government === id) return 'It is yours now.';
  if (id === world.game?.governmentDuringRevolutionId)
    return 'It is what a revolution brings until it is over.';
  return areMet(world, reqs, { player: me }) === true ? 'You could change to it by a revolution.' : undefined;
}

/** The totals of the seat's cities now and under the government, with the units and worked tiles of now. */
function changesForMe(world: World, { id }: Government): readonly string[] {
  const me = world.seat.player;
  const own = world.players.get(me ?? -1);
  if (me === undefined || own === undefined || own.government === id) return [];
  const basis = realmBasis(world, me);
  if (basis.cities.length === 0) return [];
  const now = realmTotals(basis);
  const { rates, totals } = calmRates(governmentForecast(world, me, id));
  const change = (of: (made: RealmTotals) => number) => `${of(now)} to ${of(totals)}`;
  return [
    `For you now, at rates ${rates.tax}/${rates.luxury}/${rates.science} (tax/luxury/science) and with your present units: ` +
      `trade ${change(({ trade }) => trade)} (lost by corruption ${change(({ corruption }) => corruption)}), ` +
      `bulbs ${change(({ bulbs }) => bulbs)}, gold ${change(({ gold }) => gold)}, ` +
      `shields ${change(({ shields }) => shields)} (units cost ${change(({ unitShields }) => unitShields)}), ` +
      `food ${change(({ food }) => food)}, cities in disorder ${change(({ disorder }) => disorder.length)}.`,
    ...wayThere(world, id),
  ];
}

function wayThere(world: World, id: number): readonly string[] {
  const reachable = reachableGovernments(world).find(({ government }) => government.id === id);
  const anarchy = anarchyTurns(world);
  if (reachable === undefined) return [];
  const { tech, bulbs, turns } = reachable;
  const need = tech === undefined ? undefined : world.ruleset.techs.get(tech);
  const when = turns === undefined ? 'no progress at present' : `${turnsText(turns)} at present`;
  const length = anarchy === undefined ? [] : [`A revolution takes ${anarchyLength(anarchy)} of anarchy.`];
  return need === undefined
    ? length
    : [`${displayName(need.name)} takes ${bulbs} bulbs, ${when}.`, ...length];
}

function anarchyLength({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? turnsText(max) : `${min} to ${max} turns`;
}
