import type { PlayerView } from '#shared/protocol/state/player.js';
import type { Fields } from '../../agent/client.js';
import type { Bot, BotSeat } from './bot.js';
import { Builder } from './builder.js';
import { sendAll } from './send-all.js';

/** Turns after which a player is asked again. */
const ASK_AGAIN_TURNS = 6;
/** Clauses that cost nothing where both sides have them. */
const MUTUAL = ['ceasefire', 'peace', 'alliance', 'embassy', 'seamap', 'map', 'vision'];
/** What an AI has to think of this seat before it is asked for an alliance, of -100 to 100. */
const MIN_ATTITUDE = 40;

type State = Awaited<ReturnType<typeof readDiplomacy>>;
type Treaty = State['treaties'][number];

/**
 * Builds as the builder does, and makes treaties: embassies with all, peace with its enemies, technologies for
 * technologies, an alliance with players that like it. It says what it is about to propose, and keeps all that it has signed.
 */
export class Diplomat implements Bot {
  readonly #seat: BotSeat;
  readonly #builder: Builder;
  readonly #refused: string[] = [];
  /** The turn in which each player was last asked. */
  readonly #asked = new Map<number, number>();

  constructor(seat: BotSeat) {
    this.#seat = seat;
    this.#builder = new Builder(seat);
  }

  get refused(): readonly string[] {
    return [...this.#refused, ...this.#builder.refused];
  }

  async turn(): Promise<void> {
    const before = await readDiplomacy(this.#seat);
    await this.#send(before.treaties.flatMap((treaty) => answer(treaty)));
    await this.#builder.turn();
    const state = await readDiplomacy(this.#seat);
    for (const player of state.players.filter((one) => this.#isDue(state, one))) {
      this.#asked.set(player.id, state.turn);
      for (const proposal of proposals(state, player)) await this.#send(proposal);
    }
  }

  endTurn(signal?: AbortSignal): Promise<boolean> {
    return this.#builder.endTurn(signal);
  }

  #isDue({ turn, own }: State, player: PlayerView): boolean {
    if (player.id === own || !player.is_alive || player.barbarian !== undefined) return false;
    if (relation(player, own)?.contact !== true) return false;
    return turn - (this.#asked.get(player.id) ?? -ASK_AGAIN_TURNS) >= ASK_AGAIN_TURNS;
  }

  async #send(actions: readonly Fields[]): Promise<void> {
    this.#refused.push(...(await sendAll(this.#seat, actions)));
  }
}

/** Players and open treaties. */
async function readDiplomacy(seat: BotSeat) {
  const query = { format: 'full', sections: ['players', 'treaties'] } as const;
  const { turn, player_id: own, players, treaties = [] } = await seat.state(query);
  return { turn, own, players: Object.values(players ?? {}), treaties };
}

/** Accepts what gives nothing away, and ends other meetings. */
function answer({ player_id: id, clauses, i_accepted: isAccepted }: Treaty): Fields[] {
  if (isAccepted) return [];
  const isFree = clauses.every(({ giver, type }) => giver === id || MUTUAL.includes(type));
  const action_type = isFree && clauses.length > 0 ? 'treaty_accept' : 'treaty_cancel_meeting';
  return [{ action_type, target: { id } }];
}

/** What to propose to a player, each a meeting of its own: an AI that refuses one may accept another. */
function proposals({ players, own }: State, player: PlayerView): Fields[][] {
  const me = players.find(({ id }) => id === own);
  const now = relation(player, own);
  const meetings: Fields[][] = [];
  const propose = (text: string, clauses: readonly Fields[]) => meetings.push(meeting(player, text, clauses));
  if (now?.status === 'war') propose('Let us stop this war.', [{ clause: 'ceasefire' }]);
  if (now?.status === 'ceasefire') propose('Let us make peace.', [{ clause: 'peace' }]);
  const embassies = ['me', 'them'].map((giver) => ({ clause: 'embassy', giver }));
  if (!player.embassy) propose('Let us exchange embassies.', embassies);
  const [wanted] = missing(player.techs, me?.techs);
  const [offered] = missing(me?.techs, player.techs);
  if (wanted !== undefined && offered !== undefined)
    propose(`I give ${offered} for ${wanted}.`, [
      { clause: 'advance', giver: 'them', value: wanted },
      { clause: 'advance', giver: 'me', value: offered },
    ]);
  if (now?.status === 'peace' && (player.attitude ?? 0) >= MIN_ATTITUDE)
    propose('Let us be allies.', [{ clause: 'alliance' }]);
  // The meeting with an agent stays open until it answers.
  return player.is_ai ? meetings : meetings.slice(0, 1);
}

function missing(
  known: readonly string[] | null | undefined,
  by: readonly string[] | null | undefined,
): readonly string[] {
  return known == null || by == null ? [] : known.filter((tech) => !by.includes(tech));
}

/** A message, then a treaty with all clauses. An AI answers at once; an agent answers in its own turn, so its last meeting is ended first. */
function meeting({ id, is_ai: isAi }: PlayerView, text: string, clauses: readonly Fields[]): Fields[] {
  const target = { id };
  return [
    { action_type: 'diplomacy_message', target, text },
    ...(isAi ? [] : [{ action_type: 'treaty_cancel_meeting', target }]),
    { action_type: 'treaty_propose', target, clauses },
  ];
}

function relation(player: PlayerView, own: number | null) {
  return player.diplomatic_relations.find(({ player_id: other }) => other === own);
}
