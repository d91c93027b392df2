import type { SpectatorUpdate } from '#shared/spectator/messages.js';
import type { RecordedFrame, RecordedTurn, RecordingInfo } from '#shared/spectator/requests.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/spectator/view.js';
import type { Message } from './message.js';
import { Playback } from './playback.js';
import { type LinkStatus, SpectatorLink } from './spectator-link.js';

export interface WatchEvents {
  onView(view: SpectatorView): void;
  onUpdate(view: SpectatorView, update: SpectatorUpdate): void;
  onRecording(recording: RecordingInfo): void;
  onTime(time: WatchTime): void;
  onStatus(status: WatchStatus): void;
}

export type WatchStatus =
  | { readonly name: 'connecting' }
  | { readonly name: 'live' }
  /** The connection is gone; it is tried again. */
  | { readonly name: 'lost' }
  /** There is nothing to be seen yet; it will come. */
  | { readonly name: 'waiting'; readonly reason: string }
  | { readonly name: 'needs_token' }
  | { readonly name: 'refused'; readonly reason: string };

/** When: as it goes, or some turn of the past, which stands still or is played. */
export type WatchTime =
  | { readonly name: 'live' }
  | { readonly name: 'past'; readonly turn: number; readonly isPlaying: boolean };

export interface WatchPlace {
  /** Undefined: live. */
  readonly turn: number | undefined;
  /** The player through whose eyes; undefined: the whole game. */
  readonly player: number | undefined;
}

/** While the past is looked at, for news of how far it goes by now. */
const LOOK_MS = 2_000;

/** One game, live or in its past, over as many connections as it takes; begins where the one before ended. */
export class Watch {
  readonly #events: WatchEvents;
  readonly #link: SpectatorLink;
  readonly #looking: number;
  readonly #hasToken: boolean;
  readonly #asked = new Map<number, (turn: RecordedTurn) => void>();
  #player: number | undefined;
  #time: WatchTime;
  #speed = 1;
  #playback: Playback | undefined;
  #view: SpectatorView | undefined;
  /** The turn whose state is on its way, and the one wanted after it. */
  #seeking: { readonly turn: number; next: number | undefined } | undefined;

  constructor(gameId: string, token: string | undefined, place: WatchPlace, events: WatchEvents) {
    this.#events = events;
    this.#player = place.player;
    this.#hasToken = token !== undefined;
    this.#time =
      place.turn === undefined ? { name: 'live' } : { name: 'past', turn: place.turn, isPlaying: false };
    this.#link = new SpectatorLink({
      gameId,
      token,
      query: () => this.#query(),
      onMessage: (message) => this.#take(message),
      onStatus: (status) => this.#disconnected(status),
    });
    this.#looking = setInterval(() => {
      if (this.#time.name === 'past') this.#link.send({ type: 'spectator_recording' });
    }, LOOK_MS);
    events.onTime(this.#time);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#playback?.stop();
    this.#link.close();
  }

  /** Shows the state as that turn began. Who drags a slider is not shown every turn on the way. */
  seek(turn: number): void {
    this.#stop();
    this.#setTime({ name: 'past', turn, isPlaying: false });
    if (this.#seeking !== undefined) this.#seeking.next = turn;
    else this.#ask(turn);
  }

  /** Goes on with the game as it is. */
  live(): void {
    this.#stop();
    this.#seeking = undefined;
    this.#setTime({ name: 'live' });
    this.#link.send({ type: 'spectator_live' });
  }

  /** Plays from the turn that is shown, `speed` turns a second. */
  play(speed: number): void {
    this.#speed = speed;
    const time = this.#time;
    if (time.name === 'live') return;
    if (this.#playback !== undefined) {
      this.#playback.speed = speed;
      return;
    }
    this.#setTime({ ...time, isPlaying: true });
    if (this.#seeking === undefined && this.#view !== undefined) this.#start(time.turn);
  }

  /** Stands still at the beginning of the turn that is being played. */
  pause(): void {
    if (this.#time.name === 'past') this.seek(this.#time.turn);
  }

  /** Shows the same time through the eyes of a player, or the whole game. */
  lookAs(player: number | undefined): void {
    this.#player = player;
    this.#stop();
    this.#seeking = undefined;
    this.#view = undefined;
    this.#setTime(this.#time.name === 'past' ? { ...this.#time, isPlaying: false } : this.#time);
    this.#link.startOver();
  }

  #query(): Record<string, string> {
    const seenBy = this.#player === undefined ? {} : { view: `player:${this.#player}` };
    if (this.#time.name === 'past') return { ...seenBy, turn: String(this.#time.turn) };
    if (this.#view === undefined) return seenBy;
    return { ...seenBy, since: String(this.#view.version), stream: this.#view.stream };
  }

  #take(message: Message): void {
    switch (message.type) {
      case 'snapshot':
        this.#show(viewOf(message.data));
        return;
      case 'update':
        this.#update(message.data);
        return;
      case 'turn':
        this.#asked.get(message.data.turn)?.(message.data);
        this.#asked.delete(message.data.turn);
        return;
      case 'recording':
        this.#events.onRecording(message.data);
        return;
      case 'status':
        this.#told(message.data.status, message.data.message);
        return;
      case 'error':
        this.#refused(message.data.code, message.data.message);
        return;
      case 'pong':
        return;
    }
  }

  #told(status: string, reason = ''): void {
    if (status === 'recovering') this.#events.onStatus({ name: 'lost' });
    if (status === 'waiting') this.#events.onStatus({ name: 'waiting', reason });
  }

  #show(view: SpectatorView): void {
    const time = this.#time;
    // What was sent live before we asked for the past.
    if (time.name === 'past' && this.#seeking !== undefined && view.header.turn !== this.#seeking.turn)
      return;
    const isFirst = this.#view === undefined;
    this.#view = view;
    this.#works();
    this.#events.onView(view);
    if (isFirst) this.#link.send({ type: 'spectator_recording' });
    const next = this.#seeking?.next;
    this.#seeking = undefined;
    if (next !== undefined) this.#ask(next);
    else if (time.name === 'past' && time.isPlaying && this.#playback === undefined) this.#start(time.turn);
  }

  #update(update: SpectatorUpdate): void {
    if (this.#view === undefined || this.#time.name === 'past') return;
    this.#works();
    if (applyUpdate(this.#view, update)) this.#events.onUpdate(this.#view, update);
    else {
      this.#view = undefined;
      this.#link.startOver();
    }
  }

  #ask(turn: number): void {
    this.#seeking = { turn, next: undefined };
    this.#link.send({ type: 'spectator_seek', data: { turn } });
  }

  #start(turn: number): void {
    this.#playback = new Playback(turn, this.#speed, {
      turn: (asked) => this.#turn(asked),
      onFrame: (frame) => this.#frame(frame),
      onEnd: () => this.live(),
    });
  }

  #turn(turn: number): Promise<RecordedTurn> {
    this.#link.send({ type: 'spectator_turn', data: { turn } });
    return new Promise((resolve) => this.#asked.set(turn, resolve));
  }

  #frame(frame: RecordedFrame): void {
    if ('snapshot' in frame) {
      this.#view = viewOf(frame.snapshot);
      this.#events.onView(this.#view);
    } else if (this.#view !== undefined && applyUpdate(this.#view, frame.update)) {
      this.#events.onUpdate(this.#view, frame.update);
    }
    const turn = this.#view?.header.turn;
    if (turn !== undefined && this.#time.name === 'past' && turn !== this.#time.turn)
      this.#setTime({ ...this.#time, turn });
  }

  #stop(): void {
    this.#playback?.stop();
    this.#playback = undefined;
    this.#asked.clear();
  }

  #setTime(time: WatchTime): void {
    this.#time = time;
    this.#events.onTime(time);
  }

  #works(): void {
    this.#link.works();
    this.#events.onStatus({ name: 'live' });
  }

  #disconnected(status: LinkStatus): void {
    // What was asked for on the lost connection is not coming: the next one begins where we stand.
    this.#stop();
    this.#seeking = undefined;
    this.#events.onStatus({ name: status });
  }

  #refused(code: string, reason: string): void {
    // A turn that cannot be shown, from an old link for example.
    if (code === 'E105') {
      this.live();
      return;
    }
    // Said to everybody where a token is needed; ours is under way, if we have one.
    if (code === 'E120' && this.#hasToken) return;
    // Seen after a restart too, before the game is there again: only a page that never saw it gives up.
    if (code === 'E140' && this.#view !== undefined) return;
    this.#link.close();
    const isToken = code === 'E102' || code === 'E120';
    this.#events.onStatus(isToken ? { name: 'needs_token' } : { name: 'refused', reason });
  }
}
