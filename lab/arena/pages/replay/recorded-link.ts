import { lastState, recordedTurn, stateAt } from '#shared/protocol/spectator/recorded-turns.js';
import { snapshotFrom } from '#shared/protocol/spectator/view.js';
import type { SpectatorLinkOptions, WatchLink } from '../../../../web/watch/spectator-link.js';
import type { WatchMessage, WatchRequest } from '../../../../web/watch/watch-message.js';
import { LoadedRecording } from './loaded-recording.js';

/** Answers as a gateway does that has this one recording, of a game that is over. */
export class RecordedLink implements WatchLink {
  readonly #options: SpectatorLinkOptions;
  readonly #recording: Promise<LoadedRecording>;
  #isOpen = false;
  #isClosed = false;
  /** Answers come in the order of their requests. */
  #answering: Promise<void> = Promise.resolve();

  constructor(options: SpectatorLinkOptions, address: string) {
    this.#options = options;
    this.#recording = LoadedRecording.load(address);
    this.reconnect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  send(request: WatchRequest): void {
    if (this.#isOpen) this.#answer((recording) => answerTo(request, recording));
  }

  /** Tells the state of the current query anew. */
  reconnect(): void {
    this.#answer((recording) => {
      this.#isOpen = true;
      const { turn } = this.#options.query();
      return turn === undefined ? present(recording) : past(recording, Number(turn));
    });
  }

  resetBackoff(): void {}

  close(): void {
    this.#isClosed = true;
    this.#isOpen = false;
  }

  #answer(find: (recording: LoadedRecording) => Promise<WatchMessage | undefined>): void {
    this.#answering = this.#answering
      .then(async () => {
        const message = await find(await this.#recording);
        if (message !== undefined && !this.#isClosed) this.#options.onMessage(message);
      })
      .catch((error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        this.#options.onMessage({ type: 'error', data: { code: 'E140', message } });
      });
  }
}

async function answerTo(
  request: WatchRequest,
  recording: LoadedRecording,
): Promise<WatchMessage | undefined> {
  const turns = recording.index.turns.filter((turn) => turn > 0);
  switch (request.type) {
    case 'spectator_seek':
      return past(recording, request.data.turn);
    case 'spectator_turn':
      return { type: 'turn', data: await recordedTurn(recording, turns, request.data.turn) };
    case 'spectator_live':
      return present(recording);
    case 'spectator_recording':
      return { type: 'recording', data: { turns, views: [], is_live: false } };
    case 'spectator_connect':
      return undefined;
  }
}

async function past(recording: LoadedRecording, turn: number): Promise<WatchMessage> {
  const view = await stateAt(recording, turn);
  if (view !== undefined) return { type: 'snapshot', data: snapshotFrom(view) };
  return { type: 'error', data: { code: 'E105', message: `Turn ${turn} was not recorded` } };
}

async function present(recording: LoadedRecording): Promise<WatchMessage | undefined> {
  const view = await lastState(recording);
  return view && { type: 'snapshot', data: snapshotFrom(view) };
}
