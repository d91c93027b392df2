import { expect, test } from 'vitest';
import { unitOrders } from '../../../features/advisor/advice/unit-orders.js';
import { decisionsOf } from '../../../features/advisor/brief/decisions.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { wayDanger } from '../../../proxy/plans/way-danger.js';
import { findPath } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const type = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
const own = must(ownUnits(recorded).find(({ detail }) => detail !== undefined));
const pirate = { ...must(recorded.players.get(2)), playerno: 30, barbarianType: 'LAND_BARBARIAN' as const };
const players = tableWith(recorded.players, ({ playerno }) => playerno, pirate);

/** The world of the seat with its own cities and these units alone. */
function withUnits(...units: readonly Unit[]): World {
  const table = new VersionedTable<Unit>();
  for (const unit of units) table.set(unit.id, unit, recorded.version);
  const world = worldWith(recorded, { units: table, players });
  markChanged(world);
  commit(world);
  return world;
}

function settlersAt(tile: number): Unit {
  const changes = { id: 9901, type: type('Settlers'), tile, activity: 'ACTIVITY_IDLE' as const };
  return unitWith(own, changes, { ...changes, movesleft: 3, hasOrders: false, ai: false, doneMoving: false });
}

/** Settlers in some own city and a site some tiles away, with the way there. */
function journey(): { readonly settlers: Unit; readonly site: number; readonly way: readonly number[] } {
  for (const { tile } of ownCities(recorded)) {
    const settlers = settlersAt(tile);
    const world = withUnits(settlers);
    const site = settlingOutlook(situationOf(world)).plan.get(settlers.id)?.tile;
    const path = site === undefined ? undefined : findPath(world, settlers, site);
    if (site !== undefined && path !== undefined && path.steps.length > 2)
      return { settlers, site, way: path.steps.map((step) => step.tile) };
  }
  throw new Error('the recorded game has no such site');
}

const { settlers, site, way } = journey();
const foe = (tile: number, name = 'Legion'): Unit => ({
  ...{
    ...own,
    id: 9902,
    owner: pirate.playerno,
    tile,
    type: type(name),
    detail: undefined,
    transportedBy: undefined,
  },
});
const beside = must(
  recorded.map
    .neighbours(must(way[0]))
    .map(({ tile }) => tile)
    .find(
      (tile) =>
        !way.includes(tile) &&
        tile !== settlers.tile &&
        recorded.tiles.get(tile)?.continent === recorded.tiles.get(site)?.continent,
    ),
);

test('a barbarian beside the way of settlers is named with its place, and its distance to the way', () => {
  const { x, y } = recorded.map.position(beside);
  const told = wayDanger(withUnits(settlers, foe(beside)), settlers, site);
  expect(told).toMatch(
    new RegExp(`^danger: Legion 9902 \\(\\w+\\) at \\(${x}, ${y}\\), 1 tile from the way$`, 'u'),
  );
});

test('no danger is named of units far away, that cannot attack, are or are aboard', () => {
  const far = must(
    ownCities(recorded)
      .map(({ tile }) => tile)
      .find(
        (tile) => recorded.map.distance(tile, site) > 8 && recorded.map.distance(tile, settlers.tile) > 4,
      ),
  );
  for (const other of [foe(beside, 'Workers'), foe(far), { ...foe(beside), transportedBy: 7 }])
    expect(wayDanger(withUnits(settlers, other), settlers, site)).toBeUndefined();
});

test('a player at war is a danger, one at peace is none', () => {
  const rival = must(recorded.players.get(2)).playerno;
  const told = (type: 'DS_WAR' | 'DS_PEACE') => {
    const entries = [...recorded.diplomacy.values()].map((entry) => ({ ...entry, type }));
    const diplomacy = tableWith(recorded.diplomacy, ({ diplstateId }) => diplstateId, ...entries);
    const world = worldWith(withUnits(settlers, { ...foe(beside), owner: rival }), { diplomacy });
    return wayDanger(world, settlers, site);
  };
  expect(told('DS_WAR')).toMatch(/^danger: Legion 9902 /u);
  expect(told('DS_PEACE')).toBeUndefined();
});

test('an enemy on other land cannot come to the way, one at sea can', () => {
  const told = (continent: number) => {
    const tile = { ...must(recorded.tiles.get(beside)), continent };
    const tiles = tableWith(recorded.tiles, (one) => one.tile, tile);
    return wayDanger(worldWith(withUnits(settlers, foe(beside)), { tiles }), settlers, site);
  };
  expect(told(999)).toBeUndefined();
  expect(told(-1)).toMatch(/^danger: Legion 9902 /u);
});

test('advice, the decision to settle, and briefs while settlers go, name the danger', () => {
  const world = withUnits(settlers, foe(beside));
  const situation = situationOf(world);
  const place = must(settlingOutlook(situationOf(withUnits(settlers))).plan.get(settlers.id));
  const plan = new Map([[settlers.id, place]]);
  const danger = must(wayDanger(world, settlers, site));
  const orders = unitOrders(situation, {
    plan,
    planned: new Set(),
    isLandDelegated: false,
    isTried: () => false,
  });
  expect(orders.map(({ why }) => why)).toEqual([expect.stringContaining(`; ${danger}`)]);
  const decided = (plans: readonly Plan[], sites: typeof plan) =>
    decisionsOf(situation, { plan: sites, calls: [], plans, notes: [], since: world.messages.count }).map(
      ({ text }) => text,
    );
  expect(decided([], plan)).toContainEqual(expect.stringMatching(/^settle: settlers 9901 .+; danger: /u));
  const going: Plan = {
    ...{ kind: 'settle', id: 'settle-9901', since: 60, unitId: settlers.id, unit: 'Settlers', site },
    ...{ isBest: true, tries: 1, sentFrom: settlers.tile, sentTurn: 60 },
  };
  expect(decided([going], new Map())).toContainEqual(
    expect.stringMatching(/^guard_settlers: settlers 9901 at .+ goes to .+; danger: Legion 9902 /u),
  );
});

test('no city is proposed within two tiles of an enemy that attacks well', () => {
  const near = recorded.map.neighbours(site).map(({ tile }) => tile);
  const two = must(
    near
      .flatMap((tile) => recorded.map.neighbours(tile).map((step) => step.tile))
      .find((tile) => recorded.map.distance(tile, site) === 2),
  );
  const sites = (...units: readonly Unit[]) =>
    settlingOutlook(situationOf(withUnits(settlers, ...units))).sites.map(({ tile }) => tile);
  expect(sites()).toContain(site);
  expect(sites(foe(two))).not.toContain(site);
  expect(sites(foe(two, 'Warriors'))).toContain(site);
});
