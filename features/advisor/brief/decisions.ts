import type { TreatyView } from '#shared/protocol/state/nation.js';
import type { Note } from '#shared/protocol/state/notes.js';
import type { AttentionRequest } from '../../../proxy/orders/tracked-order.js';
import { unitsOf } from '../../../proxy/plans/everything-but.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { wayDanger } from '../../../proxy/plans/way-danger.js';
import { turnsToSpare } from '../../../proxy/rules/cities/growth.js';
import { displayName, listUpTo } from '../../../proxy/rules/lookup/names.js';
import { ownDefeat, researchOf } from '../../../proxy/rules/lookup/players.js';
import { buildCost, popCostOf } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { isEndless, productionName, productionOf } from '../../../proxy/rules/production/target.js';
import { canFoundCities } from '../../../proxy/rules/units/action-enablers.js';
import { isIdle } from '../../../proxy/rules/units/unit-activities.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import { treatyView } from '../../../proxy/views/entities/nation-view.js';
import { researchView } from '../../../proxy/views/entities/research-view.js';
import type { City } from '../../../proxy/world/city.js';
import { plainText } from '../../../proxy/world/messages.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { type Overdue, overdueBy } from '../production/postponed.js';
import { foundersSites, type Site } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { positionText, unitWithId, whenText } from '../text-parts.js';
import type { PendingDecision } from './pending-decision.js';
import { planDecisions } from './plan-decisions.js';

/** Names in one line. */
const MAX_NAMED = 8;

/** Turns that a city with all the shields may wait for citizens. */
const MAX_STALLED_TURNS = 2;

/** The inputs of decisions, other than the situation. */
export interface DecisionInputs {
  /** Where idle founders of cities should go, by unit id. */
  readonly plan: ReadonlyMap<number, Site>;
  /** Units that were woken or have nothing left to do. */
  readonly calls: readonly AttentionRequest[];
  /** Standing plans: what they see to needs no decision. */
  readonly plans: readonly Plan[];
  /** The agent's own notes whose turn has come. */
  readonly notes: readonly Note[];
  /** The number of messages before those that are read. */
  readonly since: number;
}

/** What `decisionsOf` finds in a world, with the present plan of settling; none for a player that is dead. */
export function pendingDecisions(
  world: World,
  inputs: Omit<DecisionInputs, 'plan'>,
): readonly PendingDecision[] {
  if (ownDefeat(world) !== undefined) return [];
  const situation = situationOf(world);
  return decisionsOf(situation, { ...inputs, plan: foundersSites(situation) });
}

/** What needs a decision of the agent, most pressing first. Each unit is in one line. */
export function decisionsOf(situation: Situation, inputs: DecisionInputs): readonly PendingDecision[] {
  const planned = new Set(inputs.plans.flatMap(unitsOf));
  const free = { ...situation, units: situation.units.filter(({ id }) => !planned.has(id)) };
  return [
    ...disorder(situation),
    ...(inputs.plans.some(({ kind }) => kind === 'research_queue') ? [] : research(situation)),
    ...treatyDecisions(situation.world),
    ...inputs.notes.map(noteReminder),
    ...planDecisions(situation.world, inputs.plans),
    ...founders(free, inputs.plan),
    ...production(situation, inputs.since),
    ...idleUnits(free, inputs),
  ];
}

function noteReminder({ id, text }: Note): PendingDecision {
  return { why: 'note', keys: [`note ${id}`], text: `note ${id}: ${text}`, recurs: false };
}

function disorder(situation: Situation): readonly PendingDecision[] {
  const cities = situation.cities.filter((city) => cityView(situation.world, city).disorder === true);
  if (cities.length === 0) return [];
  const names = cities.map(({ id, name }) => `${nameText(name)} ${id}`);
  return [
    {
      why: 'disorder',
      keys: cities.map(({ id }) => `disorder ${id}`),
      text: `restore_order: ${listUpTo(MAX_NAMED, names)}`,
      recurs: true,
    },
  ];
}

function research({ world, me }: Situation): readonly PendingDecision[] {
  const own = researchOf(world, me);
  const view = own && researchView(world, own);
  if (view === undefined || view.researching !== null || view.available.length === 0) return [];
  const text = `choose_research: ${listUpTo(MAX_NAMED, view.available)}`;
  return [{ why: 'research', keys: [text], text, recurs: true }];
}

/** A meeting with clauses that wait for this player. */
export function treatyDecisions(world: World): readonly PendingDecision[] {
  return [...world.treaties.values()].flatMap((treaty) => {
    const view = treatyView(world, treaty);
    const { player_id: id, clauses, i_accepted: isAccepted, other_accepted: isOffered } = view;
    if (isAccepted || (clauses.length === 0 && !isOffered)) return [];
    const key = `treaty ${id} ${JSON.stringify(clauses)} ${isOffered}`;
    return [{ why: 'treaty' as const, keys: [key], text: treatyText(world, view), recurs: false }];
  });
}

/** The line about a treaty that is being negotiated: the partner, and the clauses. */
function treatyText(world: World, { player_id: id, clauses, other_accepted: isOffered }: TreatyView): string {
  const name = `${nameText(world.players.get(id)?.name ?? 'player')} (player ${id})`;
  const terms = clauses.map(({ giver, type, value }) => {
    const what = value === null ? type : `${type} ${value}`;
    return giver === id ? `they give ${what}` : `we give ${what}`;
  });
  const on = terms.length === 0 ? 'nothing yet' : terms.join(', ');
  return `answer_treaty: ${name} ${isOffered ? 'has accepted' : 'is at the table'}: ${on}`;
}

function founders(situation: Situation, plan: ReadonlyMap<number, Site>): readonly PendingDecision[] {
  const { world } = situation;
  return situation.units.flatMap((unit) => {
    const site = plan.get(unit.id);
    if (site === undefined) return [];
    const what =
      site.tile === unit.tile
        ? 'found a city here'
        : `go to ${positionText(world, site.tile)} and found a city ${whenText(site.founder?.turns ?? 0)}`;
    const danger = wayDanger(world, unit, site.tile);
    const text = `settle: ${unitWithId(world, unit)} at ${positionText(world, unit.tile)} can ${what}${danger === undefined ? '' : `; ${danger}`}`;
    return [{ why: 'settlers' as const, keys: [`unit ${unit.id}`], text, recurs: false }];
  });
}

/** Cities that postponed at the turn change what they can build by now, and build something else; by city id. */
function overdue({ world }: Situation, since: number): ReadonlyMap<number, PendingDecision> {
  const decisions = new Map<number, PendingDecision>();
  for (const { event, text: said } of world.messages.after(since)) {
    const found = event === 'E_CITY_CANTBUILD' ? overdueBy(world, said) : undefined;
    if (found === undefined || !isWaiting(found) || decisions.has(found.city.id)) continue;
    const { city, target } = found;
    const name = displayName(target.thing.name);
    const text = `choose_production: ${nameText(city.name)} ${city.id} builds ${productionName(world, city)}; ${name}, which it postponed on its worklist, can be built now`;
    const keys = [`production ${city.id} ${name}`];
    decisions.set(city.id, { why: 'production', keys, text, recurs: false });
  }
  return decisions;
}

function isWaiting({ city: { detail }, target }: Overdue): boolean {
  const isTarget = (kind: string, value: number) => kind === target.kind && value === target.value;
  if (detail === undefined || isTarget(detail.productionKind, detail.productionValue)) return false;
  return detail.worklist.some(({ kind, value }) => isTarget(kind, value));
}

/** Cities that still build what the server's advisor chose (freeciv: advisor_choose_build). */
function production(situation: Situation, since: number): readonly PendingDecision[] {
  const postponed = overdue(situation, since);
  return [
    ...postponed.values(),
    ...obsolete(situation),
    ...situation.cities.flatMap((city) => stalled(situation.world, city)),
    ...advisorsChoices(situation, since, postponed),
  ];
}

/** What cities build and cannot build any more: a line for each product. */
function obsolete({ world, cities }: Situation): readonly PendingDecision[] {
  const stopped = new Map<string, City[]>();
  for (const city of cities) {
    const target = productionOf(world, city);
    if (target === undefined || isEndless(target) || canBuild(world, city, target) !== false) continue;
    const thing = displayName(target.thing.name);
    stopped.set(thing, [...(stopped.get(thing) ?? []), city]);
  }
  return [...stopped].map(([thing, all]) => {
    const names = all.map(({ id, name }) => `${nameText(name)} ${id}`);
    return {
      why: 'production',
      keys: all.map(({ id }) => `stalled ${id} ${thing}`),
      text: `choose_production: ${thing} cannot be built any more in ${listUpTo(MAX_NAMED, names)}`,
      recurs: false,
    };
  });
}

/** A city that has the shields for what it builds and lacks the citizens. */
function stalled(world: World, city: City): readonly PendingDecision[] {
  const target = productionOf(world, city);
  const stock = city.detail?.shieldStock ?? 0;
  if (target === undefined || isEndless(target) || canBuild(world, city, target) === false) return [];
  if (stock < buildCost(world, target)) return [];
  const turns = turnsToSpare(world, city, popCostOf(world, city, target));
  if (turns !== undefined && turns <= MAX_STALLED_TURNS) return [];
  const growth = turns === undefined ? 'it does not grow' : `it has the citizens ${whenText(turns)}`;
  const thing = displayName(target.thing.name);
  const text = `choose_production: ${nameText(city.name)} ${city.id} has the shields for ${thing}, and size ${city.size} is too small: ${growth}`;
  return [{ why: 'production', keys: [`stalled ${city.id} ${thing}`], text, recurs: false }];
}

function advisorsChoices(
  { world, cities }: Situation,
  since: number,
  told: ReadonlyMap<number, PendingDecision>,
): readonly PendingDecision[] {
  const said = world.messages.after(since).filter(({ event }) => event === 'E_IMP_AUTO');
  if (said.length === 0) return [];
  const chosen = cities.flatMap((city) => {
    const target = productionName(world, city);
    const isChosen = said.some(
      ({ text }) =>
        text.includes(`tgt="city" id=${city.id} `) && plainText(text).includes(`is building ${target} as`),
    );
    return isChosen && !told.has(city.id) ? [{ city, target }] : [];
  });
  if (chosen.length === 0) return [];
  const names = chosen.map(({ city, target }) => `${target} in ${nameText(city.name)} ${city.id}`);
  return [
    {
      why: 'production',
      keys: chosen.map(({ city, target }) => `production ${city.id} ${target}`),
      text: `choose_production: the server's advisor chose ${listUpTo(MAX_NAMED, names)}`,
      recurs: false,
    },
  ];
}

/** Units that can move and have nothing to do: those that ask, each with its sentence, then all others in one line. */
function idleUnits({ world, units }: Situation, { plan, calls }: DecisionInputs): readonly PendingDecision[] {
  const idle = units.filter((unit) => isIdle(unit) && !plan.has(unit.id));
  const asking = calls.flatMap(({ unitId, sentence }) => {
    const unit = idle.find(({ id }) => id === unitId);
    if (unit === undefined) return [];
    return [
      { why: 'unit' as const, keys: [`unit ${unitId}`], text: `give_orders: ${sentence}`, recurs: false },
    ];
  });
  const others = idle.filter(({ id }) => !calls.some(({ unitId }) => unitId === id));
  if (others.length === 0) return asking;
  // Founders of cities without a site first.
  others.sort((a, b) => Number(canFoundCities(world, b)) - Number(canFoundCities(world, a)) || a.id - b.id);
  const names = others.map((unit) => `${unitWithId(world, unit)} ${positionText(world, unit.tile)}`);
  const keys = others.map(({ id }) => `unit ${id}`);
  return [
    ...asking,
    { why: 'unit', keys, text: `give_orders: ${listUpTo(MAX_NAMED, names)}`, recurs: false },
  ];
}
