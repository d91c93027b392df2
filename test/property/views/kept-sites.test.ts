import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

type Tile = Parameters<World['tiles']['set']>[1];

/** The same world with tiles of its own, for which nothing is kept. */
function anew(world: World): World {
  const tiles = new VersionedTable<Tile>(world.version);
  const versions = [...world.tiles.values()].map((tile) => ({
    tile,
    version: world.tiles.versionOf(tile.tile),
  }));
  for (const { tile, version } of versions.toSorted((a, b) => a.version - b.version))
    tiles.set(tile.tile, { ...tile }, version);
  return { ...world, tiles };
}

/** Changes of a tile near a city of the seat. */
const ofLand = {
  worked: ({ worked }: Tile) => ({ worked: worked > 0 ? 0 : 1 }),
  owned: ({ owner }: Tile) => ({ owner: owner === 1 ? 255 : 1 }),
  unknown: () => ({ known: 'TILE_UNKNOWN' as const }),
  seen: () => ({ known: 'TILE_KNOWN_SEEN' as const }),
} satisfies Record<string, (tile: Tile) => Partial<Tile>>;

const lands = fc.record({ place: fc.nat(80), otherwise: fc.constantFrom(...Object.values(ofLand)) });
/** A city gets this size: small ones keep land for their next citizens. */
const sizes = fc.record({ size: fc.integer({ min: 1, max: 3 }) });

function changeLand(world: World, city: City, { place, otherwise }: FcOf<typeof lands>): void {
  const near = [...world.tiles.values()].filter(({ tile }) => world.map.distance(tile, city.tile) <= 4);
  const tile = must(near[place % near.length]);
  world.tiles.set(tile.tile, { ...tile, ...otherwise(tile) }, markChanged(world));
  commit(world);
}

function resize(world: World, city: City, { size }: FcOf<typeof sizes>): void {
  world.cities.set(city.id, { ...city, size }, markChanged(world));
  commit(world);
}

/** Land that is lost from sight, tile by tile: sites change with it in every run. */
const lost = Array.from({ length: 12 }, (_, at) => ({ place: 6 * at, otherwise: ofLand.unknown }));

type FcOf<T> = T extends fc.Arbitrary<infer V> ? V : never;

test('sites for cities are those of a world looked at anew, whatever happens to land, units and cities', () => {
  const results = new Set<string>();
  const steps = fc.array(fc.oneof(changes, lands, sizes), { minLength: 6, maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(8, 15), steps, (turn, happenings) => {
      const world = worldAtTurn(turn, 'classic-8-ai-150-turns');
      settlingOutlook(situationOf(world));
      for (const next of happenings) {
        const [city] = situationOf(world).cities;
        if ('change' in next) happen(world, next);
        else if (city === undefined) continue;
        else if ('place' in next) changeLand(world, city, next);
        else resize(world, city, next);
        const now = settlingOutlook(situationOf(world));
        expect(now).toEqual(settlingOutlook(situationOf(anew(world))));
        results.add(JSON.stringify(now.sites));
      }
    }),
    { numRuns: runs(5), examples: [[8, lost]] },
  );
  // Not all happenings change a site: those of the example do.
  expect(results.size).toBeGreaterThan(4);
});

/** An own unit of a world in turn 15 that can found a city, and the world. */
function withFounder(): { readonly world: World; readonly founder: Unit } {
  const world = worldAtTurn(15, 'classic-8-ai-150-turns');
  const [unit] = situationOf(world).units;
  const settlers = must(
    [...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Settlers'),
  );
  const known = must(must(unit).detail);
  const detail = {
    ...known,
    hasOrders: false,
    activity: 'ACTIVITY_IDLE' as const,

    ai: false,
    movesleft: 3,
  };
  const [city] = situationOf(world).cities;
  const founder = {
    ...must(unit),
    type: settlers.id,
    tile: must(city).tile,
    activity: detail.activity,
    detail,
  };
  set(world, founder);
  return { world, founder };
}

function set(world: World, unit: Unit): void {
  world.units.set(unit.id, unit, markChanged(world));
  commit(world);
}

test('sites for cities are others once a founder goes to another of them', () => {
  const { world, founder } = withFounder();
  const { sites } = settlingOutlook(situationOf(world));
  const goTo = (tile: number) =>
    set(world, {
      ...founder,
      detail: { ...must(founder.detail), hasOrders: true, gotoTile: tile, activity: 'ACTIVITY_GOTO' },
    });
  goTo(must(sites[0]).tile);
  const before = settlingOutlook(situationOf(world));
  goTo(must(sites[1]).tile);
  expect(settlingOutlook(situationOf(world))).not.toEqual(before);
  expect(settlingOutlook(situationOf(world))).toEqual(settlingOutlook(situationOf(anew(world))));
});

test('a founder gets no site once strangers are in its way', () => {
  const { world, founder } = withFounder();
  expect(settlingOutlook(situationOf(world)).plan.size).toBe(1);
  const others = [...world.players.values()].filter(({ playerno }) => playerno !== founder.owner);
  const owner = must(others[0]).playerno;
  for (const { tile } of stepsFrom(world.map, founder.tile))
    set(world, { ...founder, id: 9000 + tile, owner, tile, detail: undefined });
  expect(settlingOutlook(situationOf(world))).toEqual(settlingOutlook(situationOf(anew(world))));
  expect(settlingOutlook(situationOf(world)).plan.size).toBe(0);
});
