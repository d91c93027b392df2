import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Lease, OwnDirectory } from '#shared/store/directory.js';
import { detach } from '../faults/game-bug.js';

/** Seconds after which a gateway asks for the owner of a game again. */
const RETRY_S = 1;

/** The games that this proxy owns. Every game in memory is one of them. */
export class GameLeases {
  readonly #directory: OwnDirectory;
  readonly #leases = new Map<string, Lease>();
  /** Games that are being given to other proxies; with `#isDraining` all are. */
  readonly #leaving = new Set<string>();
  readonly #lostListeners = new Set<(gameId: string) => void>();
  #isDraining = false;

  constructor(directory: OwnDirectory) {
    this.#directory = directory;
    directory.onLost((lease) => {
      if (this.#leases.get(lease.gameId) === lease) this.#drop(lease.gameId);
    });
  }

  /** Whether no other proxy can own the game now, so that this proxy may answer for it. */
  owns(gameId: string): boolean {
    return this.#leases.get(gameId)?.isValid === true;
  }

  /** The same before a write. A game that could not be written goes back to the disk, which memory is ahead of. */
  mayWrite(gameId: string): boolean {
    if (this.owns(gameId)) return true;
    const lease = this.#leases.get(gameId);
    if (lease !== undefined) {
      detach(gameId, this.#directory.release(lease));
      queueMicrotask(() => this.#drop(gameId));
    }
    return false;
  }

  /** The fence of a game that this proxy owns; 0 for another. */
  fenceOf(gameId: string): number {
    return this.#leases.get(gameId)?.fence ?? 0;
  }

  /** True when this proxy accepts no further games. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Takes an existing game with a fence above `above`. E123: another proxy has it (`moved_to`), or no directory answers. */
  take(gameId: string, above = 0): Promise<Result<Lease>> {
    return this.#claim(gameId, above, unreachable('E123', { moved_to: null }));
  }

  /** Takes a game that is about to be made; as `take`, but E112 when the directory cannot be reached. */
  takeNew(gameId: string): Promise<Result<Lease>> {
    return this.#claim(gameId, 0, unreachable('E112'));
  }

  /** Those of the games that other proxies are known to own. */
  async ownedElsewhere(gameIds: readonly string[]): Promise<ReadonlySet<string>> {
    const owned = await this.#directory.owned(gameIds.filter((gameId) => !this.#leases.has(gameId)));
    return owned.ok ? owned.value : new Set();
  }

  /** The URL of another proxy that can run one more game; undefined when none is known. */
  async proxyWithRoom(): Promise<string | undefined> {
    const proxies = await this.#directory.proxies();
    // The last announcement of this one may be of before its last game.
    const own = this.#directory.announced?.url;
    const withRoom = (proxies.ok ? proxies.value : []).filter(
      ({ url, games, maxGames, isDraining }) => url !== own && games < maxGames && !isDraining,
    );
    return withRoom.toSorted((a, b) => a.games / a.maxGames - b.games / b.maxGames)[0]?.url;
  }

  /** Calls back when the owner of a game may have changed. Returns what ends it. */
  onChange(listener: () => void): () => void {
    return this.#directory.onChange(listener);
  }

  /** Why a request for the game cannot be answered here: another proxy has it, or is about to. */
  async refusal(gameId: string): Promise<Failure | undefined> {
    const isGoing = this.#leaving.has(gameId);
    const isHere = this.#leases.has(gameId) ? this.owns(gameId) : !this.#isDraining;
    return isGoing || !isHere ? this.#moved(gameId) : undefined;
  }

  /** From now on requests for the game are refused here; `giveBack` follows when those in progress are answered. */
  leave(gameId: string): void {
    this.#leaving.add(gameId);
  }

  /** Accepts no further games. The games of this proxy stay until they are left. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Gives a game back, once it has left the memory. */
  async giveBack(gameId: string): Promise<void> {
    const lease = this.#leases.get(gameId);
    this.#leases.delete(gameId);
    this.#leaving.delete(gameId);
    if (lease !== undefined) await this.#directory.release(lease);
  }

  /** Calls back for each game that another proxy owns, or may own, against the will of this one. */
  onLost(listener: (gameId: string) => void): void {
    this.#lostListeners.add(listener);
  }

  async #claim(gameId: string, above: number, unreached: Failure): Promise<Result<Lease>> {
    const known = this.#leases.has(gameId);
    if (this.#leaving.has(gameId) || (this.#isDraining && !known)) return fail(await this.#moved(gameId));
    const claim = await this.#directory.claim(gameId, above);
    if (!claim.ok)
      return fail(claim.failure === 'unreachable' ? unreached : movedFailure(claim.failure.owner?.url));
    this.#leases.set(gameId, claim.value);
    return ok(claim.value);
  }

  #drop(gameId: string): void {
    if (!this.#leases.delete(gameId)) return;
    this.#leaving.delete(gameId);
    for (const listener of this.#lostListeners) listener(gameId);
  }

  async #moved(gameId: string): Promise<Failure> {
    const owner = await this.#directory.owner(gameId);
    const other = owner.ok && owner.value?.fence !== this.fenceOf(gameId) ? owner.value?.url : undefined;
    return movedFailure(other);
  }
}

/** The refusal of a request for a game that another proxy has: nothing was done. `url` is undefined where no proxy has it yet. */
export function movedFailure(url: string | undefined): Failure {
  const who = url === undefined ? 'No proxy is known to have the game now' : 'Another proxy has the game';
  return failure('E123', `${who}; nothing was done`, {
    details: { moved_to: url ?? null, retry_after: RETRY_S },
  });
}

function unreachable(code: 'E112' | 'E123', more = {}): Failure {
  return failure(code, 'The directory of games cannot be reached; try again in a moment', {
    details: { ...more, retry_after: 2 },
  });
}
