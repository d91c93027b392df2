import { type ResumingAgent, recordOf } from './resuming-agent.js';

type Data = Readonly<Record<string, unknown>>;

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
    const { units, player_id } = await this.agent.state({ format: 'full' });
    const settlers = listOf(units).find(
      ({ owner, type }) => owner === player_id && /^settlers$/i.test(String(type)),
    );
    const founded = await this.agent.act('unit_build_city', { unit_id: settlers?.id });
    if (founded.name !== 'done') throw new Error(JSON.stringify(founded));
    this.#city = Number((await this.#ownCity()).id);
  }

  /** `count` actions one after the other, then a look at what the game has of them, then the end of the turn. */
  async play(count: number): Promise<void> {
    const acknowledged = new Map<string, number>();
    const unknown = new Map<string, number>();
    const before = await this.#worklist();
    for (let number = 0; number < count; number++) {
      const thing = things[number % things.length] ?? '';
      const verdict = await this.agent.act('city_worklist_append', { city_id: this.#city, items: [thing] });
      if (verdict.name === 'done') add(acknowledged, thing);
      else if (verdict.name === 'unknown') add(unknown, thing);
      else this.faults.push(`${this.agent.agentId}: ${verdict.code} ${verdict.message}`);
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

  /** Empties the worklist and ends the turn, however often it takes. */
  async endTurn(turn: number): Promise<void> {
    while ((await this.#worklist()).length > 0)
      await this.agent.act('city_worklist', { city_id: this.#city, items: [] });
    let ended = await this.agent.act('end_turn');
    while (ended.name === 'unknown' && (await this.#turn()) === turn)
      ended = await this.agent.act('end_turn');
    await this.agent.state({ format: 'llm_optimized' });
  }

  async #turn(): Promise<unknown> {
    return (await this.agent.state({ format: 'llm_optimized' })).turn;
  }

  async #worklist(): Promise<readonly unknown[]> {
    const { worklist } = await this.#ownCity();
    return Array.isArray(worklist) ? worklist.map((thing) => String(thing).toLowerCase()) : [];
  }

  async #ownCity(): Promise<Data> {
    const { cities, player_id } = await this.agent.state({ format: 'full' });
    const city = listOf(cities).find(({ owner }) => owner === player_id);
    if (city === undefined) throw new Error('the city is not there');
    return city;
  }
}

function listOf(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function add(counts: Map<string, number>, thing: string): void {
  counts.set(thing, (counts.get(thing) ?? 0) + 1);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
