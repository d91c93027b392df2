import type { PlanEnded } from '#shared/protocol/event.js';
import { ownResearch } from '../rules/lookup/research.js';
import { turnOf, type World } from '../world/world.js';
import { withoutUnit } from './defend.js';
import { withoutDelegatedUnit } from './delegation.js';
import { unitsOf } from './everything-but.js';
import { type Plan, type PlanEnd, planIdOf } from './plan.js';
import { RESEARCH_QUEUE_ID } from './research-queue.js';
import { withExploring } from './unit-defaults.js';

/** The plans of a seat and the last turn that carried them out, as the disk has them. */
export interface SavedPlans {
  readonly plans: readonly Plan[];
  /** 0 before the first. */
  readonly ranTurn: number;
}

/** The plans that actions override, each with its id for the city that the action is for. */
const overridable = {
  research_queue: () => RESEARCH_QUEUE_ID,
  city_focus: (cityId) => planIdOf('city_focus', cityId),
  city_tiles: (cityId) => planIdOf('city_tiles', cityId),
} satisfies Partial<Record<Plan['kind'], (cityId: number) => string>>;

/** What plans have to know of an action of the agent. */
export interface AgentAction {
  readonly name: string;
  /** What `actor_id` names. A unit that is told something leaves the plans that move it. */
  readonly actor: 'unit' | 'city' | 'nation';
  /** Plans that end by it, because it decides what they decide. */
  readonly overrides: readonly (keyof typeof overridable)[];
}

const MAX_ENDED = 50;

/** The standing plans of one seat, by id in the order of their setting. */
export class PlanList {
  readonly #plans: Map<string, Plan>;
  #ranTurn: number;
  /** What the plans wait for within a turn, as it was when they were carried out. */
  #awaited = '';
  /** The plans that ended last, oldest first. */
  #ended: readonly PlanEnded[] = [];
  #endedCount = 0;

  constructor({ plans, ranTurn }: SavedPlans = { plans: [], ranTurn: 0 }) {
    this.#plans = new Map(plans.map((plan) => [plan.id, plan]));
    this.#ranTurn = ranTurn;
  }

  get all(): readonly Plan[] {
    return [...this.#plans.values()];
  }

  /** Whether plans must be carried out: a turn has begun, or within it a technology was learned, a city came to be or an escorted unit moved. */
  isDue(world: World): boolean {
    if (this.#plans.size === 0) return false;
    return this.#ranTurn !== turnOf(world) || this.#awaited !== awaitedBy(this.all, world);
  }

  /** Notes that the plans of a turn were carried out in this world. */
  markRan(world: World, turn: number): void {
    this.#ranTurn = turn;
    this.#awaited = awaitedBy(this.all, world);
  }

  get(id: string): Plan | undefined {
    return this.#plans.get(id);
  }

  set(plan: Plan): void {
    this.#plans.set(plan.id, plan);
  }

  /** Sets a plan that is carried out at once: where the plans of the turn are done, they do not become due again by it. */
  setAtOnce(plan: Plan, world: World): void {
    const isDue = this.isDue(world);
    this.set(plan);
    if (!isDue) this.markRan(world, turnOf(world));
  }

  remove(id: string): void {
    this.#plans.delete(id);
  }

  /** Whether a plan moves that unit, so that its orders are the plan's affair. */
  movesUnit(unitId: number): boolean {
    return this.all.some((plan) => unitsOf(plan).includes(unitId));
  }

  /** The plans that an action of the agent ends: those of its unit, and those that it overrides. */
  endedBy(action: AgentAction, actorId: number | undefined): readonly string[] {
    const overridden = action.overrides.map((kind) => overridable[kind](actorId ?? -1));
    // A plan of the same kind replaces the one before.
    const isOfUnit = (plan: Plan) =>
      action.actor === 'unit' && 'unitId' in plan && plan.unitId === actorId && plan.kind !== action.name;
    return this.all.filter((plan) => overridden.includes(plan.id) || isOfUnit(plan)).map(({ id }) => id);
  }

  /** The plans that an action of the agent changes: what it tells a unit is no longer the affair of a plan that chose it. */
  changedBy({ name, actor }: AgentAction, actorId: number | undefined): readonly Plan[] {
    if (actorId === undefined || actor !== 'unit') return [];
    return this.all.flatMap((plan) => {
      const now = withAction(plan, name, actorId);
      return now === plan ? [] : [now];
    });
  }

  get endedCount(): number {
    return this.#endedCount;
  }

  /** The plans that ended after the first `count`, oldest first; the last 50 at most. */
  endedAfter(count: number): readonly PlanEnded[] {
    const missed = this.#endedCount - count;
    return missed <= 0 ? [] : this.#ended.slice(-missed);
  }

  /** The plans that ended since a turn began, oldest first; the last 50 at most. */
  endedSince(turn: number): readonly PlanEnded[] {
    return this.#ended.filter((ended) => ended.turn >= turn);
  }

  /** Ends a plan; returns the event for the agent. */
  end(plan: Plan, end: PlanEnd, turn: number): PlanEnded {
    this.remove(plan.id);
    const news = planEndedEvent(plan, end, turn);
    this.#ended = [...this.#ended, news].slice(-MAX_ENDED);
    this.#endedCount += 1;
    return news;
  }
}

/** The facts that plans wait for within a turn: the research, the own cities, the places of escorted units. */
function awaitedBy(plans: readonly Plan[], world: World): string {
  const kinds = new Set(plans.map(({ kind }) => kind));
  const inventions = kinds.has('research_queue') ? (ownResearch(world)?.inventions ?? '') : '';
  const isOwn = ({ owner }: { readonly owner: number }) => owner === world.seat.player;
  const cities =
    kinds.has('city_plan') || kinds.has('city_focus')
      ? [...world.cities.values()].filter(isOwn).map(({ id }) => id)
      : [];
  const charges = plans.map((plan) => (plan.kind === 'escort' ? world.units.get(plan.chargeId)?.tile : ''));
  return `${inventions} ${cities.join()} ${charges.join()}`;
}

function withAction(plan: Plan, action: string, actorId: number): Plan {
  if (plan.kind === 'unit_defaults') return withExploring(plan, action, actorId);
  if (plan.kind === 'delegation') return withoutDelegatedUnit(plan, actorId);
  return plan.kind === 'defend' ? withoutUnit(plan, actorId) : plan;
}

function planEndedEvent(plan: Plan, { outcome, cityId, sentence }: PlanEnd, turn: number): PlanEnded {
  const city = cityId ?? (plan.kind === 'defend' ? plan.cityId : undefined);
  return {
    event: 'plan_ended',
    turn,
    plan: plan.kind,
    id: plan.id,
    outcome,
    unit_id: 'unitId' in plan ? plan.unitId : undefined,
    city_id: city,
    sentence,
  };
}
