import type { ResumingAgent } from './resuming-agent.js';

const things = ['warriors', 'settlers', 'workers', 'coinage'];

/**
 * Plays a turn whose actions can be counted: each puts one thing at the end of its city's worklist, so that an action
 * that is lost is one too few there and one that is carried out twice is one too many.
 */
export class WorklistPlayer {
  readonly agent: ResumingAgent;
  /** Acknowledged, and without a verdict, of all turns. */
  readonly totals = { acknowledged: 0, unknown: 0 };
  /** What is not as it was told. */
  readonly faults: string[] = [];
  #city = 0;

  constructor(agent: ResumingAgent) {
    this.agent = agent;
  }

  /** Founds the city. */
  async settle(): Promise<void> {
    const { units, player_id } = await this.agent.seat.state();
    const settlers = units.find(({ owner, type }) => owner === player_id && /^settlers$/i.test(type));
    await this.agent.seat.act('unit_build_city', { unit_id: settlers?.id });
    this.#city = (await this.#ownCity()).id;
  }

  /** `count` actions one after the other, then a look at what the game has of them, then the end of the turn. */
  async play(count: number): Promise<void> {
    const acknowledged = new Map<string, number>();
    const unknown = new Map<string, number>();
    const before = await this.#worklist();
    for (let number = 0; number < count; number++) {
      const thing = things[number % things.length] ?? '';
      const verdict = await this.agent.act('city_worklist_append', { city_id: this.#city, items: [thing] });
      if (verdict.kind === 'done') add(acknowledged, thing);
      else if (verdict.kind === 'unknown') add(unknown, thing);
      else this.faults.push(`${this.agent.agentId}: ${verdict.message}`);
    }
    const after = await this.#worklist();
    for (const thing of things) {
      const there =
        after.filter((each) => each === thing).length - before.filter((each) => each === thing).length;
      const least = acknowledged.get(thing) ?? 0;
      const most = least + (unknown.get(thing) ?? 0);
      if (there < least || there > most)
        this.faults.push(`${this.agent.agentId}: ${there} ${thing}, not ${least} to ${most}`);
    }
    this.totals.acknowledged += sum(acknowledged);
    this.totals.unknown += sum(unknown);
  }

  /** Empties the worklist and ends the turn; settles when the next has begun. */
  async endTurn(): Promise<void> {
    while ((await this.#worklist()).length > 0)
      await this.agent.act('city_worklist', { city_id: this.#city, items: [] });
    await this.agent.seat.endTurn();
  }

  async #worklist(): Promise<readonly string[]> {
    const { worklist } = await this.#ownCity();
    return (worklist ?? []).map((thing) => thing.toLowerCase());
  }

  async #ownCity() {
    const { cities, player_id } = await this.agent.seat.state();
    const city = cities.find(({ owner }) => owner === player_id);
    if (city === undefined) throw new Error('the city is not there');
    return city;
  }
}

function add(counts: Map<string, number>, thing: string): void {
  counts.set(thing, (counts.get(thing) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
