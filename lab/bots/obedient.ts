import type { Advice, PackedBrief } from '#shared/protocol/state/brief.js';
import type { Bot, BotSeat, Fact } from './bot.js';
import { sendAll } from './send-all.js';

/** What follows from actions, such as the next technology, is advised when they are done. */
const MAX_ROUNDS = 4;

const ADVICE = { format: 'brief', sections: ['advice'] } as const;
const WITH_COUNSEL = { format: 'brief', sections: ['advice', 'counsel', 'threats'] } as const;

/** What is read of a brief; counsel and threats are left out of one that came with the end of a turn. */
export type ReadBrief = Pick<PackedBrief, 'advice' | 'counsel' | 'threats'>;

/** The fact that an advised action tells. */
const factByAction: Readonly<Record<string, Fact>> = {
  settle: 'sites',
  city_production: 'production',
  city_buy: 'purchases',
  set_city_tiles: 'tiles',
  city_make_specialist: 'tiles',
  city_make_worker: 'tiles',
  city_focus: 'tiles',
  tech_research: 'research',
  tech_goal: 'research',
  research_queue: 'research',
  player_government: 'government',
  player_rates: 'rates',
  treaty_accept: 'treaties',
};

/** Does what the brief advises, in its order, and nothing else. It knows nothing of the game. */
export class Obedient implements Bot {
  readonly refused: string[] = [];
  readonly #seat: BotSeat;
  readonly #without: ReadonlySet<Fact>;
  /** What came with the end of the turn before, until it is used. */
  #opening: ReadBrief | undefined;

  constructor(seat: BotSeat, without: ReadonlySet<Fact> = new Set()) {
    this.#seat = seat;
    this.#without = without;
  }

  async turn(): Promise<void> {
    await this.#follow(ADVICE);
  }

  /** Plays a turn; the brief with which nothing more was advised, with its counsel and threats. */
  async turnWithCounsel(): Promise<ReadBrief> {
    const opening = this.#opening;
    const last = await this.#follow(WITH_COUNSEL);
    return last === opening ? this.#seat.state(WITH_COUNSEL) : last;
  }

  /** Does what is advised until nothing new is; the brief that was read last. `query` is for those after the opening. */
  async #follow(query: typeof ADVICE | typeof WITH_COUNSEL): Promise<ReadBrief> {
    const sent = new Set<string>();
    let brief: ReadBrief = this.#opening ?? (await this.#seat.state(query));
    this.#opening = undefined;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const actions = (brief.advice ?? []).flatMap((one) => this.#followed(one) ?? []);
      const fresh = actions.filter((action) => !sent.has(JSON.stringify(action)));
      if (fresh.length === 0) break;
      for (const action of fresh) sent.add(JSON.stringify(action));
      this.refused.push(...(await sendAll(this.#seat, fresh)));
      brief = await this.#seat.state(query);
    }
    return brief;
  }

  async endTurn(signal?: AbortSignal): Promise<boolean> {
    const { state } = await this.#seat.playTurn([], ADVICE, { signal });
    this.#opening = state;
    return state !== undefined;
  }

  /** The action of an advice; without knowledge of sites founders settle where they stand. */
  #followed({ do: action }: Advice): Advice['do'] | undefined {
    const fact = factByAction[action.action_type] ?? 'units';
    if (!this.#without.has(fact)) return action;
    return fact === 'sites' ? { action_type: 'unit_build_city', unit_id: action.unit_id } : undefined;
  }
}
