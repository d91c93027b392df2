import type { BatchResult } from '#shared/protocol/state/action-result.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import type { PushByType } from '#shared/protocol/state/messages.js';
import type { StateByFormat } from '#shared/protocol/state/state-answer.js';
import type { Command, Course, Nation } from './course.js';
import type { MeteredAgent } from './metered-agent.js';

type State = StateByFormat['llm_optimized'];
type EventData = PushByType['event'];
type City = LlmOptimizedState['own_cities'][number];
type Unit = LlmOptimizedState['units_needing_orders'][number];

/** Lines of a digest that only advise; every other one makes the player look at the state. */
const ADVICE = /^(?:defend_city|choose_production|buy|end_turn|feed_city):/u;
/** Turns after which the state is read although nothing asks for it. */
const MAX_UNREAD_TURNS = 5;
/** Tiles to each side of the middle of a map. */
const MAP_RADIUS = 8;

/**
 * Plays as an earlier player did, before there were briefs, plans and compact verdicts: it reads the digest of each turn
 * and, when that asks for something, the llm_optimized state; it tells each unit and city what to do; it ends every turn.
 */
export class StatePlayer {
  readonly #agent: MeteredAgent;
  readonly #course: Course;
  readonly #cityIds = new Map<string, number>();
  /** What each city was told to build, by its id, in the order of founding. */
  readonly #lists = new Map<number, Set<string>>();
  /** Technologies that are known, as far as the player noticed, by rule name. */
  readonly #known = new Set<string>();
  #researching: string | null = null;
  #isExplored = false;
  #readTurn = 0;
  #turn = 1;

  constructor(agent: MeteredAgent, course: Course) {
    this.#agent = agent;
    this.#course = course;
  }

  /** Plays until a turn has begun. */
  async playTo(lastTurn: number): Promise<void> {
    const { ledger } = this.#agent;
    for (this.#turn = 1; this.#turn < lastTurn; this.#turn += 1) {
      const { data } = await this.#agent.push('turn_start', ({ data: { turn } }) => turn === this.#turn);
      ledger.turn = this.#turn;
      await this.#play(data.digest);
      await this.#agent.request('action', { action_type: 'end_turn' });
    }
    await this.#agent.push('turn_start', ({ data: { turn } }) => turn === lastTurn);
  }

  async #play(digest: TurnDigest | undefined): Promise<void> {
    const events = this.#agent.drain('event').map(({ data }) => data);
    this.#agent.drain('turn_end');
    const lines = [...(digest?.happened ?? []), ...(digest?.needs_decision ?? [])];
    const isAttacked = events.some((event) => event.event === 'woken' && event.why === 'attack');
    const commands = [...this.#course.answersTo(lines), ...this.#listsFor(lines, events)];
    if (this.#asksForLook(digest, events)) commands.push(...this.#answersTo(await this.#look()));
    if (this.#course.wantsMap(this.#turn, isAttacked))
      await this.#agent.request('state_query', { format: 'scene', radius: MAP_RADIUS });
    await this.#send(commands);
  }

  #asksForLook(digest: TurnDigest | undefined, events: readonly EventData[]): boolean {
    if (this.#turn >= this.#readTurn + MAX_UNREAD_TURNS || this.#readTurn === 0) return true;
    const asks = digest?.needs_decision.some((line) => !ADVICE.test(line)) === true;
    return asks || events.some(({ event }) => event === 'order_ended' || event === 'woken');
  }

  async #look(): Promise<State | undefined> {
    const answer = await this.#agent.request('state_query', { format: 'llm_optimized' });
    this.#readTurn = this.#turn;
    if (answer.type !== 'state_update' || answer.data.format !== 'llm_optimized') return undefined;
    return answer.data.data;
  }

  #answersTo(state: State | undefined): readonly Command[] {
    const {
      own_cities: cities = [],
      units_needing_orders: units = [],
      immediate_priorities: asked = [],
    } = state ?? {};
    for (const { id, name } of cities) this.#cityIds.set(name, id);
    return [
      ...units.flatMap((unit) => this.#ordersFor(unit)),
      ...this.#research(state, asked),
      ...this.#course.answersTo(asked.filter((line) => line.startsWith('answer_treaty'))),
      ...this.#defenders(state, cities),
      ...this.#nation(state, cities),
    ];
  }

  #ordersFor(unit: Unit): readonly Command[] {
    const { id: actor_id, type, x, y, settle_at: site } = unit;
    if (type === 'workers') return [{ action_type: 'unit_auto_work', actor_id }];
    if (type === 'explorer')
      return [{ action_type: this.#isExplored ? 'unit_sentry' : 'unit_explore', actor_id }];
    if (type !== 'settlers') return [{ action_type: 'unit_fortify', actor_id }];
    const isThere = site === undefined || (site.x === x && site.y === y);
    if (isThere && unit.can_found_city) return this.#founding(actor_id);
    if (site !== undefined && !isThere)
      return [{ action_type: 'unit_move', actor_id, target: { x: site.x, y: site.y } }];
    this.#course.hasNoSites = true;
    return [{ action_type: unit.in === undefined ? 'unit_sentry' : 'unit_join_city', actor_id }];
  }

  #founding(actor_id: number): readonly Command[] {
    const order = this.#course.founded;
    this.#course.founded += 1;
    const [first, ...rest] = this.#course.firstList(order);
    const items = [...rest, ...this.#course.listKnowing(order, (tech) => this.#known.has(ruleName(tech)))];
    return [
      { action_type: 'unit_build_city', actor_id },
      { action_type: 'city_production', actor_id: 'last_city', target: first },
      ...(items.length === 0 ? [] : [{ action_type: 'city_worklist', actor_id: 'last_city', items }]),
    ];
  }

  /** Cities whose list has ended, or for which the server's advisor chose. */
  #listsFor(lines: readonly string[], events: readonly EventData[]): readonly Command[] {
    const advised = lines.flatMap((line) => {
      const name = /^(.+) is building .+ as suggested by the advisor/u.exec(line)?.[1];
      return this.#cityIds.get(name ?? '') ?? [];
    });
    const ended = events.flatMap((event) => (event.event === 'worklist_ended' ? [event.city_id] : []));
    return [...new Set([...advised, ...ended])].flatMap((id) => this.#listFor(id, advised.includes(id)));
  }

  /** What a city builds next: what it can by now and was not told yet, or something instead. */
  #listFor(actor_id: number, isOutOfWork: boolean): readonly Command[] {
    const told = this.#lists.get(actor_id) ?? new Set();
    this.#lists.set(actor_id, told);
    const order = [...this.#lists.keys()].indexOf(actor_id);
    const able = this.#course.listKnowing(order, (tech) => this.#known.has(ruleName(tech)));
    const fresh = able.filter((name) => !told.has(name));
    for (const name of fresh) told.add(name);
    const [first = this.#course.instead(this.#turn), ...rest] = fresh;
    const items = isOutOfWork ? rest : [first, ...rest];
    return [
      ...(isOutOfWork ? [{ action_type: 'city_production', actor_id, target: first }] : []),
      ...(items.length === 0 ? [] : [{ action_type: 'city_worklist_append', actor_id, items }]),
    ];
  }

  #research(state: State | undefined, asked: readonly string[]): readonly Command[] {
    const research = state?.strategic_summary?.research;
    if (research === undefined || research === null) return [];
    // A technology whose research has ended has been learned.
    if (this.#researching !== null && research.researching !== this.#researching)
      this.#known.add(this.#researching);
    this.#researching = research.researching;
    const planned = [0, 1, 2, 3].flatMap((list) => this.#course.research(list));
    const left = planned.filter((tech) => !this.#known.has(ruleName(tech)));
    const offered = asked.find((line) => line.startsWith('choose_research'))?.split(/: |, /u) ?? [];
    const next =
      research.researching === null ? left.find((tech) => offered.includes(ruleName(tech))) : undefined;
    const now = next === undefined ? research.researching : ruleName(next);
    const goal = research.goal === null ? left.find((tech) => ruleName(tech) !== now) : undefined;
    return [
      ...(next === undefined ? [] : [{ action_type: 'tech_research', target: next }]),
      ...(goal === undefined ? [] : [{ action_type: 'tech_goal', target: goal }]),
    ];
  }

  #defenders(state: State | undefined, cities: readonly City[]): readonly Command[] {
    const grave = (state?.threats ?? []).filter(({ severity }) => severity === 'high');
    return grave.flatMap(({ city_id: id }) => {
      if (!cities.some((city) => city.id === id) || id === undefined || !this.#course.wantsDefender(id))
        return [];
      return [{ action_type: 'city_worklist_insert', actor_id: id, items: ['Phalanx'], position: 0 }];
    });
  }

  #nation(state: State | undefined, cities: readonly City[]): readonly Command[] {
    const nation = state?.strategic_summary && nationOf(state.strategic_summary);
    if (nation === undefined) return [];
    const hasDisorder = cities.some(({ problems }) => problems?.includes('disorder'));
    return [
      ...this.#course.rates(this.#turn, nation, hasDisorder),
      ...(this.#course.hasMoney(this.#turn, nation) ? this.#purchase(nation, cities) : []),
    ];
  }

  #purchase(nation: Nation, cities: readonly City[]): readonly Command[] {
    // The cost is only told where the treasury has enough.
    const open = cities.filter(({ buy_cost: cost }) => cost !== undefined);
    const id = this.#course.purchase(
      open.map(({ building, ...city }) => ({ ...city, building: building ?? '' })),
    );
    const cost = open.find((city) => city.id === id)?.buy_cost;
    return id === undefined || cost === undefined ? [] : this.#course.buying(this.#turn, nation, id, cost);
  }

  /** One action alone, several as a batch. */
  async #send(commands: readonly Command[]): Promise<void> {
    const [only] = commands;
    if (only === undefined) return;
    if (commands.length === 1) {
      const answer = await this.#agent.request('action', only);
      const isDone = answer.type === 'action_result' && answer.data.success;
      if (!isDone) this.#markRefused(only);
      return;
    }
    const answer = await this.#agent.request('action_batch', { actions: commands });
    if (answer.type === 'action_batch_result') this.#markResults(commands, answer.data);
  }

  #markResults(commands: readonly Command[], { results }: BatchResult): void {
    for (const [index, command] of commands.entries()) {
      const result = results[index];
      if (result?.success !== true || !('result' in result)) this.#markRefused(command);
      else if (command.action_type === 'unit_build_city') {
        const list = commands[index + 2];
        const told =
          list?.action_type === 'city_worklist' && Array.isArray(list.items) ? list.items.map(String) : [];
        this.#lists.set(Number(result.result.state_change.city_id), new Set(told));
      }
    }
  }

  /** A goal that is refused is known, a city that was not founded is none, and who cannot explore has nothing left to. */
  #markRefused({ action_type: type, target }: Command): void {
    if (type === 'tech_goal' && typeof target === 'string') this.#known.add(ruleName(target));
    if (type === 'unit_build_city') this.#course.founded -= 1;
    if (type === 'unit_explore') this.#isExplored = true;
  }
}

function nationOf({
  gold,
  gold_per_turn: income,
  rates,
  government,
}: LlmOptimizedState['strategic_summary']): Nation | undefined {
  if (gold === null || rates === null || government === null) return undefined;
  return { gold, income, tax: rates.tax, luxury: rates.luxury, science: rates.science, government };
}

/** As rule names are written in states. */
function ruleName(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_');
}
