import { beforeAll, describe, expect, test } from 'vitest';
import { fullView } from '../../../proxy/views/full.js';
import type { World } from '../../../proxy/world/world.js';
import {
  type Comparison,
  cityFaults,
  playerFaults,
  tileFaults,
  unitFaults,
} from '../../support/knowledge.js';
import { type PlayedGame, playGame } from '../../support/played-game.js';
import { placeUnits, sequence } from '../../support/populated-map.js';
import { type Witness, witness } from '../../support/witness.js';

const TURNS = [30, 50, 70];

describe('seats in fog', () => {
  const faults: Record<'units' | 'cities' | 'tiles' | 'players', string[]> = {
    ...{ units: [], cities: [], tiles: [], players: [] },
  };
  const shown = { strangers: 0, hidden: 0, foreignCities: 0, fogged: 0, contacts: 0, unknown: 0 };

  beforeAll(async () => {
    await using game = await playGame({
      ...{ ruleset: 'classic', seats: 2, players: 4 },
      commands: ['set size 2', 'set landmass 65', 'set generator FRACTAL', 'set dispersion 2'],
    });
    using observer = await witness({
      serverPort: game.server.port,
      command: (line) => game.server.run(line),
    });
    const random = sequence(3);
    for (const turn of TURNS) {
      await game.playUntil(turn);
      await compareAll(game, observer, true);
      // Units of all players and types near the first seat: in cities, at sea, under water.
      await placeUnits(game, [0, 1, 2, 3], 12, random);
      await compareAll(game, observer, false);
    }
    showEverything(observer.world, game.seat.world.seat.player ?? -1);
  }, 180_000);

  /** How many faults there would be if a seat were shown what only an observer of everything may see. */
  const leaks = { units: 0, cities: 0, tiles: 0, players: 0 };

  async function compareAll(game: PlayedGame, observer: Witness, played: boolean): Promise<void> {
    await observer.connection.request('client_heartbeat', {});
    for (const seat of game.seats) {
      await seat.request('client_heartbeat', {});
      const { world } = seat;
      compare({ shown: fullView(world), truth: observer.world, me: world.seat.player ?? -1, played });
    }
  }

  function showEverything(truth: World, me: number): void {
    const comparison = { shown: fullView(truth), truth, me, played: true };
    leaks.units = unitFaults(comparison).length;
    leaks.cities = cityFaults(comparison).length;
    leaks.tiles = tileFaults(comparison).length;
    leaks.players = playerFaults(comparison).length;
  }

  function compare(comparison: Comparison): void {
    faults.units.push(...unitFaults(comparison));
    faults.cities.push(...cityFaults(comparison));
    faults.tiles.push(...tileFaults(comparison));
    faults.players.push(...playerFaults(comparison));
    const { units, cities, visible_tiles: tiles, players } = comparison.shown;
    const foreign = ({ owner }: { readonly owner: number }) => owner !== comparison.me;
    const strangers = units.filter(foreign).length;
    shown.strangers += strangers;
    shown.hidden += [...comparison.truth.units.values()].filter(foreign).length - strangers;
    shown.foreignCities += cities.filter(foreign).length;
    shown.fogged += tiles.filter(({ fog }) => fog === 'fogged').length;
    const known = Object.values(players).map((player) => player.known_by);
    shown.contacts += known.filter((by) => by === 'contact' || by === 'embassy').length;
    shown.unknown += known.filter((by) => by === 'none').length;
  }

  test('the game in fog has something to show and something to hide', () => {
    console.info(shown);
    for (const [what, count] of Object.entries(shown)) expect(count, what).toBeGreaterThan(0);
  });

  test('a view that shows everything would be found out', () => {
    for (const [what, count] of Object.entries(leaks)) expect(count, what).toBeGreaterThan(0);
  });

  test('units are as shown, and those of others only in sight, outside of cities and ships', () => {
    expect(faults.units).toEqual([]);
  });

  test('cities in sight are as shown, and of those of others only the outside', () => {
    expect(faults.cities).toEqual([]);
  });

  test('tiles in sight are as shown and near the eyes of the player, all others are marked as fogged', () => {
    expect(faults.tiles).toEqual([]);
  });

  test('only what contact and embassies tell of players is shown, and that is true', () => {
    expect(faults.players).toEqual([]);
  });
});
