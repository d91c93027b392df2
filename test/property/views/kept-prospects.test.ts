import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { opportunities } from '../../../features/advisor/optimized/opportunities.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { pollutionThreats } from '../../../features/advisor/threats/late-threats.js';
import { threats } from '../../../features/advisor/threats/threats.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { forgotten } from '../../support/forgotten-world.js';
import { type Recording, replayTurns, worldAtTurn } from '../../support/recorded-world.js';
import { compareAfterChanges } from './world-changes.js';

/** Opportunities and threats as text; fails where what is kept of them is not that of a world looked at anew. */
function compare(world: World): string {
  const [kept, anew] = [prospectsOf(world), prospectsOf(forgotten(world))];
  if (!isDeepStrictEqual(kept, anew)) expect(kept).toEqual(anew);
  return JSON.stringify(kept);
}

function prospectsOf(world: World): unknown {
  const situation = situationOf(world);
  return [opportunities(situation), threats(situation), pollutionThreats(situation)];
}

/** The first city of the seat, and a tile that its citizens work. */
function firstCity(world: World) {
  const city = must(situationOf(world).cities[0]);
  const worked = workedTiles(world, city).find((tile) => tile !== city.tile);
  return { city, tile: must(world.tiles.get(must(worked))) };
}

function changeTile(world: World, change: Partial<ReturnType<typeof firstCity>['tile']>): void {
  const { tile } = firstCity(world);
  world.tiles.set(tile.tile, { ...tile, ...change }, markChanged(world));
  commit(world);
}

function dryLand({ ruleset }: World): number {
  return must([...ruleset.terrains.values()].find(({ tclass }) => tclass === 'TC_LAND')).id;
}

function pollution({ ruleset }: World): number {
  return must([...ruleset.extras.values()].find(({ rmcauses }) => rmcauses.has('ERM_CLEANPOLLUTION'))).id;
}

/** No own unit works by itself: pollution is told then. */
function endAutoWork(world: World): void {
  for (const unit of situationOf(world).units)
    if (unit.detail !== undefined)
      world.units.set(unit.id, { ...unit, detail: { ...unit.detail, ai: false } }, markChanged(world));
  commit(world);
}

function pollute(world: World): void {
  const extras = Uint8Array.from(firstCity(world).tile.extras);
  const extra = pollution(world);
  extras[extra >> 3] = (extras[extra >> 3] ?? 0) | (1 << (extra & 7));
  changeTile(world, { extras });
}

/** Changes after which prospects are others. */
const deeds: Readonly<Record<string, (world: World) => void>> = {
  'a worked tile is polluted': pollute,
  'a city with a polluted tile is lost': (world) => {
    pollute(world);
    compare(world);
    const { city } = firstCity(world);
    world.cities.set(city.id, { ...city, owner: 1 }, markChanged(world));
    commit(world);
  },
  'cities make more shields': (world) => {
    for (const city of situationOf(world).cities) {
      const { detail } = city;
      const richer = detail && { ...detail, surplus: detail.surplus.map((surplus) => surplus + 20) };
      world.cities.set(city.id, { ...city, detail: richer }, markChanged(world));
    }
    commit(world);
  },
  'the sea dries up': (world) => {
    const land = dryLand(world);
    for (const tile of world.tiles.values())
      world.tiles.set(tile.tile, { ...tile, terrain: land }, markChanged(world));
    commit(world);
  },
};

test.each(Object.entries(deeds))('opportunities and threats are as anew once %s', (_what, happens) => {
  const world = worldAtTurn(95);
  endAutoWork(world);
  const before = compare(world);
  happens(world);
  expect(compare(world)).not.toBe(before);
});

/** Versions from one comparison to the next. */
const STEP = 60;

test.each<Recording>(['classic-6-ai-100-turns', 'civ2civ3-4-ai-40-turns-3.2'])(
  'in %s opportunities and threats are those of a world looked at anew',
  (recording) => {
    const seen = new Set<string>();
    replayTurns(0, recording, 40, (world, version) => {
      if (version % STEP === 0) seen.add(compare(world));
    });
    expect(seen.size).toBeGreaterThan(20);
  },
);

test('opportunities and threats are those of a world looked at anew, whatever happens', () => {
  compareAfterChanges([30, 95], compare);
});
