import { type AgentClient, AgentError } from '../../agent/client.js';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** What of an `llm_optimized` state this player reads; all but the first three may be kept from it. */
export interface Reading {
  readonly turn: number;
  readonly units_needing_orders: readonly (Place & {
    readonly id: number;
    readonly type: string;
    readonly in?: string;
  })[];
  readonly legal_actions: readonly Offer[];
  readonly strategic_summary?: {
    readonly gold: number;
    readonly research: { readonly goal: string | null };
  };
  readonly opportunities?: readonly { readonly type: string; readonly locations?: readonly Site[] }[];
  readonly threats?: readonly { readonly city_id?: number }[];
  readonly own_cities?: readonly CityBrief[];
}

type IdleUnit = Reading['units_needing_orders'][number];

interface Offer {
  readonly type: string;
  readonly unit_id?: number;
  readonly city_id?: number;
  readonly target?: Readonly<Record<string, unknown>>;
}

type Site = Place & { readonly score?: number };

interface CityBrief extends Place {
  readonly id: number;
  readonly size: number;
  readonly building: string | null;
  readonly buy_cost?: number;
  readonly defenders: number;
}

/** What the player lets itself know of a state. */
export type Eyes = (state: Readonly<Record<string, unknown>>) => Reading;

/** All that stands in the state. */
export const openEyes: Eyes = (state) => state as unknown as Reading;

/** Own units and offers without what was thought about them: what is left when only counts and lists are told. */
export const halfClosedEyes: Eyes = (state) => {
  const { turn, units_needing_orders, legal_actions } = openEyes(state);
  return {
    turn,
    units_needing_orders: units_needing_orders.map(({ id, type, x, y }) => ({ id, type, x, y })),
    legal_actions: legal_actions.map(({ type, unit_id, city_id, target }) => ({
      type,
      ...(unit_id !== undefined && { unit_id }),
      ...(city_id !== undefined && { city_id }),
      ...(target !== undefined && { target }),
    })),
  };
};

/** Of what a city builds when nothing is known of it, one after the other, each for some turns. */
const blindOrder = ['Warriors', 'Settlers', 'Settlers', 'Workers'];
const BLIND_TURNS = 9;
/** What is cheap and near comes first: each technology counts. */
const goals = ['Currency', 'Writing', 'Philosophy'];
/** Points a site must be better for each step to it. */
const STEP_COST = 12;
/** Gold that is kept. */
const RESERVE = 10;

/** Settles, defends, builds and buys by what it reads of a state; where it is told nothing it does what is offered. */
export class Strategist {
  readonly #agent: AgentClient;
  readonly #eyes: Eyes;
  readonly #random: () => number;
  readonly #known = new Map<number, number>();

  constructor(agent: AgentClient, eyes: Eyes, random: () => number) {
    this.#agent = agent;
    this.#eyes = eyes;
    this.#random = random;
  }

  async turn(): Promise<void> {
    let reading = await this.#read();
    if (reading.turn === 1) await this.#act('tech_goal', { target: { value: 'Currency' } });
    for (const { id } of reading.units_needing_orders.filter(({ type }) => type === 'settlers')) {
      await this.#settle(reading, id);
      reading = await this.#read();
    }
    const guarded = new Set<number>();
    for (const unit of reading.units_needing_orders) {
      if (unit.type === 'workers') await this.#act('unit_auto_work', { unit_id: unit.id });
      else if (unit.type === 'explorer') await this.#act('unit_explore', { unit_id: unit.id });
      else if (unit.type !== 'settlers') await this.#guard(reading, unit, guarded);
    }
    await this.#build(reading);
    await this.#study(reading);
    await this.#buy(await this.#read());
  }

  async #read(): Promise<Reading> {
    return this.#eyes(await this.#agent.state({ format: 'llm_optimized', include_legal_actions: true }));
  }

  /** To the best place that is told of unless it is good enough here; where none is told of, here or anywhere. */
  async #settle(
    { units_needing_orders: units, legal_actions: offers, opportunities }: Reading,
    id: number,
  ): Promise<void> {
    const unit = units.find((one) => one.id === id);
    if (unit === undefined) return;
    const sites = opportunities?.find(({ type }) => type === 'expansion')?.locations ?? [];
    const worth = (site: Site) => (site.score ?? 0) - STEP_COST * distance(unit, site);
    const [best] = sites.toSorted((a, b) => worth(b) - worth(a));
    const here = offers.some((offer) => offer.type === 'unit_build_city' && offer.unit_id === id);
    const usual = here ? Math.min(...sites.map(({ score = 0 }) => score)) : Number.NEGATIVE_INFINITY;
    if (best !== undefined && distance(unit, best) > 0 && worth(best) > usual) {
      if (await this.#act('unit_move', { unit_id: id, target: { x: best.x, y: best.y } })) return;
    }
    if (await this.#act('unit_build_city', { unit_id: id })) return;
    const moves = offers.filter((offer) => offer.type === 'unit_move' && offer.unit_id === id);
    const move = moves[Math.floor(this.#random() * moves.length)];
    if (move !== undefined) await this.#act('unit_move', { unit_id: id, target: move.target });
  }

  /** Into a city without defenders, if one is known; one that is alone stays. */
  async #guard(reading: Reading, unit: IdleUnit, guarded: Set<number>): Promise<void> {
    const { own_cities: cities = [] } = reading;
    const home = cities.find((city) => distance(city, unit) === 0);
    const open = cities.filter(({ id, defenders }) => defenders === 0 && !guarded.has(id));
    const [nearest] = open.toSorted((a, b) => distance(a, unit) - distance(b, unit));
    if (nearest !== undefined && (home === undefined || home.defenders > 1)) {
      guarded.add(nearest.id);
      if (await this.#act('unit_move', { unit_id: unit.id, target: { x: nearest.x, y: nearest.y } })) return;
    }
    if (home !== undefined && home.defenders === 1) await this.#act('unit_fortify', { unit_id: unit.id });
    else await this.#roam(reading, unit);
  }

  /** To villages that are told of, and then wherever nobody was. */
  async #roam({ opportunities, own_cities: cities }: Reading, unit: IdleUnit): Promise<void> {
    const huts = opportunities?.find(({ type }) => type === 'hut')?.locations ?? [];
    const [hut] = huts.toSorted((a, b) => distance(a, unit) - distance(b, unit));
    const target = hut && { x: hut.x, y: hut.y };
    if (target && (await this.#act('unit_move', { unit_id: unit.id, target }))) return;
    await this.#act(cities === undefined ? 'unit_fortify' : 'unit_explore', { unit_id: unit.id });
  }

  async #build(reading: Reading): Promise<void> {
    const told = reading.own_cities?.map(({ id }) => id) ?? [];
    const ids = new Set([...told, ...reading.legal_actions.flatMap(({ city_id }) => city_id ?? [])]);
    for (const id of ids) {
      const brief = reading.own_cities?.find((city) => city.id === id);
      if (!this.#known.has(id)) this.#known.set(id, reading.turn);
      const target = brief === undefined ? this.#blindChoice(reading, id) : choice(reading, brief);
      if (target !== undefined && target.toLowerCase() !== brief?.building) {
        await this.#act('city_production', { city_id: id, target: { value: target } });
      }
    }
  }

  #blindChoice({ turn }: Reading, id: number): string | undefined {
    const age = turn - (this.#known.get(id) ?? turn);
    if (age % BLIND_TURNS !== 0) return undefined;
    return blindOrder[(age / BLIND_TURNS) % blindOrder.length];
  }

  /** The next goal once one is reached. */
  async #study({ strategic_summary: summary }: Reading): Promise<void> {
    if (summary === undefined || summary.research.goal !== null) return;
    for (const value of goals) if (await this.#act('tech_goal', { target: { value } })) return;
  }

  /** What is dearest to a young nation: settlers, and guards where there are none. */
  async #buy(reading: Reading): Promise<void> {
    const { own_cities: cities = [], strategic_summary: summary } = reading;
    let gold = (summary?.gold ?? 0) - RESERVE;
    for (const { id, building, buy_cost: cost, defenders, size } of cities) {
      const dear = (building === 'settlers' && size > 1) || (isThreatened(reading, id) && defenders === 0);
      if (!dear || cost === undefined || cost > gold) continue;
      if (await this.#act('city_buy', { city_id: id })) gold -= cost;
    }
  }

  /** Whether it was done; what is refused is left. */
  async #act(type: string, fields: Readonly<Record<string, unknown>>): Promise<boolean> {
    try {
      return (await this.#agent.action(type, fields)).outcome === 'applied';
    } catch (error) {
      if (error instanceof AgentError) return false;
      throw error;
    }
  }
}

/** What a city should build, from how it stands: a guard where it is needed, and settlers all the time else. */
function choice(reading: Reading, { id, size, defenders }: CityBrief): string {
  const lonely = defenders === 0 && (isThreatened(reading, id) || size === 1 || reading.turn > GUARD_FROM);
  return lonely ? 'Warriors' : 'Settlers';
}

function isThreatened({ threats }: Reading, city: number): boolean {
  return threats?.some(({ city_id }) => city_id === city) === true;
}

/** Until then nobody comes by. */
const GUARD_FROM = 20;

/** Steps on a map without edges worth mentioning. */
function distance(a: Place, b: Place): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}
