import { expect, it } from 'vitest';
import { fullView } from '../../../proxy/views/full.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(50);
const state = fullView(world);

it('the full state has every key of the specification, with the values the server sent', () => {
  expect(state).toMatchObject({ turn: 50, phase: 'movement', player_id: 0, year_name: '1550 BCE' });
  const nesa = state.cities.find((city) => city.name === 'Nesa');
  expect(nesa).toMatchObject({ id: 133, x: 9, y: 23, population: 2, production: 'warriors', owner: 0 });
  const worker = state.units.find((unit) => unit.id === 109);
  expect(worker).toMatchObject({ type: 'workers', x: 5, y: 21, moves_left: 1, hp: 10, owner: 0 });
  expect(state.visible_tiles).toHaveLength(78 * 52);
  expect(state.visible_tiles[1]).toMatchObject({ x: 1, y: 0, terrain: 'glacier', resource: 'oil' });
  expect(state.players['0']).toMatchObject({ name: 'Mursilis', score: 28 });
  expect(state.technologies).toContain('bronze_working');
  expect(state.treasury).toEqual({ gold: 3, gold_per_turn: 0, max_rate: 60 });
});

it('the full state has the details of own cities', () => {
  const nesa = state.cities.find((city) => city.name === 'Nesa');
  expect(nesa).toMatchObject({
    improvements: ['barracks', 'city_walls', 'palace'],
    production_cost: 10,
    shield_stock: 2,
    production_turns: 3,
    food_stock: 28,
    granary_size: 30,
    turns_to_grow: 1,
    surplus: { food: 2, shield: 3, trade: 4, gold: 1, luxury: 0, science: 2 },
    disorder: false,
  });
});

it('the full state has the relations of players as war, ceasefire, peace, ally or neutral', () => {
  expect(state.players['0']?.diplomatic_relations).toEqual([
    { player_id: 1, status: 'neutral', contact: false },
    { player_id: 2, status: 'war', contact: true },
    { player_id: 3, status: 'ceasefire', turns_left: 10, contact: true },
    { player_id: 4, status: 'neutral', contact: false },
    { player_id: 5, status: 'war', contact: true },
  ]);
});

it('the full state has null for unknown values, not 0', () => {
  const stranger = worldAtTurn(50);
  stranger.research.delete(1, markChanged(stranger));
  commit(stranger);
  const player = fullView(stranger).players['1'];
  expect(player).toMatchObject({
    known_by: 'none',
    score: null,
    gold: null,
    government: null,
    techs: null,
  });
});

it('the full state leaves out unknown tiles and marks those in fog', () => {
  const fogged = worldAtTurn(1);
  const [first, second] = [...fogged.tiles.values()];
  if (first === undefined || second === undefined) throw new Error('the recording has no tiles');
  fogged.tiles.set(first.tile, { ...first, known: 'TILE_UNKNOWN' }, markChanged(fogged));
  fogged.tiles.set(second.tile, { ...second, known: 'TILE_KNOWN_UNSEEN' }, markChanged(fogged));
  const tiles = fullView(fogged).visible_tiles;
  expect(tiles).toHaveLength(78 * 52 - 1);
  expect(tiles[0]).toMatchObject({ x: 1, y: 0, fog: 'fogged' });
});

it('the full state never holds a user name or an address', () => {
  expect(JSON.stringify(state)).not.toMatch(/username|Unassigned|127\.0\.0\.1|connected from/);
});

it('the full state reuses the view of a unit that has not changed', () => {
  expect(fullView(world).units[0]).toBe(state.units[0]);
});

it('the full state is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});
