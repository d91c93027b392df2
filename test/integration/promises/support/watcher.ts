import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { WatchedGame } from './watched-game.js';

const head = /^\{"type":"(\w+)".*?"stream":"s",(?:"since":(\d+),)?"version":(\d+)/;

/** A spectator that reads what each message is, and notes whether one is missing. */
export class Watcher {
  readonly socket: WebSocket;
  readonly #game: WatchedGame;
  /** The version it has been brought to. */
  version = -1;
  snapshots = 0;
  /** Updates that did not follow what came before. */
  gaps = 0;
  /** Milliseconds from the making of each update to its arrival. */
  times: number[] = [];
  #onVersion: () => void = () => {};

  private constructor(socket: WebSocket, game: WatchedGame) {
    this.socket = socket;
    this.#game = game;
    socket.on('error', () => {});
    socket.on('message', (bytes: Buffer) => this.#take(bytes));
  }

  /** One that has its first snapshot. */
  static async open(port: number, game: WatchedGame): Promise<Watcher> {
    const url = `ws://127.0.0.1:${port}/ws/spectator/${game.gameId}`;
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const watcher = new Watcher(socket, game);
    await once(socket, 'open');
    await watcher.reached(game.version);
    return watcher;
  }

  async reached(version: number): Promise<void> {
    while (this.version < version)
      await new Promise<void>((resolve) => {
        this.#onVersion = resolve;
      });
  }

  #take(bytes: Buffer): void {
    const [, type, since, version] = head.exec(bytes.toString('latin1', 0, 200)) ?? [];
    if (type === 'snapshot') this.snapshots += 1;
    else if (type !== 'update') return;
    else if (Number(since) !== this.version) this.gaps += 1;
    this.version = Number(version);
    if (type === 'update')
      this.times.push(performance.now() - (this.#game.made.get(this.version) ?? Number.NaN));
    this.#onVersion();
  }
}
