import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorRequestType } from '#shared/protocol/link.js';
import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordingInfo } from '#shared/protocol/spectator/recording.js';
import {
  recordingPartSchema,
  recordingTurnSchema,
  spectateSchema,
  type Watched,
  watchedSchema,
} from '#shared/protocol/spectator/requests.js';
import type { Broadcasts } from './broadcasts.js';
import { framesOfTurn, releasedPart, stateAtTurn } from './recorded-past.js';
import type { UpdateListener, WatchSource } from './watch-source.js';

type AnswerData = Record<string, unknown>;
type SendUpdate = (gameId: string, channel: string, update: SpectatorUpdate) => void;

/**
 * The spectator and recording requests of one gateway. A channel is one view of one game: its updates go to the gateway
 * once, however many viewers the gateway has.
 */
export class SpectatorRequests {
  readonly #broadcasts: Broadcasts;
  readonly #send: SendUpdate;
  readonly #subscriptions = new Map<
    string,
    { readonly source: WatchSource; readonly listener: UpdateListener }
  >();
  #isClosed = false;

  constructor(broadcasts: Broadcasts, send: SendUpdate) {
    this.#broadcasts = broadcasts;
    this.#send = send;
  }

  /** Answers one request. E105 for data that does not fit its schema or a turn that cannot be shown, E122, E123 or E140 where there is nothing to watch. */
  async answer(type: SpectatorRequestType, gameId: string, data: unknown): Promise<Result<AnswerData>> {
    switch (type) {
      case 'spectate':
        return this.#spectate(gameId, data);
      case 'spectate_end':
        return this.#spectateEnd(gameId, data);
      case 'recording':
        return this.#recording(gameId, data);
      case 'recording_state':
      case 'recording_turn':
        return this.#recorded(type, gameId, data);
      case 'recording_part':
        return this.#part(gameId, data);
    }
  }

  /** Ends all subscriptions; call it when the link is closed. */
  close(): void {
    this.#isClosed = true;
    for (const key of [...this.#subscriptions.keys()]) this.#unsubscribe(key);
  }

  async #spectate(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(spectateSchema, data, 'data');
    if (!asked.ok) return asked;
    const { channel, ...watched } = asked.value;
    const source = await this.#broadcasts.findSource(gameId, watched);
    if (!source.ok) return source;
    const key = keyOf(gameId, channel);
    let subscription = this.#subscriptions.get(key);
    if (subscription?.source !== source.value) {
      this.#unsubscribe(key);
      subscription = { source: source.value, listener: (update) => this.#send(gameId, channel, update) };
      this.#subscriptions.set(key, subscription);
    }
    const snapshot = await subscription.source.subscribe(subscription.listener);
    if (!snapshot.ok || this.#isClosed) this.#unsubscribe(key);
    // The channel may have ended, or watch something else, since it asked.
    if (this.#subscriptions.get(key) !== subscription) subscription.source.unsubscribe(subscription.listener);
    return snapshot.ok ? ok({ ...snapshot.value }) : snapshot;
  }

  #spectateEnd(gameId: string, data: unknown): Result<AnswerData> {
    const asked = parseWith(spectateSchema, data, 'data');
    if (!asked.ok) return asked;
    this.#unsubscribe(keyOf(gameId, asked.value.channel));
    return ok({});
  }

  async #recording(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(watchedSchema, data, 'data');
    if (!asked.ok) return asked;
    const past = await this.#openPast(gameId, asked.value);
    if (!past.ok) return past;
    const seats = await this.#broadcasts.recordedSeats(gameId);
    const { turns, isLive } = past.value;
    const info: RecordingInfo = { turns, views: seats.map(({ player }) => player), is_live: isLive };
    return ok({ ...info });
  }

  async #recorded(
    type: 'recording_state' | 'recording_turn',
    gameId: string,
    data: unknown,
  ): Promise<Result<AnswerData>> {
    const asked = parseWith(recordingTurnSchema, data, 'data');
    if (!asked.ok) return asked;
    const { turn, ...watched } = asked.value;
    const past = await this.#openPast(gameId, watched);
    if (!past.ok) return past;
    const { recording, turns } = past.value;
    const read = type === 'recording_state' ? stateAtTurn : framesOfTurn;
    const answer = await read(recording, turns, turn);
    return answer.ok ? ok({ ...answer.value }) : answer;
  }

  async #part(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(recordingPartSchema, data, 'data');
    if (!asked.ok) return asked;
    const { from, ...watched } = asked.value;
    const past = await this.#openPast(gameId, watched);
    if (!past.ok) return past;
    const { recording, turns } = past.value;
    if (turns.length === 0) return fail(failure('E122', 'Nothing of this game can be shown yet'));
    return ok({ ...(await releasedPart(recording, watched.delay, from, Date.now())) });
  }

  /** The recording of a view and the turns of it that may be shown. */
  async #openPast(gameId: string, watched: Watched) {
    const broadcast = await this.#broadcasts.find(gameId, watched.view);
    if (!broadcast.ok) return broadcast;
    const { recording } = broadcast.value;
    if (!(await broadcast.value.refreshRecording()))
      return fail(failure('E140', `There is no recording of a game ${gameId}`));
    const turns = await recording.turnsShown(watched.delay, Date.now());
    return ok({ recording, turns, isLive: !(await recording.isOver()) });
  }

  #unsubscribe(key: string): void {
    const subscription = this.#subscriptions.get(key);
    this.#subscriptions.delete(key);
    subscription?.source.unsubscribe(subscription.listener);
  }
}

function keyOf(gameId: string, channel: string): string {
  return `${gameId} ${channel}`;
}
