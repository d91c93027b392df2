import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { foldPackets, recordedPackets } from '../../recordings/recorded-world.js';
import { runs } from '../../support/property-runs.js';

const recorded = recordedPackets();

/** Values by id, as somebody who was told of them holds them. */
type Held = ReadonlyMap<number, unknown>;

/** One table as its followers see it. */
interface Followed {
  /** All there is: a full state. */
  full(): Held;
  /** What somebody holds who held `held` at `version` and was told what changed since. */
  caughtUp(held: Held, version: number): Held;
}

function followed<T>(table: VersionedTable<T>, idOf: (value: T) => number | undefined): Followed {
  const keyed = (values: Iterable<T>) =>
    [...values].flatMap((value): [number, T][] => {
      const id = idOf(value);
      return id === undefined ? [] : [[id, value]];
    });
  return {
    full: () => new Map(keyed(table.values())),
    caughtUp: (held, version) => {
      const now = new Map(held);
      for (const id of table.removedSince(version)) now.delete(id);
      for (const [id, value] of keyed(table.changedSince(version))) now.set(id, value);
      return now;
    },
  };
}

function tablesOf(world: World): readonly Followed[] {
  return [
    followed(world.tiles, ({ tile }) => tile),
    followed(world.units, ({ id }) => id),
    followed(world.cities, ({ id }) => id),
    followed(world.players, ({ playerno }) => playerno),
    followed(world.research, ({ id }) => id),
    followed(world.diplomacy, ({ diplstateId }) => diplstateId),
    followed(world.spaceships, ({ playerNum }) => playerNum),
    followed(world.tradeRoutes, ([route]) => route?.city),
    followed(world.connections, ({ id }) => id),
  ];
}

/** The values are never changed in place, so the same value is the same object. */
function same(a: Held, b: Held): boolean {
  return a.size === b.size && [...a].every(([id, value]) => b.get(id) === value);
}

/** Much to do, not much to wait for: a busy machine must not fail it. */
describe('deltas', () => {
  const packets = fc.integer({ min: 1, max: 56_057 });
  const moments = fc.uniqueArray(packets, { minLength: 2, maxLength: 12 });

  test('deltas lead from any version of a recorded game to any later one, whatever the commits', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 400 }), (looks, commitEvery) => {
        const past: { readonly version: number; readonly held: readonly Held[] }[] = [];
        foldPackets(recorded, (world, count) => {
          if (count % commitEvery === 0) commit(world);
          if (!looks.includes(count)) return;
          commit(world);
          const tables = tablesOf(world);
          const full = tables.map((table) => table.full());
          for (const { version, held } of past) {
            const caughtUp = tables.map((table, i) => table.caughtUp(held[i] ?? new Map(), version));
            expect(caughtUp.every((one, i) => same(one, full[i] ?? new Map()))).toBe(true);
          }
          past.push({ version: world.version, held: full });
        });
      }),
      { numRuns: runs(12) },
    );
  });

  test('a version rises with each commit that has changes, and only then', () => {
    let commits = 0;
    const world = foldPackets(recorded, (growing) => {
      const { version, pendingVersion: pending } = growing;
      const risen = commit(growing);
      commits += Number(risen);
      if (risen !== pending > version || growing.version !== version + Number(risen) || commit(growing))
        throw new Error(`version ${version} became ${growing.version}`);
    });
    expect(world.version).toBe(commits);
  });

  const change = fc.record({
    id: fc.integer({ min: 0, max: 20 }),
    kind: fc.constantFrom('set' as const, 'delete' as const, 'commit' as const, 'look' as const),
  });

  test('deltas of a table lead to its full state under any sequence of changes', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const table = new VersionedTable<{ id: number }>();
        const view = followed(table, ({ id }) => id);
        const past: { version: number; held: Held }[] = [{ version: 0, held: new Map() }];
        let version = 0;
        const make = {
          set: (id: number) => table.set(id, { id }, version + 1),
          delete: (id: number) => table.delete(id, version + 1),
          commit: () => {
            version += 1;
          },
          look: () => {
            version += 1;
            past.push({ version, held: view.full() });
          },
        };
        for (const { id, kind } of changes) make[kind](id);
        const now = view.full();
        expect(past.every((then) => same(view.caughtUp(then.held, then.version), now))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('a table that has forgotten removals says from which version on it is exact', () => {
    const table = new VersionedTable<{ id: number }>();
    const view = followed(table, ({ id }) => id);
    const past: { version: number; held: Held }[] = [];
    for (let version = 1; version <= 12_000; version += 1) {
      table.set(version, { id: version }, version);
      if (version > 5) table.delete(version - 5, version);
      if (version % 1000 === 0) past.push({ version, held: view.full() });
    }
    expect(table.exactSince).toBe(2000);
    const exact = past.map(({ version, held }) => same(view.caughtUp(held, version), view.full()));
    expect(exact).toEqual(past.map(({ version }) => version >= 2000));
  });
});
