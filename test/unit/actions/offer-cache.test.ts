import { beforeEach, describe, expect, test } from 'vitest';
import { type CachedOffers, offerCache } from '../../../proxy/actions/offer-cache.js';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
/** At (6, 17). */
const workers = must(world.units.get(108));
/** At (9, 23), with a radius of two tiles. */
const nesa = must(world.cities.get(133));
const actors = [workers, nesa];

const tileAt = (x: number, y: number) => must(world.map.tileAt({ x, y }));
const info = (id: number) => must(must(world.units.get(id)).detail);

function unit(id: number, changes: Partial<PacketFields['unit_info']> = {}): ServerPacket {
  return { name: 'unit_info', fields: { ...info(id), ...changes } };
}

function tile(index: number): ServerPacket {
  const fields = must(world.tiles.get(index));
  return { name: 'tile_info', fields: { ...fields, known: 'TILE_KNOWN_UNSEEN' } };
}

function happens(...packets: readonly ServerPacket[]): void {
  for (const packet of packets) applyPacket(world, packet);
  commit(world);
}

interface Remembered {
  readonly nation: unknown;
  readonly workers: CachedOffers;
  readonly nesa: CachedOffers;
}

function remembered(): Remembered {
  const { nation, of } = offerCache(world, actors);
  return { nation, workers: of(workers), nesa: of(nesa) };
}

/** What is still remembered of before, by name. */
function kept(before: Remembered): readonly string[] {
  const now = remembered();
  return [
    ...(now.nation === before.nation ? ['nation'] : []),
    ...(['workers', 'nesa'] as const).flatMap((name) => [
      ...(now[name].nearby === before[name].nearby ? [`${name} nearby`] : []),
      ...(now[name].land === before[name].land ? [`${name} land`] : []),
    ]),
  ];
}

const ALL = ['nation', 'workers nearby', 'workers land', 'nesa nearby', 'nesa land'];
const WITHOUT_UNITS_BY_WORKERS = ['nation', 'workers land', 'nesa nearby', 'nesa land'];
const WITHOUT_UNITS_BY_NESA = ['nation', 'workers nearby', 'workers land', 'nesa land'];

describe('remembered offers', () => {
  beforeEach(() => happens(unit(131, { tile: tileAt(40, 40) })));

  // biome-ignore format: a line for each case
  test.each<[string, () => readonly ServerPacket[], readonly string[]]>([
    ['while nothing happens', () => [], ALL],
    ['when a unit comes four tiles from here', () => [unit(131, { tile: tileAt(10, 17) })], ALL],
    ['except nearby ones when a unit comes three tiles from here', () => [unit(131, { tile: tileAt(9, 17) })], WITHOUT_UNITS_BY_WORKERS],
    ['except nearby ones when a unit comes three tiles from a city', () => [unit(131, { tile: tileAt(12, 23) })], WITHOUT_UNITS_BY_NESA],
    ['when a unit comes four tiles from a city', () => [unit(131, { tile: tileAt(13, 23) })], ALL],
    ['except nearby ones when the unit itself is otherwise', () => [unit(108, { movesleft: 1 })], WITHOUT_UNITS_BY_WORKERS],
    ['when a unit far away is removed', () => [{ name: 'unit_remove', fields: { unitId: 213 } }], ALL],
    ['except those near a unit that is removed', () => [{ name: 'unit_remove', fields: { unitId: 306 } }], WITHOUT_UNITS_BY_WORKERS],
    ['when a tile four tiles from here is fogged', () => [tile(tileAt(10, 14))], ALL],
    ['except of an actor three tiles from a fogged tile', () => [tile(tileAt(9, 14))], ['nation', 'nesa nearby', 'nesa land']],
    ['except of a city three tiles from a fogged tile', () => [tile(tileAt(12, 26))], ['nation', 'workers nearby', 'workers land']],
    ['until a city changes, which may matter anywhere', () => [{ name: 'city_info', fields: { ...must(nesa.detail), size: 4 } }], []],
    ['until the gold of a player changes', () => [{ name: 'player_info', fields: { ...must(world.players.get(0)), gold: 1 } }], []],
    ['until a technology is learned', () => [{ name: 'research_info', fields: { ...must(world.research.get(0)), bulbsResearched: 1 } }], []],
    ['until a meeting begins', () => [{ name: 'diplomacy_init_meeting', fields: { counterpart: 2, initiatedFrom: 2 } }], []],
    ['until a spaceship changes', () => [{ name: 'spaceship_info', fields: { ...must([...world.spaceships.values()][0]), structurals: 3 } }], []],
    ['until a trade route changes', () => [{ name: 'traderoute_info', fields: { city: 133, index: 0, partner: 143, value: 3, direction: 'RDIR_FROM', goods: 0 } }], []],
    ['until two players stand otherwise', () => [{ name: 'player_diplstate', fields: { ...must([...world.diplomacy.values()][0]), contactTurnsLeft: 7 } }], []],
    ['until another turn begins', () => [{ name: 'game_info', fields: { ...must(world.game), turn: 61 } }], []],
  ])('offers are remembered %s', (_when, packets, expected) => {
    const before = remembered();
    happens(...packets());
    expect(kept(before)).toEqual(expected);
  });

  test('offers near a tile that a unit has left are not remembered', () => {
    happens(unit(131, { tile: tileAt(7, 19) }));
    const before = remembered();
    happens(unit(131, { tile: tileAt(40, 40) }));
    expect(kept(before)).toEqual(WITHOUT_UNITS_BY_WORKERS);
  });

  test('offers are forgotten further around a city that works tiles further away', () => {
    happens({ name: 'city_info', fields: { ...must(nesa.detail), cityRadiusSq: 16 } });
    const before = remembered();
    happens(tile(tileAt(15, 23)));
    expect(kept(before)).toEqual(ALL);
    happens(tile(tileAt(14, 23)));
    expect(kept(before)).toEqual(['nation', 'workers nearby', 'workers land']);
  });

  test('offers are remembered of whole states, not of the middle of a bracket', () => {
    const before = remembered();
    applyPacket(world, unit(131, { tile: tileAt(7, 17) }));
    expect(kept(before)).toEqual(WITHOUT_UNITS_BY_WORKERS);
    const inside = remembered();
    expect(remembered().workers.nearby).not.toBe(inside.workers.nearby);
    applyPacket(world, unit(131, { tile: tileAt(40, 40) }));
    commit(world);
    expect(kept(inside)).not.toContain('workers nearby');
  });

  test('no offers are remembered of an actor that is new', () => {
    const { of } = offerCache(world, actors);
    expect(of({ id: 4000, tile: 0 })).toEqual({ nearby: new Map(), land: new Map() });
  });
});
