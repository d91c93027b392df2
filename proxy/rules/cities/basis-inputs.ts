import { isDeepStrictEqual } from 'node:util';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { City } from '../../world/city.js';
import { landOf } from '../../world/tile.js';
import type { World } from '../../world/world.js';
import { areAtWar } from '../lookup/players.js';
import { VersionCache } from '../lookup/version-cache.js';
import { keepable } from '../requirements/effect-inputs.js';
import { nationEffects } from '../requirements/nation-effects.js';
import { workedTiles } from './citizens.js';
import { CITY_EFFECTS } from './city-effects.js';
import { soldiersIn, upsets } from './city-support.js';
import { centresOf, citiesOf, supportedUnits } from './realm.js';
import { YIELD_EFFECTS } from './yield-techs.js';

const areYieldsKeepable = keepable(YIELD_EFFECTS, true);
const isRestKeepable = keepable([
  ...CITY_EFFECTS,
  // Moods of citizens.
  'EFT_CITY_UNHAPPY_SIZE',
  'EFT_EMPIRE_SIZE_BASE',
  'EFT_EMPIRE_SIZE_STEP',
  'EFT_UNHAPPY_FACTOR',
  // Upkeep of units.
  'EFT_FANATICS',
  'EFT_UPKEEP_FACTOR',
  'EFT_SHIELD2GOLD_FACTOR',
  // Corruption by distance, and what specialists make.
  'EFT_GOV_CENTER',
  'EFT_SPECIALIST_OUTPUT',
]);

/**
 * What the bases of all cities of a nation depend on, besides the settings of the game (`isSameGame`); undefined where they may
 * depend on anything: in rulesets whose effects do, and for nations that this seat does not see all of.
 */
export function inputsOfNation(world: World, owner: number): readonly unknown[] | undefined {
  const { ruleset } = world;
  const nation = nationEffects(world, owner);
  if (nation === undefined || !areYieldsKeepable(ruleset) || !isRestKeepable(ruleset)) return undefined;
  const centres = centresOf(world, owner).map(({ tile }) => tile);
  return [nation, enemiesOf(world, owner), citiesOf(world, owner).length, ...centres];
}

/** The players that a nation is at war with. Citizens who come from them are unhappy. */
function enemiesOf(world: World, owner: number): string {
  const others = [...world.players.values()].map(({ playerno }) => playerno);
  return others.filter((other) => areAtWar(world, owner, other) === true).join();
}

/** Fields of game_info that no basis depends on, or by effects alone. */
const GAME_VOLATILE: ReadonlySet<string> = new Set<keyof PacketFields['game_info']>([
  'turn',
  'year16',
  'year32',
  'globalAdvances',
  'globalAdvanceCount',
  'greatWonderOwners',
  'heating',
]);

/** Whether the settings of a game are as before, as far as they matter to bases. */
export function isSameGame(before: World['game'], now: World['game']): boolean {
  if (before === now) return true;
  return before !== undefined && now !== undefined && haveSame(before, now, GAME_VOLATILE);
}

/** Fields of city_info that no basis depends on: what a city builds or has in stock, and what follows from its basis and the rates. */
const CITY_VOLATILE: ReadonlySet<string> = new Set<keyof NonNullable<City['detail']>>([
  'productionKind',
  'productionValue',
  'worklist',
  'shieldStock',
  'foodStock',
  'buyCost',
  'didBuy',
  'changedFromKind',
  'changedFromValue',
  'beforeChangeShields',
  'disbandedShields',
  'caravanShields',
  'lastTurnsShieldSurplus',
  'turnLastBuilt',
  'surplus',
  'prod',
  'usage',
  'waste',
  'citizenBase',
  'unhappyPenalty',
  'pollution',
  'pplHappy',
  'pplContent',
  'pplUnhappy',
  'pplAngry',
]);
/** Parts of a city that are compared by field, or not at all. */
const CITY_PARTS: ReadonlySet<string> = new Set<keyof City>(['detail', 'granary']);

/** Whether a city is as before, as far as it matters to its basis. */
export function isSameCity(before: City, now: City): boolean {
  if (before === now) return true;
  const [then, detail] = [before.detail, now.detail];
  if (then === undefined || detail === undefined) return false;
  return haveSame(before, now, CITY_PARTS) && haveSame(then, detail, CITY_VOLATILE);
}

interface Around {
  readonly units: World['units'];
  readonly inputs: readonly unknown[];
}

/** Worlds that differ in a player, such as those of other governments, share tiles and units. */
const arounds = new VersionCache<Map<City, Around>>(
  ({ tiles }) => tiles,
  () => new Map(),
);

/** What a city works, has and supports. */
export function inputsAround(world: World, city: City): readonly unknown[] {
  const known = arounds.of(world);
  const kept = known.get(city);
  if (kept?.units === world.units) return kept.inputs;
  const inputs = findInputsAround(world, city);
  known.set(city, { units: world.units, inputs });
  return inputs;
}

function findInputsAround(world: World, city: City): readonly unknown[] {
  return [
    world.tradeRoutes.get(city.id),
    ...workedTiles(world, city).map((tile) => landAt(world, tile)),
    soldiersIn(world, city),
    ...supportedUnits(world, city).map((unit) => (upsets(world, unit) ? -1 - unit.type : unit.type)),
  ];
}

function landAt({ tiles }: World, index: number): unknown {
  const tile = tiles.get(index);
  return tile && landOf(tile);
}

/** Whether two objects of one kind have the same values, some fields aside. */
function haveSame<T extends object>(before: T, now: T, aside: ReadonlySet<string>): boolean {
  for (const field in now)
    if (!aside.has(field) && now[field] !== before[field] && !isDeepStrictEqual(now[field], before[field]))
      return false;
  return true;
}
