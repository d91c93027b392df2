import type { Advice, PackedBrief } from '#shared/protocol/state/brief.js';
import type { Bot, BotSeat, Fact } from './bot.js';
import { sendAll } from './send-all.js';

/** What follows from actions, such as the next technology, is advised when they are done. */
const MAX_ROUNDS = 4;

/** A list of a brief that a bot reads. */
type BriefList = 'advice' | 'threats';
/** The lists of a brief that were read. */
export type ReadBrief = Pick<PackedBrief, BriefList>;

const ADVICE = { format: 'brief', sections: ['advice'] } as const;

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
  treaty_cancel_meeting: 'treaties',
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
    await this.followAdvice();
  }

  /**
   * Does what is advised until nothing new is. `also`: lists to read with the advice, so that they need no request of their own. The brief
   * that was read last, where it has them and nothing was done after it.
   */
  async followAdvice(also: readonly BriefList[] = []): Promise<ReadBrief | undefined> {
    const sent = new Set<string>();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const isOpening = this.#opening !== undefined;
      const brief = await this.#read(also);
      const actions = (brief.advice ?? []).flatMap((one) => this.#followed(one) ?? []);
      const fresh = actions.filter((action) => !sent.has(JSON.stringify(action)));
      if (fresh.length === 0) return isOpening ? undefined : brief;
      for (const action of fresh) sent.add(JSON.stringify(action));
      this.refused.push(...(await sendAll(this.#seat, fresh)));
    }
    return undefined;
  }

  async endTurn(signal?: AbortSignal): Promise<boolean> {
    const { state } = await this.#seat.playTurn([], ADVICE, { signal });
    this.#opening = state;
    return state !== undefined;
  }

  async #read(also: readonly BriefList[]): Promise<ReadBrief> {
    const query = { ...ADVICE, sections: [...ADVICE.sections, ...also] };
    const brief = this.#opening ?? (await this.#seat.state(query));
    this.#opening = undefined;
    return brief;
  }

  /** The action of an advice; without knowledge of sites founders settle where they stand. */
  #followed({ do: action }: Advice): Advice['do'] | undefined {
    const fact = factByAction[action.action_type] ?? 'units';
    if (!this.#without.has(fact)) return action;
    return fact === 'sites' ? { action_type: 'unit_build_city', unit_id: action.unit_id } : undefined;
  }
}
