import { describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { MAX_PLAYER_SLOTS } from '../../../proxy/freeciv/wire-stream.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { cityBasis } from '../../../proxy/rules/cities/city-economy.js';
import { keptCityBases } from '../../../proxy/rules/cities/kept-basis.js';
import { citiesOf, supportedUnits } from '../../../proxy/rules/cities/realm.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { supposeCity, supposePlayer } from '../../../proxy/rules/lookup/supposed-world.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { Ruleset } from '../../../proxy/world/ruleset.js';
import { commit, turnOf, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { replayTurns, worldAtTurn } from '../../support/recorded-world.js';
import { compareAll, compareSupposed, ME, own } from './support/kept-bases.js';

/** The owner of land that belongs to no player. */
const NOBODY = 255;
/** Beyond all tiles that a city may work. */
const FAR_TILES = 5;

function isSoldier(world: World, type: number): boolean {
  const { attackStrength = 0, happyCost = 0 } = world.ruleset.unitTypes.get(type) ?? {};
  return attackStrength > 0 && happyCost > 0;
}

describe('inputs of kept bases', () => {
  test('the basis of a city is made anew when a tile that it works changes', () => {
    const world = worldAtTurn(60);
    const terrains = [...world.ruleset.terrains.keys()];
    let changed = 0;
    for (const { city } of keptCityBases(world, ME).slice(0, 4))
      for (const tile of workedTiles(world, city)) {
        const before = cityBasis(world, must(world.cities.get(city.id)));
        const info = must(world.tiles.get(tile));
        const terrain = must(terrains[(terrains.indexOf(info.terrain) + 1) % terrains.length]);
        applyPacket(world, { name: 'tile_info', fields: { ...info, terrain } });
        commit(world);
        compareAll(world);
        const now = cityBasis(world, must(world.cities.get(city.id)));
        if (before.citizenBase.join() !== now.citizenBase.join()) changed += 1;
      }
    expect(changed).toBeGreaterThan(5);
  });

  test('the basis of a city is made anew when it grows, in a ruleset whose effects depend on size', () => {
    const world = worldAtTurn(60, 'civ2civ3-4-ai-90-turns');
    const free = new Set<string>();
    for (const city of citiesOf(world, ME).slice(0, 2))
      for (let size = 1; size <= 20; size += 1) {
        const grown = supposeCity(world, { ...city, size });
        const [basis] = keptCityBases(grown, ME);
        free.add(`${must(basis).city.id} ${must(basis).effects.freeUpkeep}`);
        compareAll(grown);
      }
    expect(free.size).toBeGreaterThan(2);
  });

  test('the basis of a city is made anew when the land where its soldiers stand is no longer its own', () => {
    const world = worldAtTurn(60);
    const governments = [...world.ruleset.governments.keys()];
    const upset = () =>
      governments.map((government) =>
        keptCityBases(supposePlayer(world, ME, { government }), ME).map(({ mood }) => mood.upsetByUnits),
      );
    const isFar = (tile: number) =>
      citiesOf(world, ME).every((city) => world.map.distance(city.tile, tile) > FAR_TILES);
    const field = must([...world.tiles.values()].find(({ tile }) => isFar(tile)));
    applyPacket(world, { name: 'tile_info', fields: { ...field, owner: ME } });
    for (const { detail } of citiesOf(world, ME).flatMap((city) => supportedUnits(world, city))) {
      const soldier = must(detail);
      if (!isSoldier(world, soldier.type)) continue;
      applyPacket(world, { name: 'unit_info', fields: { ...soldier, tile: field.tile } });
    }
    commit(world);
    const before = upset();
    applyPacket(world, { name: 'tile_info', fields: { ...field, owner: NOBODY } });
    commit(world);
    expect(upset()).not.toEqual(before);
    compareSupposed(world);
  });

  test('bases are made anew when a war begins with the nation that some citizens come from', () => {
    const recorded = worldAtTurn(60, 'civ2civ3-4-ai-90-turns');
    // The rulesets of the game have no such effect.
    const effect = {
      ...({ effectType: 'EFT_ENEMY_CITIZEN_UNHAPPY_PCT', effectValue: 50, reqsCount: 0, reqs: [] } as const),
      ...{ hasMultiplier: false, multiplier: 0 },
    };
    const effects = [...recorded.ruleset.effects, effect];
    const world = { ...recorded, ruleset: Object.assign(new Ruleset(), recorded.ruleset, { effects }) };
    const [city, other] = [must(citiesOf(world, ME)[0]), must([...world.players.values()][1]).playerno];
    const told = must(world.diplomacy.get(ME * MAX_PLAYER_SLOTS + other));
    const relate = (type: typeof told.type): ServerPacket => ({
      name: 'player_diplstate',
      fields: { ...told, type, contactTurnsLeft: 5 },
    });
    const foreign = { nationId: [other], nationCitizens: [10] };
    const upset = () => must(keptCityBases(world, ME)[0]).mood.upsetByNationality;
    applyPacket(world, { name: 'city_info', fields: { ...must(city.detail), ...foreign } });
    applyPacket(world, relate('DS_PEACE'));
    commit(world);
    expect(upset()).toBe(0);
    applyPacket(world, relate('DS_WAR'));
    commit(world);
    expect(upset()).toBeGreaterThan(0);
    compareAll(world);
  });

  test('the bases of cities are made anew when a nation has more cities than its empire holds content', () => {
    const world = worldAtTurn(60);
    const [first] = citiesOf(world, ME);
    const content = () => must(keptCityBases(world, ME)[0]).mood.natural.content;
    const [before, { detail }] = [content(), must(first)];
    for (let more = 1; more <= 40; more += 1)
      applyPacket(world, {
        name: 'city_info',
        fields: { ...must(detail), id: 5_000 + more, tile: more, improvements: new Uint8Array(32) },
      });
    commit(world);
    expect(content()).toBeLessThan(before);
  });

  test('the basis of a city is made anew when it gets a trade route', () => {
    const world = worldAtTurn(60);
    const [city, partner] = citiesOf(world, ME);
    const trade = () => must(keptCityBases(world, ME)[0]).gross[outputs.trade] ?? 0;
    const before = trade();
    applyPacket(world, {
      name: 'traderoute_info',
      fields: {
        ...{ city: must(city).id, index: 0, partner: must(partner).id, value: 7 },
        ...{ direction: 'RDIR_BIDIRECTIONAL', goods: 0 },
      },
    });
    commit(world);
    expect(trade()).toBe(before + 7);
    compareAll(world);
  });

  test('many bases stay from one turn to the next', () => {
    let [turn, kept, made] = [0, 0, 0];
    let before = new Map<number, unknown>();
    replayTurns(ME, 'classic-6-ai-100-turns', 60, (world) => {
      if (turnOf(world) === turn) return;
      turn = turnOf(world);
      const moods = keptCityBases(world, ME).map(({ city, mood }) => [city.id, mood] as const);
      for (const [id, mood] of moods) if (before.get(id) === mood) kept += 1;
      made += moods.length;
      before = new Map(moods);
    });
    expect(kept / made).toBeGreaterThan(0.3);
  });

  test('the basis of a city stays when the city builds something else and the rates change', () => {
    const world = worldAtTurn(60);
    const city = must(citiesOf(world, ME)[0]);
    const [before] = keptCityBases(world, ME);
    applyPacket(world, {
      name: 'city_info',
      fields: { ...must(city.detail), productionValue: 3, buyCost: 70 },
    });
    const { gold, tax } = own(world);
    applyPacket(world, { name: 'player_info', fields: { ...own(world), gold: gold + 5, tax: tax - 10 } });
    commit(world);
    const [after] = keptCityBases(world, ME);
    expect(after?.city).toBe(world.cities.get(city.id));
    expect(after?.mood).toBe(must(before).mood);
  });
});
