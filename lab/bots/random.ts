import type { Offer } from '#shared/protocol/state/offer.js';
import type { Fields } from '../../agent/client.js';
import type { Bot, BotSeat } from './bot.js';
import { sendAll } from './send-all.js';

/** More offers than there ever are. */
const MAX_OFFERS = 100_000;
/** Actions of a turn: about one for each unit and city of a small realm. */
const MAX_ACTIONS = 20;

const OFFERS = {
  format: 'llm_optimized',
  sections: ['legal_actions'],
  legal_actions: 'list',
  max_legal_actions: MAX_OFFERS,
} as const;

/** Does what it draws of all that is offered, each offer as likely as any other: the score of who knows nothing. */
export class RandomBot implements Bot {
  readonly refused: string[] = [];
  readonly #seat: BotSeat;
  readonly #random: () => number;
  /** What came with the end of the turn before, until it is used. */
  #opening: { readonly legal_actions?: readonly Offer[] | undefined } | undefined;

  constructor(seat: BotSeat, random: () => number) {
    this.#seat = seat;
    this.#random = random;
  }

  async endTurn(signal?: AbortSignal): Promise<boolean> {
    const { state } = await this.#seat.playTurn([], OFFERS, { signal });
    this.#opening = state;
    return state !== undefined;
  }

  async turn(): Promise<void> {
    const { legal_actions: offers } = this.#opening ?? (await this.#seat.state(OFFERS));
    this.#opening = undefined;
    // The turn is the caller's to end.
    const left = (offers ?? []).filter(({ type }) => type !== 'end_turn');
    const actors = new Set(left.map(({ unit_id: unit, city_id: city }) => unit ?? city)).size;
    const drawn: Fields[] = [];
    while (left.length > 0 && drawn.length < Math.min(actors, MAX_ACTIONS))
      for (const offer of left.splice(Math.floor(this.#random() * left.length), 1))
        drawn.push(actionOf(offer));
    this.refused.push(...(await sendAll(this.#seat, drawn)));
  }
}

function actionOf({ type, ...fields }: Offer): Fields {
  return { action_type: type, ...fields };
}
