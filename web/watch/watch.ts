import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordedFrame } from '#shared/protocol/spectator/requests.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import type { Message } from './message.js';
import { Past } from './past.js';
import { type LinkStatus, SpectatorLink } from './spectator-link.js';
import type { WatchEvents, WatchPlace, WatchTime } from './watching.js';

/** While the past is looked at, for news of how far it goes by now. */
const LOOK_MS = 2_000;

/** One game, live or in its past, over as many connections as it takes; begins where the one before ended. */
export class Watch {
  readonly #events: WatchEvents;
  readonly #link: SpectatorLink;
  readonly #past: Past;
  readonly #looking: number;
  readonly #hasToken: boolean;
  /** The agent whose view is shown in place of a player's. */
  readonly #agent: string | undefined;
  /** The player through whose eyes; undefined: the whole game, or what the agent sees. */
  #player: number | undefined;
  #time: WatchTime;
  #speed = 1;
  #view: SpectatorView | undefined;

  constructor(gameId: string, token: string | undefined, place: WatchPlace, events: WatchEvents) {
    this.#events = events;
    this.#agent = place.agent;
    this.#player = place.player;
    this.#hasToken = token !== undefined;
    this.#time = timeOf(place.turn);
    this.#past = new Past({
      send: (question) => this.#link.send(question),
      onFrame: (frame) => this.#frame(frame),
      onEnd: () => this.live(),
    });
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
    events.onPlace(this.#time, this.#player);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#past.stop();
    this.#link.close();
  }

  /** Shows that turn (undefined: live) through the eyes of that player (undefined: the whole game). */
  goTo({ turn, player }: Pick<WatchPlace, 'turn' | 'player'>): void {
    const shown = this.#time.name === 'past' ? this.#time.turn : undefined;
    if (player !== this.#player) this.#changeEyes(player, turn);
    else if (turn === shown) return;
    else if (turn === undefined) this.live();
    else this.seek(turn);
  }

  /** Shows the state as that turn began. */
  seek(turn: number): void {
    this.#setTime(timeOf(turn));
    // A connection that is not open yet asks for what is wanted when it opens.
    if (this.#link.isOpen) this.#past.seek(turn);
    else this.#past.forget();
  }

  /** Goes on with the game as it is. */
  live(): void {
    this.#past.forget();
    // The next update does not follow a state of the past.
    this.#view = undefined;
    this.#setTime(timeOf(undefined));
    if (this.#link.isOpen) this.#link.send({ type: 'spectator_live' });
  }

  /** Plays from the turn that is shown, `speed` turns a second. */
  play(speed: number): void {
    this.#speed = speed;
    const time = this.#time;
    if (time.name === 'live') return;
    if (!this.#past.isPlaying) this.#setTime({ ...time, isPlaying: true });
    // What is on its way begins by itself when it comes.
    if (!this.#past.isSeeking && this.#view !== undefined) this.#past.play(time.turn, speed);
  }

  /** Stands still at the beginning of the turn that is being played. */
  pause(): void {
    if (this.#time.name === 'past') this.seek(this.#time.turn);
  }

  /** Shows the same time through the eyes of a player, or the whole game. */
  lookAs(player: number | undefined): void {
    this.goTo({ turn: this.#time.name === 'past' ? this.#time.turn : undefined, player });
  }

  /** Another view is another connection. Until it shows something, what is drawn is not what was asked for. */
  #changeEyes(player: number | undefined, turn: number | undefined): void {
    this.#past.forget();
    this.#view = undefined;
    this.#player = player;
    this.#setTime(timeOf(turn));
    this.#events.onStatus({ name: 'connecting' });
    this.#link.startOver();
  }

  #query(): Readonly<Record<string, string>> {
    const seenBy = viewQuery(this.#player, this.#agent);
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
        this.#past.take(message.data);
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
    if (time.name === 'past' && !this.#past.awaits(view.header.turn)) return;
    const isFirst = this.#view === undefined;
    this.#view = view;
    this.#works();
    this.#events.onView(view);
    if (isFirst) this.#link.send({ type: 'spectator_recording' });
    if (this.#past.arrived()) return;
    if (time.name === 'past' && time.isPlaying && !this.#past.isPlaying)
      this.#past.play(time.turn, this.#speed);
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

  #setTime(time: WatchTime): void {
    this.#time = time;
    this.#events.onPlace(time, this.#player);
  }

  #works(): void {
    this.#link.works();
    this.#events.onStatus({ name: 'live' });
  }

  #disconnected(status: LinkStatus): void {
    // What was asked for on the lost connection is not coming: the next one begins where we stand.
    this.#past.forget();
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

function timeOf(turn: number | undefined): WatchTime {
  return turn === undefined ? { name: 'live' } : { name: 'past', turn, isPlaying: false };
}

/** Whose view is asked for, as the spectator socket takes it. */
function viewQuery(player: number | undefined, agent: string | undefined): Readonly<Record<string, string>> {
  if (agent !== undefined) return { view: agent };
  return player === undefined ? {} : { view: `player:${player}` };
}
