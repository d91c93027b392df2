import { expect, it } from 'vitest';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { situationOf } from '../../../features/advisor/situation.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { cityFromInfo } from '../../../proxy/world/city.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { unitFromInfo } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const KIB = 1024;

const hut = {
  message: 'You found Bronze Working in ancient scrolls of wisdom.',
  event: 'E_HUT_TECH',
  tile: -1,
  turn: 50,
  phase: 0,
  connId: -1,
} as const;

function stateFor(world: World, player: number) {
  world.seat = { ...world.seat, player };
  return llmOptimizedView(world);
}

function changeUnit(world: World, id: number, change: Partial<PacketFields['unit_info']>): void {
  const detail = world.units.get(id)?.detail;
  if (detail === undefined) throw new Error(`there is no unit ${id} in the recording`);
  world.units.set(id, unitFromInfo({ ...detail, ...change }), markChanged(world));
  commit(world);
}

function changeCity(world: World, id: number, change: Partial<PacketFields['city_info']>): void {
  const city = world.cities.get(id);
  if (city?.detail === undefined) throw new Error(`there is no city ${id} in the recording`);
  world.cities.set(id, cityFromInfo({ ...city.detail, ...change }, city), markChanged(world));
  commit(world);
}

it('the state for language models stays small for every player in every age', () => {
  for (const player of [0, 1, 2, 3, 4, 5]) {
    expect(JSON.stringify(stateFor(worldAtTurn(1), player)).length).toBeLessThan(3 * KIB);
    expect(JSON.stringify(stateFor(worldAtTurn(100), player)).length).toBeLessThan(9 * KIB);
  }
});

it('the state for language models has the keys of the specification with the current values', () => {
  expect(llmOptimizedView(worldAtTurn(50))).toMatchObject({
    turn: 50,
    phase: 'movement',
    map_shape: '78x52 square, round in x',
    strategic_summary: {
      cities_count: 8,
      units_count: 15,
      tech_progress: 'developing',
      military_strength: 'weak',
      score: 28,
      rank: 5,
      gold: 3,
      government: 'despotism',
      research: { researching: 'code_of_laws', bulbs: 35, cost: 51, turns: 2 },
    },
  });
});

it('the state for language models advises settlers on good land to found a city, before anything else', () => {
  const world = worldAtTurn(1);
  changeUnit(world, 101, { tile: 23 * 78 + 9 });
  const state = llmOptimizedView(world);
  expect(state.immediate_priorities[0]).toBe('settle: settlers 101 at (9, 23) can found a city here');
  expect(state.units_needing_orders[0]).toMatchObject({ id: 101, type: 'settlers', can_found_city: true });
  expect(state.opportunities[0]).toMatchObject({ type: 'expansion', priority: 'high' });
  expect(state.opportunities[0]).toMatchObject({ left: expect.any(Number) });
  const why = 'centre 3/1/1 coast; tiles 2/1/2 1/2/2; size 3';
  expect(state.opportunities[0]?.locations?.[0]).toMatchObject({ x: 9, y: 23, distance: 0, turns: 0, why });
});

it('the state for language models sends settlers to land so much better that it is worth the way', () => {
  const { immediate_priorities } = llmOptimizedView(worldAtTurn(1));
  expect(immediate_priorities.slice(0, 2)).toEqual([
    'settle: settlers 101 at (8, 23) can go to (9, 23) and found a city in 1 turn',
    'settle: settlers 107 at (8, 23) can go to (5, 18) and found a city in 3 turns',
  ]);
});

it('the state for language models sends settlers that cannot found a city there to a good site', () => {
  const world = worldAtTurn(50);
  const settlers = world.units.get(101) ?? [...world.units.values()].find(({ owner }) => owner === 0);
  changeUnit(world, settlers?.id ?? -1, {
    tile: 23 * 78 + 9,
    type: 0,
    activity: 'ACTIVITY_IDLE',
    ai: false,
    hasOrders: false,
  });
  const { immediate_priorities, units_needing_orders } = llmOptimizedView(world);
  const place = units_needing_orders.find(({ id }) => id === settlers?.id)?.settle_at;
  const tile = world.map.tileAt(place ?? { x: -1, y: -1 }) ?? -1;
  expect([...world.cities.values()].filter((city) => world.map.distance(city.tile, tile) < 2)).toEqual([]);
  const line = immediate_priorities.find((one) => one.startsWith(`settle: settlers ${settlers?.id} `));
  expect(line).toContain(`can go to (${place?.x}, ${place?.y}) and found a city`);
});

it('the state for language models names what an undefended city could build for its defence', () => {
  const advice = llmOptimizedView(worldAtTurn(50)).immediate_priorities.find((one) =>
    one.startsWith('defend_city'),
  );
  expect(advice).toMatch(/^defend_city: Zalpuwa \(163\), .*; Zalpuwa could build phalanx in 1 turn$/);
});

it('no city is offered to be founded on the sea, beside a city or on foreign land', () => {
  const world = worldAtTurn(50);
  const places = llmOptimizedView(world).opportunities.find(({ type }) => type === 'expansion')?.locations;
  expect(places?.length).toBeGreaterThan(0);
  for (const place of places ?? []) {
    const tile = world.map.tileAt(place) ?? -1;
    expect(['ocean', 'deep_ocean', 'lake', 'glacier']).not.toContain(place.terrain);
    expect([0, 255]).toContain(world.tiles.get(tile)?.owner);
    for (const city of world.cities.values()) expect(world.map.distance(city.tile, tile)).toBeGreaterThan(1);
  }
});

it('the state for language models asks for research when nothing is researched, and lists the choices', () => {
  const world = worldAtTurn(50);
  const research = world.research.get(0);
  if (research === undefined) throw new Error('the recording has no research');
  world.research.set(0, { ...research, researching: 202 }, markChanged(world));
  commit(world);
  const advice = llmOptimizedView(world).immediate_priorities.find((one) =>
    one.startsWith('choose_research'),
  );
  expect(advice).toContain('ceremonial_burial, code_of_laws, currency');
  expect(llmOptimizedView(world).strategic_summary.research?.researching).toBeNull();
});

it('the state for language models warns of an enemy near a city: who, where, how far, how severe', () => {
  const world = worldAtTurn(50);
  const city = world.cities.get(221);
  const legion = [...world.units.values()].find((unit) => unit.owner === 2);
  if (city === undefined || legion === undefined) throw new Error('the recording has changed');
  const beside = world.map.neighbour(city.tile, 'DIR8_EAST') ?? -1;
  changeUnit(world, legion.id, { tile: beside, type: 6 });
  const [threat] = llmOptimizedView(world).threats;
  expect(threat).toMatchObject({
    type: 'military',
    severity: 'high',
    location: world.map.position(beside),
    player_id: 2,
    city_id: 221,
    strength: 4,
    turns_away: 1,
  });
  expect(threat?.description).toContain('legion (Austrian) 1 tile east of Tiliura');
});

it('the state for language models has the odds of an enemy against the best defender of a city', () => {
  const world = worldAtTurn(50);
  const [legion, guard] = [2, 0].map((owner) => [...world.units.values()].find((one) => one.owner === owner));
  const city = world.cities.get(221);
  if (legion === undefined || guard === undefined || city === undefined) throw new Error('other recording');
  const beside = world.map.neighbour(city.tile, 'DIR8_EAST') ?? -1;
  changeUnit(world, legion.id, { tile: beside, type: 6, hp: 10, veteran: 0 });
  changeUnit(world, guard.id, { tile: city.tile, type: 4, hp: 10, veteran: 0 });
  const [threat] = llmOptimizedView(world).threats;
  expect(threat?.description).toContain('(defenders: 1)');
  // A legion's 4 against a phalanx's 2, half as much again in a city: each round is won with 4 of 7 chances.
  expect(threat?.odds).toBe(0.74);
});

it('the open city an enemy can strike at comes before the guarded one that is nearer, with odds 1', () => {
  const world = worldAtTurn(50);
  const situation = [...world.cities.values()].filter(({ owner }) => owner === 0);
  const pairs = situation.flatMap((near) => situation.map((open) => ({ near, open })));
  const [pair] = pairs
    .filter(({ near, open }) => near !== open)
    .sort(
      (a, b) => world.map.distance(a.near.tile, a.open.tile) - world.map.distance(b.near.tile, b.open.tile),
    );
  const [enemy, ...guards] = [2, 0].flatMap((owner) =>
    [...world.units.values()].filter((one) => one.owner === owner).slice(0, 1),
  );
  const [guard] = guards;
  if (pair === undefined || enemy === undefined || guard === undefined) throw new Error('other recording');
  for (const unit of world.units.values())
    if (unit.tile === pair.open.tile) changeUnit(world, unit.id, { tile: pair.near.tile });
  const beside =
    world.map
      .neighbours(pair.near.tile)
      .map(({ tile }) => tile)
      .sort((a, b) => world.map.distance(a, pair.open.tile) - world.map.distance(b, pair.open.tile))[0] ?? -1;
  changeUnit(world, enemy.id, { tile: beside, type: 6 });
  changeUnit(world, guard.id, { tile: pair.near.tile, type: 4 });
  const named = llmOptimizedView(world).threats.filter(
    ({ location }) => location !== undefined && world.map.tileAt(location) === beside,
  );
  expect(named.find(({ city_id: id }) => id === pair.open.id)).toMatchObject({ odds: 1, severity: 'high' });
});

it('settlers are not bought for a city that is too small for them', () => {
  const world = worldAtTurn(50);
  const player = world.players.get(0);
  const city = [...world.cities.values()].find(({ owner }) => owner === 0);
  if (player === undefined || city === undefined) throw new Error('other recording');
  world.players.set(0, { ...player, gold: 1000 }, markChanged(world));
  for (const one of [...world.cities.values()].filter(({ owner }) => owner === 0))
    changeCity(world, one.id, {
      productionKind: 'VUT_UTYPE',
      productionValue: 0,
      size: 1,
      surplus: [0, 1, 0, 0, 0, 1],
    });
  const { own_cities, immediate_priorities } = llmOptimizedView(world);
  expect(own_cities.every(({ problems }) => problems?.includes('too_small'))).toBe(true);
  expect(immediate_priorities.filter((one) => one.startsWith('buy'))).toEqual([]);
});

it('the state for language models does not report allied units as threats', () => {
  const world = worldAtTurn(50);
  const neighbours = [...world.units.values()].filter((unit) => unit.owner === 3).map(({ id }) => id);
  const [friend] = neighbours;
  if (friend === undefined) throw new Error('the recording has changed');
  changeUnit(world, friend, { tile: (world.cities.get(221)?.tile ?? 0) + 1, type: 6 });
  expect(llmOptimizedView(world).threats.filter(({ player_id }) => player_id === 3)).toEqual([]);
});

it('the state for language models puts cities that are attacked and cities in disorder before everything else, and names famine', () => {
  const world = worldAtTurn(50);
  changeCity(world, 133, { pplHappy: [0, 0, 0, 0, 0, 0], pplUnhappy: [0, 0, 0, 0, 0, 2] });
  changeCity(world, 150, { surplus: [-2, 5, 0, 0, 0, 1], foodStock: 1 });
  const { immediate_priorities, own_cities } = llmOptimizedView(world);
  expect(immediate_priorities.slice(0, 2)).toEqual([
    'reinforce_city: Tiliura (221)',
    'restore_order: Nesa 133',
  ]);
  expect(immediate_priorities).toContain('feed_city: Hattusas (150) (starving)');
  expect(own_cities.find(({ id }) => id === 133)?.problems).toContain('disorder');
});

it('the state for language models advises to buy production when there is enough gold', () => {
  const world = worldAtTurn(50);
  const player = world.players.get(0);
  if (player === undefined) throw new Error('the recording has no player 0');
  world.players.set(0, { ...player, gold: 500 }, markChanged(world));
  commit(world);
  const [best] = productionChoices(situationOf(world));
  const { city, choice } = must(best);
  const { kind: productionKind, value: productionValue } = choice.target;
  changeCity(world, city.id, { productionKind, productionValue, buyCost: 40 });
  const buy = () => llmOptimizedView(world).immediate_priorities.find((one) => one.startsWith('buy'));
  expect(buy()).toBe('buy: Settlers in Hattusas 150 for 40 gold (city_buy)');
  changeCity(world, city.id, { buyCost: 600 });
  expect(buy()).toBeUndefined();
});

it('the state for language models advises to end the turn when nothing needs a decision', () => {
  const world = worldAtTurn(1);
  for (const unit of [...world.units.values()]) {
    if (unit.detail !== undefined) changeUnit(world, unit.id, { movesleft: 0 });
  }
  const { immediate_priorities, units_needing_orders } = llmOptimizedView(world);
  expect(immediate_priorities).toEqual(['end_turn: nothing needs a decision']);
  expect(units_needing_orders).toEqual([]);
});

it('the state for language models has the same events however the bytes of the server were split', () => {
  const [atOnce, apart] = [worldAtTurn(50), worldAtTurn(50)];
  for (const world of [atOnce, apart]) {
    applyPacket(world, { name: 'begin_turn', fields: {} });
    if (world === apart) commit(world);
    applyPacket(world, { name: 'chat_msg', fields: hut });
    commit(world);
    applyPacket(world, { name: 'new_year', fields: { turn: 51, year16: -1000, fragments: 0 } });
    applyPacket(world, { name: 'begin_turn', fields: {} });
    commit(world);
    expect(llmOptimizedView(world).recent_events).toEqual([hut.message]);
  }
});

it('the state for language models can be made for an observer', () => {
  const world = worldAtTurn(50);
  world.seat = { ...world.seat, player: undefined, observer: true };
  expect(llmOptimizedView(world)).toMatchObject({ player_id: null, threats: [], own_cities: [] });
});
