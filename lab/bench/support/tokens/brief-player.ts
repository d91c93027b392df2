import type { CompactVerdict } from '#shared/protocol/state/compact-result.js';
import type { BriefChannel } from './brief-channel.js';
import { type BriefReading, type RowReading, readBrief, readRows } from './brief-reading.js';
import type { Command, Course, Nation } from './course.js';

/** Tiles to each side of the middle of a map. */
const MAP_RADIUS = 8;
/** Most turns of one wait. */
const MAX_WAIT_TURNS = 50;
/** Turns after which the rows of cities that changed are read although nothing asks for it. */
const MAX_UNREAD_TURNS = 10;

/**
 * Plays by briefs: it tells standing plans what it wants once, and then ends turns until something needs a decision. It asks
 * for the rows of cities, the options of an actor or a map only where it decides by them.
 */
export class BriefPlayer {
  readonly #channel: BriefChannel;
  readonly #course: Course;
  readonly #cities = new Map<number, RowReading>();
  #researchLists = 0;
  #wonders = 0;
  #readTurn = 0;
  /** What the city plan for cities to come has as its list. */
  #firstList = '';

  constructor(channel: BriefChannel, course: Course) {
    this.#channel = channel;
    this.#course = course;
  }

  /** Plays until a turn has begun. */
  async playTo(lastTurn: number): Promise<void> {
    let brief = readBrief(await this.#channel.brief());
    let commands = this.#beginning();
    while (brief.turn < lastTurn) {
      this.#channel.ledger.turn = brief.turn;
      commands = [...commands, ...(await this.#decisions(brief))];
      const until = Math.min(MAX_WAIT_TURNS, lastTurn - brief.turn);
      const wait = until === MAX_WAIT_TURNS ? 'decision' : until;
      const verdicts = await this.#channel.play(commands, wait);
      const text = verdicts.at(-1)?.brief;
      // The turn may have ended while it was played, after a wait that took too long.
      brief = readBrief(typeof text === 'string' ? text : await this.#channel.brief());
      commands = this.#reactions(commands, verdicts);
    }
  }

  /** What is left to plans for the whole game. */
  #beginning(): readonly Command[] {
    return [
      { action_type: 'plan_defaults', new_workers: 'auto', new_military: 'fortify', explorers_end: 'sentry' },
      ...this.#newCities(),
      { action_type: 'city_plan', cities: 'all', list: this.#course.laterList, keep_defenders: 1 },
      ...this.#nextResearch(),
    ];
  }

  #nextResearch(): readonly Command[] {
    const techs = this.#course.research(this.#researchLists);
    this.#researchLists += 1;
    return techs.length === 0 ? [] : [{ action_type: 'research_queue', techs }];
  }

  /** The plan for cities to come, when it is another than before. */
  #newCities(): readonly Command[] {
    const list = this.#course.firstList(this.#course.founded);
    if (list.join() === this.#firstList) return [];
    this.#firstList = list.join();
    return [{ action_type: 'city_plan', cities: 'new', list }];
  }

  async #decisions(brief: BriefReading): Promise<readonly Command[]> {
    const { turn, happened, decisions, nation } = brief;
    this.#course.founded += happened.filter((line) => / founded .+ \(\d+, \d+\)\.$/u.test(line)).length;
    if (decisions.length > 0 || turn >= this.#readTurn + MAX_UNREAD_TURNS) await this.#readCities(turn);
    const isAttacked = brief.why === 'attacked' || brief.why === 'lost';
    if (this.#course.wantsMap(turn, isAttacked)) await this.#channel.map(MAP_RADIUS);
    const hasDisorder = decisions.some((line) => line.startsWith('restore_order'));
    const cities = [...this.#cities.values()];
    const answers = this.#course.answersTo([...happened, ...decisions]);
    // What the new government makes of the nation is looked at before the revolution.
    if (answers.some(({ action_type: type }) => type === 'player_government'))
      await this.#channel.options('nation');
    return [
      ...answers,
      ...(decisions.some((line) => line.startsWith('choose_research')) ? this.#nextResearch() : []),
      ...(await this.#orders(decisions, turn)),
      ...this.#newCities(),
      ...this.#wonderPlans(cities),
      ...this.#defenders(brief),
      ...(nation === undefined ? [] : this.#course.rates(turn, nation, hasDisorder)),
      ...(nation === undefined ? [] : await this.#purchase(turn, nation, cities)),
    ];
  }

  /** Asks for the price of the production of the city whose production will be bought. */
  async #purchase(turn: number, nation: Nation, cities: readonly RowReading[]): Promise<readonly Command[]> {
    const id = this.#course.hasMoney(turn, nation) ? this.#course.purchase(cities) : undefined;
    if (id === undefined) return [];
    const cost = /^city_buy: (\d+) of /mu.exec(await this.#channel.options(id, ['city_buy']))?.[1];
    return cost === undefined ? [] : this.#course.buying(turn, nation, id, Number(cost));
  }

  async #readCities(turn: number): Promise<void> {
    this.#readTurn = turn;
    for (const row of readRows(await this.#channel.cities())) this.#cities.set(row.id, row);
  }

  async #orders(decisions: readonly string[], turn: number): Promise<readonly Command[]> {
    const commands: Command[] = [];
    for (const line of decisions) {
      const settlers = /^settle: settlers (\d+)/u.exec(line)?.[1];
      if (settlers !== undefined)
        commands.push({ action_type: 'settle', actor_id: Number(settlers), target: 'best' });
      if (line.startsWith('choose_production'))
        for (const [, id] of line.matchAll(/ (\d+)(?=,|$| and )/gu))
          commands.push({
            action_type: 'city_production',
            actor_id: Number(id),
            target: this.#course.instead(turn),
          });
      if (line.startsWith('give_orders'))
        for (const [, type = '', id] of line.matchAll(/([a-z_]+) (\d+)/giu))
          commands.push(await this.#orderFor(type.toLowerCase(), Number(id), turn));
    }
    return commands;
  }

  async #orderFor(type: string, actor_id: number, turn: number): Promise<Command> {
    switch (type) {
      case 'workers':
        return { action_type: 'unit_auto_work', actor_id };
      case 'explorer':
        return { action_type: turn > 40 ? 'unit_sentry' : 'unit_explore', actor_id };
      case 'settlers': {
        const canJoin = (await this.#channel.options(actor_id)).includes('unit_join_city');
        this.#course.hasNoSites = true;
        return { action_type: canJoin ? 'unit_join_city' : 'unit_sentry', actor_id };
      }
      default:
        return { action_type: 'unit_fortify', actor_id };
    }
  }

  /** The wonders of the first two cities, once their rows are known. */
  #wonderPlans(cities: readonly RowReading[]): readonly Command[] {
    const next = cities.toSorted((a, b) => a.id - b.id)[this.#wonders];
    const wonder = this.#course.wonder(this.#wonders);
    if (next === undefined || wonder === undefined) return [];
    this.#wonders += 1;
    return [{ action_type: 'city_plan', actor_id: next.id, list: [wonder] }];
  }

  #defenders({ threats }: BriefReading): readonly Command[] {
    return [...this.#cities.values()].flatMap(({ id, name }) => {
      const isNear = threats.some(
        (line) => / (?:[12] tiles?|in) /u.test(line) && line.includes(` ${name} (`),
      );
      return isNear && this.#course.wantsDefender(id)
        ? [{ action_type: 'defend', actor_id: id, number: 2 }]
        : [];
    });
  }

  /** What follows from verdicts: a city that was founded at once counts, settlers without a site join a city. */
  #reactions(commands: readonly Command[], verdicts: readonly CompactVerdict[]): readonly Command[] {
    return commands.flatMap(({ action_type: type, actor_id }, index) => {
      const verdict = verdicts[index];
      if (type !== 'settle' || verdict === undefined) return [];
      if (verdict.what?.city_id !== undefined) this.#course.founded += 1;
      if (verdict.ok) return [];
      this.#course.hasNoSites = true;
      return [{ action_type: 'unit_join_city', actor_id }];
    });
  }
}
