import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Cancel, type Clock, every } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { HeldBy, Lease, OwnDirectory, ProxyEntry } from '#shared/store/directory.js';
import { HeldLeases } from '#shared/store/held-leases.js';
import { ANNOUNCE, CLAIM, ownerKeys, PROXIES, RELEASE, RENEW } from './owner-scripts.js';
import { isCertainlyAway, settledAt } from './redis-absence.js';
import type { RedisStore } from './redis-client.js';
import { OWNERS_CHANNEL, ownershipOf, RedisDirectory } from './redis-directory.js';
import type { RedisTarget } from './redis-url.js';

/** What the directory of a Redis needs. */
export interface RedisDirectoryOptions {
  readonly redis: RedisStore;
  /** What `redis` is connected to. */
  readonly target: RedisTarget;
  /** How long a lease lasts that is not renewed. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

const RENEWALS_PER_LEASE = 5;
/** A proxy that does not announce itself again is gone after this time. */
const ENTRY_KEEP_MS = 5000;

/** A proxy's leases in Redis, lost a quarter of their time earlier here. Without Redis no proxy can take a game. */
export class OwnRedisDirectory extends RedisDirectory implements OwnDirectory {
  readonly #options: RedisDirectoryOptions;
  readonly #process = randomUUID();
  readonly #leases: HeldLeases;
  readonly #cancelRenewal: Cancel;
  readonly #stopListening: () => void;
  #settledAt: Promise<number>;
  #entry: ProxyEntry | undefined;
  #isRenewing = false;

  constructor(options: RedisDirectoryOptions) {
    super(options.redis);
    const { clock, leaseMs, redis } = options;
    this.#options = options;
    this.#leases = new HeldLeases({ clock, leaseMs });
    this.#settledAt = this.#whenSettled();
    this.#stopListening = redis.onUp(() => {
      this.#settledAt = this.#whenSettled();
      void this.#renewAll();
    });
    this.#cancelRenewal = every(clock, leaseMs / RENEWALS_PER_LEASE, () => void this.#renewAll());
  }

  get announced(): ProxyEntry | undefined {
    return this.#entry;
  }

  async announce(entry: ProxyEntry): Promise<Result<void, 'unreachable'>> {
    this.#entry = entry;
    const done = await this.#announce(JSON.stringify(entry));
    return done.ok ? ok(undefined) : done;
  }

  async claim(gameId: string, above = 0): Promise<Result<Lease, HeldBy | 'unreachable'>> {
    const known = this.#leases.get(gameId);
    if (known !== undefined && known.fence > above) return ok(known);
    if (known !== undefined) await this.release(known);
    if (!(await this.#untilSettled())) return fail('unreachable');
    const confirmedAt = this.#options.clock.monotonic();
    const claimed = await this.redis.script(CLAIM, ownerKeys(gameId), this.#claimOf(above));
    if (!claimed.ok) return claimed;
    const [isOwn, fence, ...owner] = Array.isArray(claimed.value) ? claimed.value : [];
    if (isOwn !== 1) return fail({ kind: 'held', owner: ownershipOf(gameId, [fence, ...owner]) });
    this.redis.publish(OWNERS_CHANNEL, gameId);
    // Two claims of this process at once: the later has the fence that counts.
    return ok(this.#leases.add({ gameId, fence: Number(fence) }, confirmedAt));
  }

  async owned(gameIds: readonly string[]): Promise<Result<ReadonlySet<string>, 'unreachable'>> {
    const owners = await Promise.all(gameIds.map((gameId) => this.owner(gameId)));
    if (owners.some(({ ok: isKnown }) => !isKnown)) return fail('unreachable');
    return ok(new Set(owners.flatMap((owner) => (owner.ok ? (owner.value?.gameId ?? []) : []))));
  }

  async release(lease: Lease): Promise<void> {
    if (!this.#leases.remove(lease)) return;
    await this.redis.script(RELEASE, ownerKeys(lease.gameId), [this.#process, lease.fence]);
    this.redis.publish(OWNERS_CHANNEL, lease.gameId);
  }

  onLost(listener: (lease: Lease) => void): () => void {
    return this.#leases.onLost(listener);
  }

  override async close(): Promise<void> {
    this.#cancelRenewal();
    this.#stopListening();
    await Promise.all(this.#leases.all.map((lease) => this.release(lease)));
    await this.#announce('');
    await super.close();
  }

  async #untilSettled(): Promise<boolean> {
    const { clock } = this.#options;
    // Redis may go and come back meanwhile, and then it is settled later.
    for (let settled: Promise<number> | undefined; settled !== this.#settledAt && this.redis.isUp; ) {
      settled = this.#settledAt;
      const wait = (await settled) - clock.monotonic();
      if (wait > 0) await setTimeout(wait, undefined, { ref: false });
    }
    return this.redis.isUp;
  }

  async #whenSettled(): Promise<number> {
    const { redis, target } = this.#options;
    return settledAt(redis, target, this.#options);
  }

  #announce(json: string) {
    return this.redis.script(ANNOUNCE, [PROXIES], [this.#process, json, ENTRY_KEEP_MS]);
  }

  /** The arguments of the scripts that claim and renew. */
  #claimOf(fence: number): readonly (string | number)[] {
    const { id = '', url = '' } = this.#entry ?? {};
    return [this.#process, id, url, this.#options.leaseMs, fence];
  }

  async #renewAll(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    try {
      const { clock, target } = this.#options;
      const leases = this.#leases.all;
      const at = clock.monotonic();
      const renewals = await Promise.all(leases.map((lease) => this.#renew(lease, at)));
      if (renewals.includes('unreachable') && (await isCertainlyAway(target)))
        for (const { gameId } of leases) this.#leases.confirm(gameId, at);
    } finally {
      this.#isRenewing = false;
    }
  }

  async #renew({ gameId, fence }: Lease, at: number): Promise<'done' | 'unreachable'> {
    const renewed = await this.redis.script(RENEW, ownerKeys(gameId), this.#claimOf(fence));
    if (!renewed.ok) return 'unreachable';
    if (this.#leases.get(gameId)?.fence !== fence) return 'done';
    if (renewed.value === 1) this.#leases.confirm(gameId, at);
    else this.#leases.lose(gameId);
    return 'done';
  }
}
