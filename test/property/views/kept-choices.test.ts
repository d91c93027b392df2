import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { choiceInputs } from '../../../features/advisor/production/choice-inputs.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { areSame } from '../../../proxy/rules/lookup/turns-cache.js';
import type { City } from '../../../proxy/world/city.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { packetsOf } from '../../recordings/recorded-world.js';
import { must } from '../../support/changed-world.js';
import { forgotten } from '../../support/forgotten-world.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';
import { compareAfterChanges } from './world-changes.js';

/** Fails where the advice that is kept is not that of a world looked at anew. Returns the advice as text. */
function compare(world: World): string {
  const kept = productionChoices(situationOf(world));
  const anew = productionChoices(situationOf(forgotten(world)));
  if (!isDeepStrictEqual(kept, anew)) expect(kept).toEqual(anew);
  return JSON.stringify(kept.map(({ city, choice }) => [city.id, choice]));
}

const withDetail = (unit: Unit, detail: Partial<Unit['detail']>): Unit =>
  unit.detail === undefined ? unit : { ...unit, detail: { ...unit.detail, ...detail } };

function typeNamed({ ruleset }: World, name: string): number {
  return must([...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
}

const becomes = (name: string) => (world: World, unit: Unit) => ({ ...unit, type: typeNamed(world, name) });

/** What an own unit does or becomes, with what advice on production reads of it. */
const deeds: Readonly<Record<string, (world: World, unit: Unit, city: City) => Unit>> = {
  'enters a city': (_world, unit, { tile }) => ({ ...unit, tile }),
  'leaves its city': (_world, unit, { tile }) => ({ ...unit, tile: tile + 2 }),
  'gets another home': (_world, unit, { id }) => withDetail(unit, { homecity: id }),
  'is a helper on its way': (world, unit, { tile }) => ({
    ...withDetail(unit, { hasOrders: true, gotoTile: tile }),
    type: typeNamed(world, 'Caravan'),
  }),
  'is a helper in a city': (world, unit, { tile }) => ({ ...unit, tile, type: typeNamed(world, 'Caravan') }),
  'works the land': becomes('Workers'),
  'founds cities': becomes('Settlers'),
  'is an enemy beside a city': (_world, unit, { tile }) => ({ ...unit, owner: 1, tile: tile + 1 }),
};

const MAX_UNITS = 4;

test.each<[number, Recording]>([
  [95, 'classic-6-ai-100-turns'],
  [80, 'civ2civ3-4-ai-90-turns'],
])('what cities should build in turn %i of %s is as anew, whatever an own unit does', (turn, recording) => {
  const world = worldAtTurn(turn, recording);
  const { units, cities } = situationOf(world);
  const changed = new Set<string>();
  const each = Math.ceil(units.length / MAX_UNITS);
  for (const [name, deed] of Object.entries(deeds))
    for (const unit of units.filter((_, index) => index % each === 0))
      for (const city of cities.slice(0, 2)) {
        const before = compare(world);
        set(world, deed(world, unit, city));
        if (compare(world) !== before) changed.add(name);
        set(world, unit);
      }
  expect([...changed]).toEqual(expect.arrayContaining(['enters a city', 'is a helper on its way']));
  expect(changed.size).toBeGreaterThan(5);
});

function set(world: World, unit: Unit): void {
  world.units.set(unit.id, unit, markChanged(world));
  commit(world);
}

test('what cities should build is that of a world looked at anew, whatever happens', () => {
  compareAfterChanges([30, 95], compare);
});

test('advice on production is kept while a unit outside of cities moves', () => {
  const world = worldAtTurn(60);
  const { units, cities } = situationOf(world);
  const centres = new Set(cities.map(({ tile }) => tile));
  const walker = must(
    units.find(({ tile, type }) => !centres.has(tile) && type === typeNamed(world, 'Workers')),
  );
  const choices = productionChoices(situationOf(world));
  set(world, withDetail(walker, { movesleft: 0 }));
  expect(productionChoices(situationOf(world))).toBe(choices);
});

/** A setting of the recorded server gets another value. */
function changeSetting(world: World, name: string, val: number): void {
  for (const packet of packetsOf('classic-6-ai-100-turns')) {
    if (packet.name !== 'server_setting_const' || packet.fields.name !== name) continue;
    const { id } = packet.fields;
    const fields = {
      id,
      isVisible: true,
      isChangeable: true,
      initialSetting: false,
      setdef: 'SETDEF_CHANGED',
      val,
    } as const;
    applyPacket(world, {
      name: 'server_setting_int',
      fields: { ...fields, defaultVal: 0, minVal: 0, maxVal: 0 },
    });
    return;
  }
}

test.each([
  ['barbarians do not land', 'onsetbarbs', 5000],
  ['the game ends soon', 'endturn', 110],
])('what cities should build is as anew once %s', (_what, setting, value) => {
  const world = worldAtTurn(95);
  const before = compare(world);
  changeSetting(world, setting, value);
  set(world, must(situationOf(world).units[0]));
  expect(compare(world)).not.toBe(before);
});

/** The seat is at war with all others. */
function declareWar(world: World): void {
  for (const relation of world.diplomacy.values())
    applyPacket(world, { name: 'player_diplstate', fields: { ...relation, type: 'DS_WAR' } });
  commit(world);
}

/** A stranger comes to a tile. */
function strangerAt(world: World, tile: number): void {
  const other = [...world.players.values()].find(({ playerno }) => playerno !== world.seat.player);
  const { playerno: owner } = must(other);
  const unit = must(situationOf(world).units[0]);
  set(world, {
    ...unit,
    id: 9000 + tile,
    owner,
    tile,
    type: typeNamed(world, 'Catapult'),
    detail: undefined,
  });
}

const happenings: Readonly<Record<string, (world: World) => void>> = {
  'an enemy is near a city': (world) => strangerAt(world, must(situationOf(world).cities.at(-1)).tile + 1),
  'an enemy is where settlers should go': (world) =>
    strangerAt(world, must(settlingOutlook(situationOf(world)).sites[0]).tile),
  'cities are on islands of their own': (world) => {
    for (const { tile, id } of situationOf(world).cities)
      world.tiles.set(tile, { ...must(world.tiles.get(tile)), continent: 1000 + id }, markChanged(world));
    commit(world);
  },
};

test.each(Object.entries(happenings))('what cities should build is as anew once %s', (_what, happens) => {
  const world = worldAtTurn(60);
  declareWar(world);
  const before = compare(world);
  happens(world);
  expect(compare(world)).not.toBe(before);
});

test.each<[what: string, type: string, change: (world: World, unit: Unit) => Unit]>([
  [
    'has another home',
    'Workers',
    (world, unit) => withDetail(unit, { homecity: situationOf(world).cities[1]?.id ?? 0 }),
  ],
  ['upsets citizens', 'Catapult', (_world, unit) => ({ ...unit, tile: unit.tile + 400 })],
  ['that helps is somewhere else', 'Caravan', (_world, unit) => ({ ...unit, tile: unit.tile + 1 })],
])('advice on production is given anew where a unit %s', (_what, type, change) => {
  const world = worldAtTurn(95);
  const { units, cities } = situationOf(world);
  const [home] = cities;
  const worker = must(units.find((unit) => unit.type === typeNamed(world, 'Workers')));
  const atHome = withDetail(worker, { homecity: must(home).id, hasOrders: false });
  const unit = { ...atHome, tile: must(home).tile + 1, type: typeNamed(world, type) };
  set(world, unit);
  const before = choiceInputs(world);
  set(world, change(world, unit));
  expect(areSame(before, choiceInputs(world))).toBe(false);
});

test('advice on production is given anew where a stranger may be in the way of a helper', () => {
  const world = worldAtTurn(95);
  const unit = must(situationOf(world).units.find(({ detail }) => detail !== undefined));
  set(world, { ...withDetail(unit, { hasOrders: true, gotoTile: 1204 }), type: typeNamed(world, 'Caravan') });
  const before = choiceInputs(world);
  strangerAt(world, 3000);
  expect(areSame(before, choiceInputs(world))).toBe(false);
});
