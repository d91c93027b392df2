import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/client.js';
import type { CitySite, Eyes, IdleUnit, Reading } from './reading.js';

/** Of what a city builds when nothing is known of it, one after the other, each for some turns. */
const blindOrder = ['Warriors', 'Settlers', 'Settlers', 'Workers'];
const BLIND_TURNS = 9;
/** What is cheap and near comes first: each technology counts. */
const goals = ['Currency', 'Writing', 'Philosophy'];
/** What may be agreed without giving anything away. */
const friendly = ['ceasefire', 'peace', 'embassy'];
/** More offers than there ever are. */
const ALL = 10_000;
/** Gold that is kept. */
const RESERVE = 10;

/** Settles, defends, builds and buys by what it reads of a state; where it is told nothing it does what is offered. */
export class Strategist {
  readonly #agent: AgentConnection;
  readonly #eyes: Eyes;
  readonly #random: () => number;
  readonly #known = new Map<number, number>();
  /** What the state advised and the game did not take. */
  readonly refused: string[] = [];
  #techs = -1;

  constructor(agent: AgentConnection, eyes: Eyes, random: () => number) {
    this.#agent = agent;
    this.#eyes = eyes;
    this.#random = random;
  }

  async turn(): Promise<void> {
    let reading = await this.#read();
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
    await this.#negotiate(reading);
    await this.#buy(await this.#read());
  }

  async #read(): Promise<Reading> {
    return this.#eyes(
      await this.#agent.state({ format: 'llm_optimized', legal_actions: 'list', max_legal_actions: ALL }),
    );
  }

  /** To the site that the state names; where it names none, here or anywhere. */
  async #settle({ units_needing_orders: units, legal_actions: offers }: Reading, id: number): Promise<void> {
    const target = units.find((one) => one.id === id)?.settle_at;
    if (target !== undefined && (await this.#follow('unit_move', { unit_id: id, target }))) return;
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

  /** To villages that the state names, and then to unexplored land. */
  async #roam({ opportunities, own_cities: cities }: Reading, unit: IdleUnit): Promise<void> {
    const huts = opportunities?.find(({ type }) => type === 'hut')?.locations ?? [];
    const [hut] = huts.toSorted((a, b) => distance(a, unit) - distance(b, unit));
    const target = hut && { x: hut.x, y: hut.y };
    if (target && (await this.#act('unit_move', { unit_id: unit.id, target }))) return;
    await this.#act(cities === undefined ? 'unit_fortify' : 'unit_explore', { unit_id: unit.id });
  }

  /** What the state advises; without a word on cities, one thing after the other. */
  async #build(reading: Reading): Promise<void> {
    for (const { id, advice } of reading.own_cities ?? []) {
      if (advice === undefined) continue;
      await this.#follow('city_production', { city_id: id, target: { value: advice.build } });
    }
    if (reading.own_cities !== undefined) return;
    for (const { id, value } of this.#blindChoices(reading)) {
      await this.#act('city_production', { city_id: id, target: { value } });
    }
  }

  #blindChoices(reading: Reading): readonly { readonly id: number; readonly value: string }[] {
    const ids = new Set(reading.legal_actions.flatMap(({ city_id }) => city_id ?? []));
    return [...ids].flatMap((id) => {
      if (!this.#known.has(id)) this.#known.set(id, reading.turn);
      const value = this.#blindChoice(reading, id);
      return value === undefined ? [] : [{ id, value }];
    });
  }

  #blindChoice({ turn }: Reading, id: number): string | undefined {
    const age = turn - (this.#known.get(id) ?? turn);
    if (age % BLIND_TURNS !== 0) return undefined;
    return blindOrder[(age / BLIND_TURNS) % blindOrder.length];
  }

  /** After each learned technology the cheapest of those that the state names; where it names none, the usual goals. */
  async #study({ turn, strategic_summary: summary, research_options: options = [] }: Reading): Promise<void> {
    if (summary === undefined) {
      if (turn % BLIND_TURNS === 1) await this.#aim();
    } else if (summary.techs_known !== this.#techs) {
      this.#techs = summary.techs_known;
      await this.#follow('tech_research', { target: { value: options[0]?.tech } });
    }
  }

  /** At the first goal that is still one. */
  async #aim(): Promise<void> {
    for (const value of goals) if (await this.#act('tech_goal', { target: { value } })) return;
  }

  /** Peace is welcome when it costs nothing. */
  async #negotiate({ treaties = [] }: Reading): Promise<void> {
    for (const { player_id: id, other_accepted: offered, clauses } of treaties) {
      const free = clauses.every(({ giver, type }) => giver === id || friendly.includes(type));
      if (offered && free) await this.#act('treaty_accept', { target: { id }, accepted: true });
    }
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

  async #follow(type: string, fields: Readonly<Record<string, unknown>>): Promise<boolean> {
    const followed = await this.#act(type, fields);
    if (!followed) this.refused.push(`${type} ${JSON.stringify(fields)}`);
    return followed;
  }

  /** Whether it was done; what is refused is left. */
  async #act(type: string, fields: Readonly<Record<string, unknown>>): Promise<boolean> {
    try {
      return (await this.#agent.act(type, fields)).outcome === 'applied';
    } catch (error) {
      if (error instanceof AgentError) return false;
      throw error;
    }
  }
}

function isThreatened({ threats }: Reading, city: number): boolean {
  return threats?.some(({ city_id }) => city_id === city) === true;
}

/** Steps on a map without edges worth mentioning. */
function distance(a: CitySite, b: CitySite): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}
