import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IdRange } from '#shared/core/config.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** The account a child process runs under: its user and group id. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** An account that no other game server of this process has. */
export interface AccountLease {
  readonly account: ServerAccount;
  /** The process has ended, and all it started with it. */
  release(): void;
}

/** Ids that systems leave unused, best first; the second range is for containers that map 65,536 ids only. */
const DEFAULT_RANGES: readonly IdRange[] = [
  { first: 0x7000_0000, last: 0x700f_ffff },
  { first: 61_184, last: 65_519 },
];

/** The accounts that the game servers of one proxy run under, each leased to one server at a time. */
export class AccountLeases {
  readonly #leased = new Set<number>();

  /**
   * The account a game server gets. When we are root each server has its own, so that one can neither read what another
   * keeps nor signal its process; otherwise a server runs as we do (undefined). The ids need no entry in /etc/passwd. E142
   * when the system maps no such ids or all are in use.
   */
  async lease(
    range: IdRange | undefined,
    ownUid: number | undefined = process.getuid?.(),
  ): Promise<Result<AccountLease | undefined>> {
    if (ownUid !== 0) return ok(undefined);
    const maps = await Promise.all(['uid_map', 'gid_map'].map(readIdMap));
    const isMapped = (candidate: IdRange): boolean => maps.every((map) => covers(map, candidate));
    const usable = (range === undefined ? DEFAULT_RANGES : [range]).find(isMapped);
    if (usable === undefined) {
      const message = 'This system has no account ids for game servers: set FREECIV_UIDS to a range it maps';
      return fail(failure('E142', message));
    }
    const id = this.#freeId(usable);
    if (id === undefined) return fail(failure('E142', 'All account ids of FREECIV_UIDS are in use'));
    this.#leased.add(id);
    return ok({ account: { uid: id, gid: id }, release: () => void this.#leased.delete(id) });
  }

  /** A random id of the range: another proxy on this machine then takes others. */
  #freeId({ first, last }: IdRange): number | undefined {
    const count = last - first + 1;
    const start = randomInt(count);
    for (let step = 0; step < count; step += 1) {
      const id = first + ((start + step) % count);
      if (!this.#leased.has(id)) return id;
    }
    return undefined;
  }
}

/** The id ranges of a user namespace, from the text of /proc/self/uid_map. */
export function idRangesIn(map: string): readonly IdRange[] {
  return map.split('\n').flatMap((line) => {
    const [first, , count] = line.trim().split(/ +/).map(Number);
    if (first === undefined || count === undefined || !(count > 0)) return [];
    return [{ first, last: first + count - 1 }];
  });
}

/** Undefined where the system has no such maps, and so no such limits. */
async function readIdMap(name: string): Promise<readonly IdRange[] | undefined> {
  const text = await readFile(`/proc/self/${name}`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : idRangesIn(text);
}

function covers(map: readonly IdRange[] | undefined, { first, last }: IdRange): boolean {
  return map?.some((known) => known.first <= first && last <= known.last) ?? true;
}
