import type { ActionData } from '#shared/protocol/actions.js';
import { actions } from '../../proxy/actions/registry.js';
import { freeTiles, workedTiles } from '../../proxy/rules/cities/citizens.js';
import { CITY_FOCUSES } from '../../proxy/rules/cities/placement.js';
import { adjacentTiles, tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import { type Player, relation } from '../../proxy/rules/lookup/players.js';
import { allTechs } from '../../proxy/rules/lookup/research.js';
import { allTargets } from '../../proxy/rules/production/target.js';
import { canFoundCities } from '../../proxy/rules/units/action-enablers.js';
import type { City } from '../../proxy/world/city.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { ownCities, ownUnits } from '../support/own-things.js';

/** Unit types of a scene that try everything. */
const MAX_TYPES = 5;
/** One in so many combinations of unit, action and target is tried. */
const SAMPLE = 5;
/** One in so many attempts is made without the rules of the proxy. */
const WITHOUT_RULES = 7;

const NOBODY = 999_999;
const OFF_THE_MAP = { x: -1, y: 0 };

/** Actions that a seat may try whether they are legal or not: every action, with many targets. */
export function attempts(world: World): readonly ActionData[] {
  const all = [
    ...unitAttempts(world),
    ...cityAttempts(world),
    ...nationAttempts(world),
    ...planAttempts(world),
    ...diplomacyAttempts(world),
  ];
  return all.map((data, index) =>
    index % WITHOUT_RULES === 0 ? { ...data, parameters: { validate: false } } : data,
  );
}

function unitAttempts(world: World): readonly ActionData[] {
  const founders = ownUnits(world).filter((unit) => canFoundCities(world, unit));
  const ofTypes = new Map([...founders, ...ownUnits(world)].map((unit) => [unit.type, unit]));
  const units = [...ofTypes.values()].slice(0, MAX_TYPES);
  const names = [...actions.keys()].filter((name) => name.startsWith('unit_') || name === 'settle');
  const combinations = names.flatMap((name) =>
    units.flatMap((unit) => targetsOf(world, unit).map((target) => ({ name, unit, target }))),
  );
  const tried = combinations.filter((_one, index) => index % SAMPLE === 0);
  return [
    ...tried.map(({ name, unit, target }, index) => ({
      ...{ action_type: name, actor_id: unit.id, ...SUB_TARGETS[index % SUB_TARGETS.length] },
      ...(target !== undefined && { target }),
    })),
    { action_type: 'unit_move', actor_id: NOBODY, target: { x: 1, y: 1 } },
    { action_type: 'unit_move', actor_id: ownCities(world)[0]?.id ?? NOBODY, target: { x: 1, y: 1 } },
    { action_type: 'unit_move', actor_id: foreignUnit(world)?.id ?? NOBODY, target: { x: 1, y: 1 } },
    { action_type: 'unit_build_city', actor_id: units[0]?.id ?? NOBODY, city_name: ' New  Town ' },
    { action_type: 'unit_fly', actor_id: units[0]?.id ?? NOBODY },
    { action_type: 'unit_sentri', actor_id: units[0]?.id ?? NOBODY },
    {},
  ];
}

const SUB_TARGETS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { sub_target: 'production', max_cost: 100 },
  { sub_target: 'Barracks', wake_on: { contact: 'enemy', attack: false } },
  { sub_target: 'Bronze Working', city_name: 'Utopia' },
  { sub_target: 'Libary', max_cost: 1000, wake_on: { turn: 200 } },
];

/** Its own tile, places around it and far away, foreign things, and what is no target. */
function targetsOf(world: World, unit: Unit): readonly unknown[] {
  const { map } = world;
  const beside = adjacentTiles(map, unit.tile);
  const places = [unit.tile, ...beside.slice(0, 3), ...everyNth(map.xsize * map.ysize, 3)];
  const city = foreignCity(world);
  return [
    undefined,
    ...places.map((tile) => map.position(tile)),
    ...(city === undefined ? [] : [map.position(city.tile), { id: city.id }, { value: city.name }]),
    { id: foreignUnit(world)?.id ?? NOBODY },
    { value: ownCities(world)[0]?.name ?? 'Nowhere' },
    { value: 'best' },
    { value: 'Nowhere' },
    { id: NOBODY },
    OFF_THE_MAP,
  ];
}

/** So many numbers below an end, evenly spread. */
function everyNth(end: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_one, index) => Math.floor(((index + 0.5) * end) / count));
}

function foreignCity(world: World): City | undefined {
  return [...world.cities.values()].find(({ owner }) => owner !== world.seat.player);
}

function foreignUnit(world: World): Unit | undefined {
  return [...world.units.values()].find(({ owner }) => owner !== world.seat.player);
}

function cityAttempts(world: World): readonly ActionData[] {
  const own = ownCities(world);
  const [first] = own;
  const ids = [...own.slice(0, 2).map(({ id }) => id), foreignCity(world)?.id ?? NOBODY, NOBODY];
  return [
    ...(first === undefined ? [] : choicesOf(world, first)),
    ...(first === undefined ? [] : tileAttempts(world, first)),
    ...ids.flatMap((id) => CITY_ORDERS.map((order): ActionData => ({ ...order, actor_id: id }))),
    { action_type: 'city_buy', actor_id: ownUnits(world)[0]?.id ?? NOBODY },
  ];
}

/** Everything of the ruleset to build and to sell, and every tile around the city. */
function choicesOf(world: World, city: City): readonly ActionData[] {
  const { ruleset, map } = world;
  const [actor, tasks] = [{ actor_id: city.id }, ['road', 'irrigation', 'mine', 'base', 'transform', 'none']];
  const tiles = tilesWithin(map, city.tile, 8).map((tile) => map.position(tile));
  const kinds = [...ruleset.specialists.values()].map(({ pluralName }) => pluralName);
  return [
    ...allTargets(world).map(({ thing }) => choice('city_production', thing.ruleName, actor)),
    ...[...ruleset.improvements.values()].map(({ ruleName }) => choice('city_sell', ruleName, actor)),
    ...tiles.flatMap((target, index) => [
      { action_type: 'city_make_specialist', ...actor, target },
      { action_type: 'city_make_worker', ...actor, target },
      { action_type: 'city_worker_task', ...actor, target, task: tasks[index % tasks.length] },
    ]),
    ...kinds.flatMap((from) =>
      [...kinds, 'Poets'].map((to) => ({ action_type: 'city_change_specialist', ...actor, from, to })),
    ),
  ];
}

/** Lists of tiles for a city to work: those it works already, others by their places and by steps, and what is wrong. */
function tileAttempts(world: World, city: City): readonly ActionData[] {
  const tiles = [...workedTiles(world, city), ...freeTiles(world, city)].map((tile) =>
    world.map.position(tile),
  );
  const [kind, other] = [...world.ruleset.specialists.values()].map(({ pluralName }) => pluralName);
  const lists: readonly (readonly unknown[])[] = [
    [],
    tiles.slice(0, city.size),
    tiles.slice(0, city.size + 1),
    tiles.slice(-city.size),
    tiles.slice(-2),
    ['n', 'ne', 'ssw'],
    ['nnnn'],
    ['eeeeeeeeeeeeeeee', 'nnnnnnnnnnnnnnnn'],
    [OFF_THE_MAP],
    adjacentTiles(world.map, city.tile).map((tile) => world.map.position(tile)),
  ];
  const specialists = [undefined, kind, { [`${kind}`]: 1, [`${other}`]: 1 }, { [`${other}`]: 50 }, 'Poets'];
  return lists.flatMap((list, index) =>
    [true, false].map((keep) => ({
      ...{ action_type: 'set_city_tiles', actor_id: city.id, tiles: list, keep },
      ...(index > 0 && { specialists: specialists[(index + (keep ? 2 : 0)) % specialists.length] }),
    })),
  );
}

const CITY_ORDERS: readonly ActionData[] = [
  choice('city_build_unit', 'Temple'),
  choice('city_build_unit', 'Setlers'),
  choice('city_build_improvement', 'Warriors'),
  choice('city_build_improvement', 'Coinage'),
  choice('city_production', 5),
  choice('city_production', 5000),
  ...CITY_FOCUSES.map((focus) => ({ action_type: 'city_focus', focus })),
  { action_type: 'city_focus', focus: 'glory' },
  { action_type: 'city_buy' },
  { action_type: 'city_buy', max_cost: 1 },
  { action_type: 'city_worklist', items: [] },
  { action_type: 'city_worklist', items: ['Settlers', 'Temple'] },
  { action_type: 'city_worklist', items: ['Settlers', 'Rathaus'] },
  { action_type: 'city_worklist_append', items: ['Barracks'] },
  { action_type: 'city_worklist_append', items: Array.from({ length: 65 }, () => 'Warriors') },
  { action_type: 'city_worklist_insert', items: ['Workers'] },
  { action_type: 'city_worklist_insert', items: ['Workers'], position: 1 },
  { action_type: 'city_worklist_insert', items: ['Workers'], position: 60 },
  { action_type: 'city_worklist_remove', position: 0 },
  { action_type: 'city_worklist_remove', position: 60 },
  choice('city_worklist_remove', 'Temple'),
  { action_type: 'city_worklist_remove' },
  { action_type: 'city_arrange_citizens' },
  { action_type: 'city_rename', name: ' New  name ' },
  { action_type: 'city_rename', name: ' ' },
  { action_type: 'city_options', disband: true, gold_specialists: false },
  { action_type: 'city_options', science_specialists: true },
  { action_type: 'city_worker_task', target: { x: 0, y: 0 }, task: 'road', extra: 'Maglev' },
  { action_type: 'city_make_worker', target: OFF_THE_MAP },
];

function choice(action: string, value: string | number, more: ActionData = {}): ActionData {
  return { action_type: action, ...more, target: { value } };
}

function nationAttempts(world: World): readonly ActionData[] {
  const { governments, unitTypes, multipliers } = world.ruleset;
  const rates = [
    ...[
      [60, 0, 40],
      [70, 0, 30],
      [100, 0, 0],
      [60, 0, 30],
      [55, 5, 40],
      [0, 60, 40],
      [-10, 60, 50],
    ],
  ].map(([tax, luxury, science]) => ({ action_type: 'player_rates', tax, luxury, science }));
  return [
    ...allTechs(world).map(({ ruleName, id }) =>
      choice(id % 2 === 0 ? 'tech_research' : 'tech_goal', ruleName),
    ),
    ...['Philosphy', 'Magic', 3].flatMap((name) => [
      choice('tech_research', name),
      choice('tech_goal', name),
    ]),
    ...[...governments.values()].map(({ ruleName }) => choice('player_government', ruleName)),
    ...['Monarky', 'Paradise', 1].map((name) => choice('player_government', name)),
    ...[...unitTypes.values()].map(({ ruleName }) => choice('unit_type_upgrade', ruleName)),
    ...[...multipliers.values()].flatMap(({ name, start }) => [
      { action_type: 'player_policy', policy: name, setting: start },
      { action_type: 'player_policy', policy: name, setting: start - 1 },
    ]),
    { action_type: 'player_policy', policy: 'Taxes', setting: 1 },
    ...rates,
    ...['structural', 'fuel', 'wings'].map((part) => ({ action_type: 'spaceship_place', part })),
    ...['spaceship_place', 'spaceship_launch'].map((name) => ({ action_type: name })),
    ...['yes', 'no', 'abstain', 'maybe'].map((vote) => ({ action_type: 'vote', vote })),
    { action_type: 'vote', vote: 'yes', vote_no: 7 },
    ...['wonders', 'top_cities', 'demographics', 'achievements', 'spies'].map((report) => ({
      action_type: 'report',
      report,
    })),
    { action_type: 'end_turn' },
    { action_type: 'end_turn', until: 51 },
    { action_type: 'end_turn', untill: 'turn', parameters: { asap: true } },
  ];
}

function planAttempts(world: World): readonly ActionData[] {
  const techs = allTechs(world).map(({ ruleName }) => ruleName);
  const city = ownCities(world)[0]?.id ?? NOBODY;
  const [one, other, ...others] = ownUnits(world).map(({ id }) => id);
  const at = world.map.position(ownCities(world)[0]?.tile ?? 0);
  return [
    ...['fortify', 'sentry', 'join_city', 'pillage', 'patrol', 'sleep'].flatMap((purpose) =>
      [one, other].flatMap((id) => [
        { action_type: 'go_and', actor_id: id, target: at, do: purpose },
        { action_type: 'go_and', actor_id: id, target: { x: 1, y: 1 }, do: purpose, patrol_to: at },
      ]),
    ),
    ...[one, other, others[0], others[1], NOBODY].map((id) => ({
      ...{ action_type: 'escort', actor_id: one, with_unit: id },
    })),
    ...[undefined, 3, 11].map((number) => ({
      ...{ action_type: 'defend', actor_id: city },
      ...(number !== undefined && { number }),
    })),
    { action_type: 'plan_everything_but', except: [city, one, one] },
    { action_type: 'plan_everything_but', except: [city, NOBODY] },
    { action_type: 'plan_everything_but' },
    ...['workers', 'exploration', 'defence', 'front'].map((part) => ({ action_type: 'delegate', part })),
    { action_type: 'delegate', part: 'front', x: 3, y: 5, radius: 4, turns: 7 },
    { action_type: 'delegate', part: 'everything' },
    ...everyNth(techs.length, 24).map((index) => ({
      action_type: 'research_queue',
      techs: [techs[index], techs[(index * 7 + 3) % techs.length]],
    })),
    { action_type: 'research_queue', techs: ['Alphabet', 'Philosphy'] },
    { action_type: 'research_queue', techs: [] },
    { action_type: 'city_plan', cities: 'all', list: ['Temple', 'Library', 'Settlers'] },
    { action_type: 'city_plan', cities: 'new', list: ['Warriors'] },
    { action_type: 'city_plan', actor_id: city, list: ['Barracks', 'Marketplace', 'Coinage'] },
    { action_type: 'city_plan', actor_id: city, keep_defenders: 3 },
    { action_type: 'city_plan', actor_id: city },
    { action_type: 'city_plan', actor_id: NOBODY, list: ['Temple'] },
    { action_type: 'city_plan', list: ['Temple'] },
    { action_type: 'city_plan', cities: 'all', list: ['Temple', 'Libary'] },
    { action_type: 'city_plan', cities: 'all', keep_defenders: 11 },
    { action_type: 'city_focus', cities: 'all', focus: 'food' },
    { action_type: 'city_focus', cities: 'new', focus: 'trade' },
    { action_type: 'city_focus', focus: 'food' },
    { action_type: 'plan_defaults', new_workers: 'auto' },
    { action_type: 'plan_defaults', new_military: 'fortify', explorers_end: 'sentry' },
    { action_type: 'plan_defaults' },
    { action_type: 'plan_cancel', plan: 'all' },
    { action_type: 'plan_cancel', plan: 'research_queue' },
    { action_type: 'plan_cancel', plan: 'settle-1' },
  ];
}

function diplomacyAttempts(world: World): readonly ActionData[] {
  const met = partners(world);
  const nation = world.ruleset.nations.get(met[0]?.nation ?? -1);
  const others = new Set([...met, ...[...world.players.values()].slice(0, 4)]);
  const targets = [
    ...[...others].map(({ playerno }) => ({ id: playerno })),
    { value: met[1]?.name ?? '' },
    { value: nation?.adjective ?? '' },
    { value: 'Nobody' },
    { id: NOBODY },
  ];
  const clauses = ['advance', 'gold', 'map', 'seamap', 'city', 'ceasefire', 'peace', 'alliance', 'vision'];
  const values = [undefined, 'Alphabet', 5, 100_000, ownCities(world)[1]?.name ?? 'Nowhere', '30'];
  const wishes = [...clauses, 'embassy'].flatMap((clause, kind) =>
    values.map((value, index) => ({
      ...{ clause, giver: (kind + index) % 2 === 0 ? 'me' : 'them' },
      ...(value !== undefined && { value }),
    })),
  );
  return [
    ...targets.flatMap((target) => [
      ...TALKS.map((name) => ({ action_type: name, target })),
      { action_type: 'treaty_accept', target, accepted: false },
      { action_type: 'cancel_pact', target, pact: 'shared_vision' },
      { action_type: 'diplomacy_message', target, text: ' Let  us talk ' },
    ]),
    ...wishes.flatMap((wish, index) =>
      ['treaty_add_clause', 'treaty_remove_clause'].map((name) => ({
        ...{ action_type: name, target: targets[index % 2] },
        ...wish,
      })),
    ),
    ...['/quit', '.allies', 'to: all', ' ', 'a\u0007b', 'hello'].map((text) => ({
      action_type: 'diplomacy_message',
      text,
    })),
  ];
}

/** Two players whom the seat has met. */
export function partners(world: World): readonly Player[] {
  const own = world.seat.player ?? -1;
  const isMet = ({ playerno }: Player) => relation(world, own, playerno) !== 'DS_NO_CONTACT';
  const others = [...world.players.values()].filter(({ playerno }) => playerno !== own);
  return others.filter(isMet).slice(0, 2);
}

const TALKS = ['treaty_open', 'treaty_accept', 'treaty_cancel_meeting', 'cancel_pact'];
