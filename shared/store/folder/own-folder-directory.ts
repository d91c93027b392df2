import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:net';
import { type Cancel, type Clock, every } from '../../core/clock.js';
import { errorCode } from '../../core/disk/disk-error.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { HeldBy, Lease, OwnDirectory, ProxyEntry } from '../directory.js';
import { HeldLeases } from '../held-leases.js';
import { attempt, FolderDirectory, ownershipOf } from './folder-directory.js';
import {
  askedName,
  type GameNames,
  groupNames,
  namesOfGame,
  ownedName,
  releasedName,
} from './owner-names.js';
import { bootName, type ProcessAnswer } from './proxy-sockets.js';

/** What the directory of a data folder needs. */
export interface FolderDirectoryOptions {
  readonly dataDir: string;
  /** How long an owner that does not answer keeps its games. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** How often an owner looks whether it is asked after: five times within a lease. */
const CHECKS_PER_LEASE = 5;
const MAX_ROUNDS = 5;

/** A question after the owner of a game that does not answer: the owner's fence, and since when it stands. */
interface Question {
  readonly fence: number;
  readonly since: number;
}

/** A change of owner: from the highest fence that was given out to the next. */
interface Change {
  readonly gameId: string;
  readonly before: number;
  readonly fence: number;
  /** The last owner does not answer; it is asked after by name. */
  readonly isAsked: boolean;
}

type Claimed = Result<Lease, HeldBy | 'unreachable'>;

/**
 * The directory as a proxy of the data folder uses it. A game goes over at once from a process that has ended. An owner
 * that is there and does not answer is asked after by a name that it would remove; when the name still stands after the
 * time of a lease, the game is taken.
 */
export class OwnFolderDirectory extends FolderDirectory implements OwnDirectory {
  readonly #leaseMs: number;
  readonly #clock: Clock;
  readonly #processId = `${bootName()}-${randomBytes(9).toString('hex')}`;
  readonly #server: Promise<Server | undefined>;
  readonly #leases: HeldLeases;
  readonly #questions = new Map<string, Question>();
  readonly #cancelChecks: Cancel;
  #entry: ProxyEntry | undefined;

  constructor({ dataDir, leaseMs, clock }: FolderDirectoryOptions) {
    super(dataDir);
    this.#leaseMs = leaseMs;
    this.#clock = clock;
    this.#leases = new HeldLeases({ clock, leaseMs, confirmNow: () => this.#check() });
    // Without a socket others ask after each game by its name, which takes longer.
    this.#server = this.sockets.serve(this.#processId, () => this.#entry).catch(() => undefined);
    this.#cancelChecks = every(clock, leaseMs / CHECKS_PER_LEASE, () => this.#check());
    void this.prune(dataDir, clock);
  }

  get announced(): ProxyEntry | undefined {
    return this.#entry;
  }

  async announce(entry: ProxyEntry): Promise<Result<void, 'unreachable'>> {
    await this.#server;
    this.#entry = entry;
    return ok(undefined);
  }

  async claim(gameId: string, above = 0): Promise<Claimed> {
    await this.#server;
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const known = this.#leases.get(gameId);
      if (known !== undefined && known.fence > above) return ok(known);
      if (known !== undefined) await this.release(known);
      const claimed = await this.#claimOnce(gameId, above);
      if (claimed !== 'changed') return claimed;
    }
    return fail({ kind: 'held', owner: undefined });
  }

  async owned(gameIds: readonly string[]): Promise<Result<ReadonlySet<string>, 'unreachable'>> {
    const games = gameIds.length === 0 ? new Map<string, GameNames>() : this.#games();
    if (games === undefined) return fail('unreachable');
    const held = gameIds.flatMap((gameId) => {
      const { fence, isOwned } = games.get(gameId) ?? { fence: 0, isOwned: false };
      return isOwned ? [{ gameId, holder: this.holder(gameId, fence) }] : [];
    });
    const holders = [...new Set(held.flatMap(({ holder }) => holder ?? []))];
    const answers = await Promise.all(holders.map((holder) => this.sockets.ask(holder)));
    const live = new Set(holders.filter((_, at) => isAnnounced(answers[at])));
    return ok(new Set(held.flatMap(({ gameId, holder = '' }) => (live.has(holder) ? [gameId] : []))));
  }

  async release(lease: Lease): Promise<void> {
    if (!this.#leases.remove(lease)) return;
    const { gameId, fence } = lease;
    const released = this.ownerPath(releasedName(gameId, fence));
    attempt(() => renameSync(this.ownerPath(ownedName(gameId, fence)), released));
  }

  onLost(listener: (lease: Lease) => void): () => void {
    return this.#leases.onLost(listener);
  }

  override async close(): Promise<void> {
    this.#cancelChecks();
    for (const lease of this.#leases.all) await this.release(lease);
    (await this.#server)?.close();
    attempt(() => unlinkSync(this.sockets.path(this.#processId)));
    await super.close();
  }

  /** `changed`: another process was faster, and all may be different now. */
  async #claimOnce(gameId: string, above: number): Promise<Claimed | 'changed'> {
    const names = attempt(() => this.makeFolder()) ? this.names() : undefined;
    if (names === undefined) return fail('unreachable');
    const { fence: before, isOwned } = namesOfGame(names, gameId);
    const fence = Math.max(before, above) + 1;
    if (!isOwned) return this.#take({ gameId, before, fence, isAsked: false });
    const holder = this.holder(gameId, before);
    if (holder === undefined) return 'changed';
    const answer = await this.sockets.ask(holder);
    const isFree = answer.kind === 'dead' || this.#hasWaited(gameId, before, answer.kind);
    if (isFree) return this.#take({ gameId, before, fence, isAsked: answer.kind === 'silent' });
    return fail({ kind: 'held', owner: ownershipOf(gameId, before, answer) });
  }

  /** Whether an owner that does not answer has left the question after it standing for as long as a lease lasts. */
  #hasWaited(gameId: string, fence: number, kind: 'alive' | 'silent'): boolean {
    const asked = this.#questions.get(gameId);
    if (kind === 'silent' && asked?.fence === fence)
      return this.#clock.monotonic() - asked.since > this.#leaseMs;
    this.#questions.delete(gameId);
    if (kind === 'alive') return false;
    const path = this.ownerPath(askedName(gameId, fence, this.#processId));
    if (attempt(() => symlinkSync(this.#processId, path)))
      this.#questions.set(gameId, { fence, since: this.#clock.monotonic() });
    return false;
  }

  #take(change: Change): Claimed | 'changed' {
    const { gameId, before, fence, isAsked } = change;
    const name = ownedName(gameId, fence);
    this.#questions.delete(gameId);
    try {
      // Only one process can make a name; the question is gone if the owner has answered after all.
      if (isAsked) linkSync(this.ownerPath(askedName(gameId, before, this.#processId)), this.ownerPath(name));
      else symlinkSync(this.#processId, this.ownerPath(name));
    } catch (error) {
      return ['EEXIST', 'ENOENT'].includes(errorCode(error) ?? '') ? 'changed' : fail('unreachable');
    }
    const confirmedAt = this.#clock.monotonic();
    const others = namesOfGame(this.names() ?? [], gameId).all.filter((found) => found.name !== name);
    // Somebody may have had this fence or a higher one since the names were read.
    const isLate = others.some((other) => other.kind !== 'asked' && other.fence > before);
    for (const other of isLate ? [{ name }] : others) attempt(() => unlinkSync(this.ownerPath(other.name)));
    return isLate ? 'changed' : ok(this.#leases.add({ gameId, fence }, confirmedAt));
  }

  /** Looks whether all games are still this process's own, and removes questions after it. */
  #check(): void {
    const at = this.#clock.monotonic();
    let games = this.#games();
    const asked = this.#leases.all.flatMap(
      ({ gameId }) => games?.get(gameId)?.all.filter(({ kind }) => kind === 'asked') ?? [],
    );
    for (const { name } of asked) attempt(() => unlinkSync(this.ownerPath(name)));
    if (asked.length > 0) games = this.#games();
    if (games === undefined) return;
    for (const { gameId, fence } of this.#leases.all) {
      const found = games.get(gameId);
      if (found?.isOwned === true && found.fence === fence) this.#leases.confirm(gameId, at);
      else this.#leases.lose(gameId);
    }
  }

  #games(): ReadonlyMap<string, GameNames> | undefined {
    const names = this.names();
    return names === undefined ? undefined : groupNames(names);
  }
}

/** Whether a process says who it is, as `owner` of a directory asks. */
function isAnnounced(answer: ProcessAnswer | undefined): boolean {
  return answer?.kind === 'alive' && answer.entry !== undefined;
}
