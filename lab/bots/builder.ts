import type { Fields } from '../../agent/client.js';
import type { Bot, BotSeat, Fact } from './bot.js';
import { type CounselMemory, citiesNamed, counselOrders, threatOrders } from './counsel-orders.js';
import { Obedient, type ReadBrief } from './obedient.js';
import { sendAll } from './send-all.js';

/** What is always the same for new units. */
const DEFAULTS: Fields = {
  action_type: 'plan_defaults',
  new_military: 'fortify',
  explorers_end: 'sentry',
};
/** What it reads beside advice. */
const COUNSEL = { format: 'brief', sections: ['counsel', 'threats'] } as const;
/** Turns after which rows of cities are looked at again. */
const REVIEW_TURNS = 3;

/**
 * Decides by the brief, rows of cities and standing plans. Its policy: plans for what is always the same, then what the
 * brief advises, then what its counsel and its threats say, then the tiles that the rows of cities show to be better.
 */
export class Builder implements Bot {
  readonly #seat: BotSeat;
  readonly #obedient: Obedient;
  readonly #without: ReadonlySet<Fact>;
  readonly #refused: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #memory: CounselMemory = { asked: new Map(), defended: new Set() };
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
    const brief = await this.#obedient.followAdvice(COUNSEL.sections);
    await this.#followCounsel(brief ?? (await this.#seat.state(COUNSEL)));
    this.#turns += 1;
    if (this.#turns % REVIEW_TURNS === 0 && !this.#without.has('tiles')) await this.#swapTiles();
  }

  endTurn(signal?: AbortSignal): Promise<boolean> {
    return this.#obedient.endTurn(signal);
  }

  async #followCounsel(brief: ReadBrief): Promise<void> {
    const counsel = this.#without.has('counsel') ? [] : (brief.counsel ?? []);
    const threats = this.#without.has('threats') ? [] : (brief.threats ?? []);
    const ids = await this.#idsOf(citiesNamed([...counsel, ...threats]));
    await this.#send(threatOrders(threats, ids, this.#memory));
    for (const orders of counselOrders(counsel, ids, this.#turns, this.#memory)) await this.#send(orders);
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
