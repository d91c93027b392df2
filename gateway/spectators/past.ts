import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import type { Clock } from '../clock.js';
import { answerFailure } from '../link/link-failure.js';
import type { ProxyLink } from '../link/proxy-link.js';
import { type Channel, channelName } from './channel.js';
import { type SpectatorMessage, spectatorMessage } from './spectator-message.js';

/** What can be asked of a game's past, and the type of the message that answers it. */
const answers = { recording: 'recording', recording_state: 'snapshot', recording_turn: 'turn' } as const;
export type PastQuestion = Extract<LinkRequest['type'], keyof typeof answers>;

/** A late game's turn is below 1 MB. */
const MOST_KEPT = 64;
/** The newest turn grows, and a game may be taken back. */
const FRESH_MS = 2_000;
const DEADLINE = 30_000;

interface Kept {
  readonly answer: Promise<Result<SpectatorMessage>>;
  readonly at: number;
}

/** The games' past, asked of the proxy; those who look at the same turn together share one answer. */
export class Past {
  readonly #link: ProxyLink;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(link: ProxyLink, clock: Clock) {
    this.#link = link;
    this.#clock = clock;
  }

  ask(channel: Channel, type: PastQuestion, turn?: number): Promise<Result<SpectatorMessage>> {
    const key = [channel.gameId, channelName(channel), type, turn].join(' ');
    const kept = this.#kept.get(key);
    const now = this.#clock.monotonic();
    if (kept !== undefined && now - kept.at < FRESH_MS) return kept.answer;
    const answer = this.#fetch(channel, type, turn);
    this.#kept.delete(key);
    this.#kept.set(key, { answer, at: now });
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return answer;
  }

  async #fetch(
    { gameId, watched, isUnrestricted: unrestricted }: Channel,
    type: PastQuestion,
    turn: number | undefined,
  ): Promise<Result<SpectatorMessage>> {
    const data = { ...watched, ...(turn !== undefined && { turn }) };
    const question = { type, agent_id: 'spectators', game_id: gameId, unrestricted, data } as const;
    const outcome = await this.#link.request(question, DEADLINE);
    if (!outcome.ok) return fail(failure('E123', 'The game is not reachable at the moment'));
    const answer = outcome.value;
    if (answer.type === 'error') return fail(answerFailure(answer));
    return ok(spectatorMessage(gameId, answers[type], answer.data, this.#clock.now()));
  }
}
