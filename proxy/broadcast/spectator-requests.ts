import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorRequestType } from '#shared/protocol/link.js';
import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import {
  type RecordingInfo,
  recordingPartSchema,
  recordingTurnSchema,
  spectateSchema,
  type Watched,
  watchedSchema,
} from '#shared/protocol/spectator/requests.js';
import { givenPart } from '../recording/given-part.js';
import { recordedState, recordedTurn } from './past.js';
import type { Listener, Show } from './show.js';
import type { Spectacles } from './spectacles.js';

type AnswerData = Record<string, unknown>;
type Tell = (gameId: string, channel: string, update: SpectatorUpdate) => void;

/** What one gateway watches: each update goes to it once, however many viewers it has. */
export class SpectatorRequests {
  readonly #spectacles: Spectacles;
  readonly #tell: Tell;
  readonly #watched = new Map<string, { readonly show: Show; readonly listener: Listener }>();
  #gone = false;

  constructor(spectacles: Spectacles, tell: Tell) {
    this.#spectacles = spectacles;
    this.#tell = tell;
  }

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

  /** The gateway has gone. */
  end(): void {
    this.#gone = true;
    for (const key of [...this.#watched.keys()]) this.#leave(key);
  }

  async #spectate(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(spectateSchema, data, 'data');
    if (!asked.ok) return asked;
    const { channel, ...watched } = asked.value;
    const show = await this.#spectacles.show(gameId, watched);
    if (!show.ok) return show;
    const key = keyOf(gameId, channel);
    let there = this.#watched.get(key);
    if (there?.show !== show.value) {
      this.#leave(key);
      there = { show: show.value, listener: (update) => this.#tell(gameId, channel, update) };
      this.#watched.set(key, there);
    }
    const snapshot = await there.show.watch(there.listener);
    if (!snapshot.ok || this.#gone) this.#leave(key);
    return snapshot.ok ? ok({ ...snapshot.value }) : snapshot;
  }

  #spectateEnd(gameId: string, data: unknown): Result<AnswerData> {
    const asked = parseWith(spectateSchema, data, 'data');
    if (!asked.ok) return asked;
    this.#leave(keyOf(gameId, asked.value.channel));
    return ok({});
  }

  async #recording(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(watchedSchema, data, 'data');
    if (!asked.ok) return asked;
    const past = await this.#past(gameId, asked.value);
    if (!past.ok) return past;
    const seats = await this.#spectacles.recordedSeats(gameId);
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
    const past = await this.#past(gameId, watched);
    if (!past.ok) return past;
    const { recording, turns } = past.value;
    const read = type === 'recording_state' ? recordedState : recordedTurn;
    const told = await read(recording, turns, turn);
    return told.ok ? ok({ ...told.value }) : told;
  }

  async #part(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const asked = parseWith(recordingPartSchema, data, 'data');
    if (!asked.ok) return asked;
    const { from, ...watched } = asked.value;
    const past = await this.#past(gameId, watched);
    if (!past.ok) return past;
    const { recording, turns } = past.value;
    if (turns.length === 0) return fail(failure('E122', 'Nothing of this game can be shown yet'));
    return ok({ ...(await givenPart(recording, watched.delay, from, Date.now())) });
  }

  /** What may be seen of a game's past. */
  async #past(gameId: string, watched: Watched) {
    const spectacle = await this.#spectacles.find(gameId, watched.view);
    if (!spectacle.ok) return spectacle;
    const { recording } = spectacle.value;
    if (!(await recording.refresh()))
      return fail(failure('E140', `There is no recording of a game ${gameId}`));
    const turns = await recording.turnsShown(watched.delay, Date.now());
    return ok({ recording, turns, isLive: !(await recording.isOver()) });
  }

  #leave(key: string): void {
    const there = this.#watched.get(key);
    this.#watched.delete(key);
    there?.show.leave(there.listener);
  }
}

function keyOf(gameId: string, channel: string): string {
  return `${gameId} ${channel}`;
}
