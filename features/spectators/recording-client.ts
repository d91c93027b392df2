import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Clock } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import type { Link } from '../../gateway/link/game-link.js';
import { answerFailure } from '../../gateway/link/link-messages.js';
import { publicPart } from './public-part.js';
import { type SpectatorMessage, spectatorMessage } from './spectator-message.js';
import { channelName, type SpectatorChannel } from './spectator-target.js';

/** The type of the message that answers each query of a recording. */
const ANSWER_TYPES = { recording: 'recording', recording_state: 'snapshot', recording_turn: 'turn' } as const;

/** The queries of a recording: which turns there are, the state at a turn, the steps of a turn. */
type RecordingQueryType = Extract<LinkRequest['type'], keyof typeof ANSWER_TYPES>;

const QUERY_TYPES: Readonly<Record<string, RecordingQueryType>> = {
  spectator_recording: 'recording',
  spectator_seek: 'recording_state',
  spectator_turn: 'recording_turn',
};

/** A query of a game's recording. */
export interface RecordingQuery {
  readonly type: RecordingQueryType;
  /** Undefined for `recording` only. */
  readonly turn: number | undefined;
}

/** An answer of a late turn has less than 1 MB. */
const MAX_CACHED_ANSWERS = 64;
/** Short, because the newest turn grows, and a game may be restored to an earlier turn. */
const CACHE_MS = 2_000;
const DEADLINE_MS = 30_000;

interface CachedAnswer {
  readonly answer: Promise<Result<SpectatorMessage>>;
  /** When it was asked for, in milliseconds of the monotonic clock. */
  readonly at: number;
}

/** Queries the recordings of games at the proxy; spectators who ask for the same at the same time share one answer. */
export class RecordingClient {
  readonly #link: Link;
  readonly #clock: Clock;
  readonly #answers = new BoundedMap<string, CachedAnswer>(MAX_CACHED_ANSWERS);

  constructor(link: Link, clock: Clock) {
    this.#link = link;
    this.#clock = clock;
  }

  /** The message that answers the query; E123 when the proxy is not reachable, else the proxy's failure. */
  query(channel: SpectatorChannel, query: RecordingQuery): Promise<Result<SpectatorMessage>> {
    const key = [channel.gameId, channelName(channel), query.type, query.turn].join(' ');
    const cached = this.#answers.get(key);
    const now = this.#clock.monotonic();
    if (cached !== undefined && now - cached.at < CACHE_MS) return cached.answer;
    const answer = this.#fetch(channel, query);
    this.#answers.set(key, { answer, at: now });
    return answer;
  }

  async #fetch(
    { gameId, watched, isUnrestricted: unrestricted, isPublic }: SpectatorChannel,
    { type, turn }: RecordingQuery,
  ): Promise<Result<SpectatorMessage>> {
    const data = { ...watched, turn };
    const own = { type, agent_id: 'spectators', game_id: gameId, unrestricted, data } as const;
    const question = isPublic ? { ...own, public: true } : own;
    const outcome = await this.#link.requestWhenUp(question, DEADLINE_MS);
    if (!outcome.ok) return fail(failure('E123', 'The game is not reachable at the moment'));
    const answer = outcome.value;
    if (answer.type === 'error') return fail(answerFailure(answer));
    const shown = isPublic ? publicPart(answer.data) : answer.data;
    return ok(spectatorMessage(gameId, ANSWER_TYPES[type], shown, this.#clock.now()));
  }
}

/** The query in a spectator's message; undefined for messages of other types, E101 when the turn is missing. */
export function parseRecordingQuery(messageType: string, data: unknown): Result<RecordingQuery> | undefined {
  const type = QUERY_TYPES[messageType];
  if (type === undefined) return undefined;
  const turn = isJsonObject(data) ? data.turn : undefined;
  if (typeof turn === 'number') return ok({ type, turn });
  if (type === 'recording') return ok({ type, turn: undefined });
  return fail(failure('E101', 'Missing required field data.turn: expected a number', { path: 'data.turn' }));
}
