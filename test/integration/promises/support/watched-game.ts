import { answerAll, type ScriptedProxy } from '../../gateway/support/scripted-proxy.js';

const gameId = 'g1';
const snapshotBytes = 200_000;
export const updateBytes = 100_000;

/** A game that can be watched at a scripted proxy, and changes when told to. */
export class WatchedGame {
  readonly gameId = gameId;
  /** When each version was made, in milliseconds. */
  readonly made = new Map<number, number>();
  version = 0;
  readonly #proxy: ScriptedProxy;
  #channel: unknown;

  constructor(proxy: ScriptedProxy) {
    this.#proxy = proxy;
    proxy.respond = (request) => {
      if (request.type !== 'spectate') return answerAll(request, proxy);
      this.#channel = request.data.channel;
      const map = 'm'.repeat(snapshotBytes);
      proxy.answer(request, 'spectate', { stream: 's', version: this.version, map });
    };
  }

  /** The next update, of 100 KB. */
  change(): void {
    const since = this.version;
    this.version += 1;
    this.made.set(this.version, performance.now());
    const update = { stream: 's', since, version: this.version, text: 'u'.repeat(updateBytes) };
    this.#proxy.push('spectator_update', 'spectators', gameId, { channel: this.#channel, update });
  }
}
