import type { SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordedFrame } from '#shared/protocol/spectator/recording.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { RecordingPlayer } from './recording-player.js';
import type { OpenLink, SpectatorLinkStatus, WatchLink } from './spectator-link.js';
import type { WatchMessage } from './watch-message.js';
import type { WatchEvents, WatchTarget, WatchTime } from './watch-status.js';

/** How often the recording's turns are requested while the past is shown. */
const POLL_MS = 2_000;

/** What is watched, and where it is reported. */
export interface WatchOptions {
  readonly gameId: string;
  readonly token: string | undefined;
  readonly target: WatchTarget;
  readonly events: WatchEvents;
  readonly openLink: OpenLink;
}

/** Shows one game, live or recorded. Each connection continues where the one before it ended. */
export class Watch {
  readonly #events: WatchEvents;
  readonly #link: WatchLink;
  readonly #recordingPlayer: RecordingPlayer;
  readonly #pollTimer: number;
  readonly #hasToken: boolean;
  /** The agent whose view is shown in place of a player's. */
  readonly #agent: string | undefined;
  /** The player whose view is shown; undefined for the whole game, or the view of the agent. */
  #player: number | undefined;
  #time: WatchTime;
  #speed = 1;
  #view: SpectatorView | undefined;

  constructor({ gameId, token, target, events, openLink }: WatchOptions) {
    this.#events = events;
    this.#agent = target.agent;
    this.#player = target.player;
    this.#hasToken = token !== undefined;
    this.#time = timeOf(target.turn);
    this.#recordingPlayer = new RecordingPlayer({
      send: (question) => this.#link.send(question),
      onFrame: (frame) => this.#frame(frame),
      onEnd: () => this.live(),
    });
    this.#link = openLink({
      gameId,
      token,
      query: () => this.#query(),
      onMessage: (message) => this.#onMessage(message),
      onStatus: (status) => this.#disconnected(status),
    });
    this.#pollTimer = setInterval(() => {
      if (this.#time.kind === 'past') this.#link.send({ type: 'spectator_recording' });
    }, POLL_MS);
    events.onTarget(this.#time, this.#player);
  }

  close(): void {
    clearInterval(this.#pollTimer);
    this.#recordingPlayer.stop();
    this.#link.close();
  }

  /** Shows a turn (undefined: live) in the view of a player (undefined: the whole game). */
  goTo({ turn, player }: Pick<WatchTarget, 'turn' | 'player'>): void {
    const shown = this.#time.kind === 'past' ? this.#time.turn : undefined;
    if (player !== this.#player) this.#switchView(player, turn);
    else if (turn === shown) return;
    else if (turn === undefined) this.live();
    else this.seek(turn);
  }

  /** Shows the state at the start of a turn. */
  seek(turn: number): void {
    this.#setTime(timeOf(turn));
    // A connection that is not open yet requests the target when it opens.
    if (this.#link.isOpen) this.#recordingPlayer.seek(turn);
    else this.#recordingPlayer.reset();
  }

  /** Shows the running game. */
  live(): void {
    this.#recordingPlayer.reset();
    // Live updates do not continue a recorded state.
    this.#view = undefined;
    this.#setTime(timeOf(undefined));
    if (this.#link.isOpen) this.#link.send({ type: 'spectator_live' });
  }

  /** Plays the recording from the turn that is shown. `speed` in turns for each second. */
  play(speed: number): void {
    this.#speed = speed;
    const time = this.#time;
    if (time.kind === 'live') return;
    if (!this.#recordingPlayer.isPlaying) this.#setTime({ ...time, isPlaying: true });
    // A state that was requested starts playing when it arrives.
    if (!this.#recordingPlayer.isSeeking && this.#view !== undefined)
      this.#recordingPlayer.play(time.turn, speed);
  }

  /** Stops at the start of the turn that is being played. */
  pause(): void {
    if (this.#time.kind === 'past') this.seek(this.#time.turn);
  }

  /** Shows the same time in the view of a player, or the whole game. */
  viewAs(player: number | undefined): void {
    this.goTo({ turn: this.#time.kind === 'past' ? this.#time.turn : undefined, player });
  }

  /** Another view needs another connection. Until that has a state, the page shows that it is connecting. */
  #switchView(player: number | undefined, turn: number | undefined): void {
    this.#recordingPlayer.reset();
    this.#view = undefined;
    this.#player = player;
    this.#setTime(timeOf(turn));
    this.#events.onStatus({ kind: 'connecting' });
    this.#link.reconnect();
  }

  #query(): Readonly<Record<string, string>> {
    const view = viewQuery(this.#player, this.#agent);
    if (this.#time.kind === 'past') return { ...view, turn: String(this.#time.turn) };
    if (this.#view === undefined) return view;
    return { ...view, since: String(this.#view.version), stream: this.#view.stream };
  }

  #onMessage(message: WatchMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#show(viewOf(message.data));
        return;
      case 'update':
        this.#update(message.data);
        return;
      case 'turn':
        this.#recordingPlayer.turnArrived(message.data);
        return;
      case 'recording':
        this.#events.onRecording(message.data);
        return;
      case 'status':
        this.#onServerStatus(message.data.status, message.data.message);
        return;
      case 'error':
        this.#onError(message.data.code, message.data.message);
        return;
      case 'pong':
        return;
    }
  }

  #onServerStatus(status: string, reason = ''): void {
    if (status === 'recovering') this.#events.onStatus({ kind: 'lost' });
    if (status === 'waiting') this.#events.onStatus({ kind: 'waiting', reason });
  }

  #show(view: SpectatorView): void {
    const time = this.#time;
    // A live state that was sent before the request for the past.
    if (time.kind === 'past' && !this.#recordingPlayer.isAwaiting(view.header.turn)) return;
    const isFirst = this.#view === undefined;
    this.#view = view;
    this.#connectionWorks();
    this.#events.onView(view);
    if (isFirst) this.#link.send({ type: 'spectator_recording' });
    if (this.#recordingPlayer.stateArrived()) return;
    if (time.kind === 'past' && time.isPlaying && !this.#recordingPlayer.isPlaying)
      this.#recordingPlayer.play(time.turn, this.#speed);
  }

  #update(update: SpectatorUpdate): void {
    if (this.#view === undefined || this.#time.kind === 'past') return;
    this.#connectionWorks();
    if (applyUpdate(this.#view, update)) this.#events.onUpdate(this.#view, update);
    else {
      this.#view = undefined;
      this.#link.reconnect();
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
    if (turn !== undefined && this.#time.kind === 'past' && turn !== this.#time.turn)
      this.#setTime({ ...this.#time, turn });
  }

  #setTime(time: WatchTime): void {
    this.#time = time;
    this.#events.onTarget(time, this.#player);
  }

  #connectionWorks(): void {
    this.#link.resetBackoff();
    this.#events.onStatus({ kind: 'live' });
  }

  #disconnected(status: SpectatorLinkStatus): void {
    // Requests on the lost connection get no answer; the next one begins with the current target.
    this.#recordingPlayer.reset();
    this.#events.onStatus({ kind: status });
  }

  #onError(code: string, reason: string): void {
    // A turn that cannot be shown, from an old link for example.
    if (code === 'E105') {
      this.live();
      return;
    }
    // The server sends this to everybody when a token is needed; ours may be on its way.
    if (code === 'E120' && this.#hasToken) return;
    // Also sent after a restart, before the game is restored: only a page that has never seen the game gives up.
    if (code === 'E140' && this.#view !== undefined) return;
    this.#link.close();
    const isToken = code === 'E102' || code === 'E120';
    this.#events.onStatus(isToken ? { kind: 'needs_token' } : { kind: 'refused', reason });
  }
}

function timeOf(turn: number | undefined): WatchTime {
  return turn === undefined ? { kind: 'live' } : { kind: 'past', turn, isPlaying: false };
}

/** The `view` parameter of the spectator socket. */
function viewQuery(player: number | undefined, agent: string | undefined): Readonly<Record<string, string>> {
  if (agent !== undefined) return { view: agent };
  return player === undefined ? {} : { view: `player:${player}` };
}
