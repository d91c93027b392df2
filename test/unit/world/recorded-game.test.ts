import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { commit, createWorld } from '../../../proxy/world/world.js';
import { foldPackets, recordedPackets } from '../../recordings/recorded-world.js';

/** What a packet is about, for those that are all there is to know of it. */
function identity({ name, fields }: ServerPacket): number | undefined {
  switch (name) {
    case 'player_info':
      return fields.playerno;
    case 'tile_info':
      return fields.tile;
    case 'research_info':
    case 'city_info':
    case 'unit_info':
      return fields.id;
    default:
      return undefined;
  }
}

describe('recorded game', () => {
  let world = createWorld();
  let packets: readonly ServerPacket[] = [];

  beforeAll(() => {
    packets = recordedPackets();
    world = foldPackets(packets, commit);
  });

  test('the world has the map, the rules and the end of a recorded game', () => {
    expect(world.map).toMatchObject({ xsize: 78, ysize: 52, shape: 'square' });
    expect(world.tiles.size).toBe(78 * 52);
    expect([world.ruleset.unitTypes.size, world.ruleset.techs.size, world.ruleset.effects.length]).toEqual([
      52, 87, 291,
    ]);
    expect(world.settings.get('endturn')).toBe(100);
    expect(world.settings.get('topology')).toEqual(['WRAPX']);
    expect(world.turn.phase).toBe('game_over');
    expect(world.game?.turn).toBe(101);
    expect(world.finalRanking.map(({ playerId }) => playerId)).toEqual([3, 1, 4, 0, 2, 5]);
    expect(world.seat).toEqual({ connectionId: 1, player: undefined, observer: true });
  });

  test('the world has exactly the units and cities that were added and not removed', () => {
    const units = new Set<number>();
    const cities = new Set<number>();
    for (const { name, fields } of packets) {
      if (name === 'unit_info') units.add(fields.id);
      if (name === 'unit_remove') units.delete(fields.unitId);
      if (name === 'city_info' || name === 'city_short_info') cities.add(fields.id);
      if (name === 'city_remove') cities.delete(fields.cityId);
    }
    expect(new Set([...world.units.values()].map(({ id }) => id))).toEqual(units);
    expect(new Set([...world.cities.values()].map(({ id }) => id))).toEqual(cities);
    expect([units.size, cities.size]).toEqual([221, 95]);
  });

  test('the world has the last packet of every entity', () => {
    const last = new Map<string, object>();
    for (const packet of packets) {
      const id = identity(packet);
      if (id !== undefined) last.set(`${packet.name} ${id}`, packet.fields);
    }
    for (const player of world.players.values())
      expect(player).toBe(last.get(`player_info ${player.playerno}`));
    for (const research of world.research.values())
      expect(research).toBe(last.get(`research_info ${research.id}`));
    for (const tile of world.tiles.values()) expect(tile).toBe(last.get(`tile_info ${tile.tile}`));
    for (const { id, detail } of world.cities.values()) expect(detail).toBe(last.get(`city_info ${id}`));
    for (const { id, detail } of world.units.values()) expect(detail).toBe(last.get(`unit_info ${id}`));
    const scores = [...world.players.values()].map(({ playerno, score }) => [playerno, score]);
    expect(Object.fromEntries(scores)).toEqual({ 0: 98, 1: 127, 2: 92, 3: 138, 4: 111, 5: 86, 6: 0 });
  });

  test('the world has no dangling reference: owners, tiles, home cities and trade partners exist', () => {
    for (const unit of world.units.values()) {
      expect(world.players.has(unit.owner)).toBe(true);
      expect(world.tiles.has(unit.tile)).toBe(true);
      const home = unit.detail?.homecity ?? 0;
      expect(home === 0 || world.cities.has(home)).toBe(true);
    }
    for (const city of world.cities.values()) {
      const routes = world.tradeRoutes.get(city.id) ?? [];
      expect(world.tiles.get(city.tile)?.owner).toBe(city.owner);
      expect(routes).toHaveLength(city.detail?.traderouteCount ?? 0);
      for (const route of routes) expect(world.cities.has(route.partner)).toBe(true);
    }
  });
});
