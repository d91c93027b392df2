import type { Fields } from '../../agent/client.js';
import type { Bot, BotSeat, Fact } from './bot.js';
import { Obedient, type ReadBrief } from './obedient.js';
import { sendAll } from './send-all.js';
import { citiesNamed, threatOrders } from './threat-orders.js';

/** What is always the same for new units. */
const DEFAULTS: Fields = {
  action_type: 'plan_defaults',
  new_military: 'fortify',
  explorers_end: 'sentry',
};
/** What it reads beside advice. */
const THREATS = { format: 'brief', sections: ['threats'] } as const;
/** Turns after which rows of cities are looked at again. */
const REVIEW_TURNS = 3;

/**
 * Decides by the brief, rows of cities and standing plans. Its policy: plans for what is always the same, then what the
 * brief advises, then plans to defend what its threats name, then the tiles that the rows of cities show to be better.
 */
export class Builder implements Bot {
  readonly #seat: BotSeat;
  readonly #obedient: Obedient;
  readonly #without: ReadonlySet<Fact>;
  readonly #refused: string[] = [];
  readonly #ids = new Map<string, number>();
  /** Names of the cities that are told to keep defenders. */
  readonly #defended = new Set<string>();
  #turns = 0;

  constructor(seat: BotSeat, without: ReadonlySet<Fact> = new Set()) {
    this.#seat = seat;
    this.#without = without;
    this.#obedient = new Obedient(seat, without);
  }

  get refused(): readonly string[] {
    return [...this.#refused, ...this.#obedient.refused];
  }

  async turn(): Promise<void> {
    if (this.#turns === 0 && !this.#without.has('plans')) await this.#send([DEFAULTS]);
    const brief = await this.#obedient.followAdvice(THREATS.sections);
    if (!this.#without.has('threats')) await this.#defend(brief ?? (await this.#seat.state(THREATS)));
    this.#turns += 1;
    if (this.#turns % REVIEW_TURNS === 0 && !this.#without.has('tiles')) await this.#swapTiles();
  }

  endTurn(signal?: AbortSignal): Promise<boolean> {
    return this.#obedient.endTurn(signal);
  }

  async #defend({ threats = [] }: ReadBrief): Promise<void> {
    const ids = await this.#idsOf(citiesNamed(threats));
    await this.#send(threatOrders(threats, ids, this.#defended));
  }

  /** The ids of the seat's cities by their names, all of `names` among them that are its own. */
  async #idsOf(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (names.some((name) => !this.#ids.has(name))) await this.#rows();
    return this.#ids;
  }

  async #rows() {
    const { cities = [] } = await this.#seat.state({ format: 'cities', all: true });
    for (const { name, id } of cities) this.#ids.set(name, id);
    return cities;
  }

  async #swapTiles(): Promise<void> {
    const rows = await this.#rows();
    await this.#send(
      rows.flatMap(({ id, best_swap: swap }) =>
        swap === undefined
          ? []
          : [
              { action_type: 'city_make_specialist', city_id: id, target: swap.from },
              { action_type: 'city_make_worker', city_id: id, target: swap.to },
            ],
      ),
    );
  }

  async #send(actions: readonly Fields[]): Promise<void> {
    this.#refused.push(...(await sendAll(this.#seat, actions)));
  }
}
