import type { Offer } from '#shared/protocol/state/offer.js';
import { WORKS_BY_ACTION } from '../../../proxy/actions/unit/terrain-work.js';
import { nationOf, unitName } from '../../../proxy/orders/descriptions.js';
import { wayDanger } from '../../../proxy/plans/way-danger.js';
import { attackOdds } from '../../../proxy/rules/combat/odds.js';
import { tilesWithin } from '../../../proxy/rules/lookup/adjacency.js';
import { displayName, type Named, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { cityAt, knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { productionOf, targetOf } from '../../../proxy/rules/production/target.js';
import { type TerrainWork, terrainWorks } from '../../../proxy/rules/terrain/terrain-work.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { type WorkOutcome, workOutcome, yieldsAt } from '../rules/work-outcome.js';
import { turnsText } from '../text-parts.js';
import { changed, plainOption, priorityWorth, type RankedOption, yieldText } from './ranked-option.js';

/** What is seldom meant, and comes after everything else. */
const RARE_WORTH: Readonly<Record<string, number>> = {
  unit_cancel_orders: -45,
  unit_move: -50,
  unit_patrol: -60,
  unit_sentry: -60,
  unit_home_city: -80,
  unit_recycle_unit: -85,
  unit_disband_unit: -90,
};

/** What a unit can do, with what comes of it: yields and turns of work, odds of attacks, the land of a new city. */
export function unitOptions(world: World, unit: Unit, offers: readonly Offer[]): readonly RankedOption[] {
  return offers.map((offer) => unitOption(world, unit, offer));
}

function unitOption(world: World, unit: Unit, offer: Offer): RankedOption {
  const worth = priorityWorth(offer) + (RARE_WORTH[offer.type] ?? 0);
  const work = WORKS_BY_ACTION[offer.type];
  if (work !== undefined) return workOption(world, unit, offer, work);
  switch (offer.type) {
    case 'unit_build_city':
      return {
        offer,
        worth: worth + 50,
        what: () => `found a city; ${siteWords(world, unit.tile, unit.owner)}`,
      };
    case 'unit_attack':
      return attackOption(world, unit, offer, worth);
    case 'settle':
      return settleOption(world, unit, offer, worth);
    case 'unit_help_wonder':
      return { offer, worth: worth + 45, what: () => helpWords(world, unit, offer) };
    default:
      return plainOption(offer, worth);
  }
}

/** A journey to a site: the way, and the land that the city would have. */
function settleOption(world: World, unit: Unit, offer: Offer, worth: number): RankedOption {
  const { target } = offer;
  const tile = target !== undefined && 'x' in target ? world.map.tileAt(target) : undefined;
  const plain = plainOption(offer, worth + 40);
  if (tile === undefined) return plain;
  const land = () => siteWords(world, tile, unit.owner);
  return {
    ...plain,
    what: () => [plain.what(), land(), wayDanger(world, unit, tile) ?? []].flat().join('; '),
  };
}

/** `50 shields for Oracle in Roma, which has 60 of 100`. */
function helpWords(world: World, unit: Unit, offer: Offer): string {
  const city = cityAt(world, placeOf(world, offer) ?? unit.tile);
  const wonder = city && productionOf(world, city);
  const type = targetOf(world, 'VUT_UTYPE', unit.type);
  if (city === undefined || wonder === undefined || type === undefined) return plainOption(offer, 0).what();
  const stock = city.detail?.shieldStock ?? 0;
  const there = `${displayName(wonder.thing.name)} in ${nameText(city.name)}`;
  return `${buildCost(world, type)} shields for ${there}, which has ${stock} of ${buildCost(world, wonder)}`;
}

/** The tile that an offer is about, by its place or its city; undefined for none. */
function placeOf(world: World, { target }: Offer): number | undefined {
  if (target === undefined) return undefined;
  if ('x' in target) return world.map.tileAt(target);
  return 'id' in target && typeof target.id === 'number' ? world.cities.get(target.id)?.tile : undefined;
}

function workOption(world: World, unit: Unit, offer: Offer, work: TerrainWork): RankedOption {
  const plan = terrainWorks(world, unit, work).find(({ extra }) => namesTarget(offer, extra));
  if (plan === undefined) return plainOption(offer, priorityWorth(offer));
  const outcome = workOutcome(world, unit, work, plan);
  const gain = gainOf(outcome);
  const isUseful = gain > 0 && outcome.turns !== undefined;
  return {
    offer,
    worth: priorityWorth(offer) + (isUseful ? Math.min(60, (100 * gain) / (outcome.turns ?? 1)) : -20),
    what: () => workWords(outcome),
  };
}

/** Whether an offer is about that extra; an offer without a target changes the terrain. */
function namesTarget({ target }: Offer, extra: Named | undefined): boolean {
  if (extra === undefined) return target === undefined;
  return target !== undefined && 'value' in target && target.value === wireNameOf(extra);
}

function gainOf({ before, after }: WorkOutcome): number {
  return after === undefined ? 0 : after.reduce((sum, one, at) => sum + one - (before[at] ?? 0), 0);
}

/** `5 turns; food 1 to 2`. */
function workWords({ turns, before, after, becomes }: WorkOutcome): string {
  const [food, shields, trade] = before;
  const changes =
    after === undefined
      ? []
      : [
          ...changed('food', food, after[0]),
          ...changed('shields', shields, after[1]),
          ...changed('trade', trade, after[2]),
        ];
  const yields = after !== undefined && changes.length === 0 ? [`yields stay ${yieldText(before)}`] : changes;
  return [
    turns === undefined ? 'never done' : turnsText(turns),
    ...(becomes === undefined ? [] : [`becomes ${displayName(becomes.name).toLowerCase()}`]),
    ...yields,
  ].join('; ');
}

/** Tiles of a site that are named. */
const MAX_SITE_TILES = 3;

/** `tile 2/1/0, best around 2/0/2 1/2/0 2/0/0, 12 free tiles`: the land that a city would have. */
function siteWords(world: World, tile: number, owner: number): string {
  const around = tilesWithin(world.map, tile, world.game?.initCityRadiusSq ?? 5).filter((index) => {
    const known = knownTile(world, index);
    return (
      index !== tile &&
      known !== undefined &&
      known.worked <= 0 &&
      (known.owner === owner || !world.players.has(known.owner))
    );
  });
  const best = around
    .map((index) => yieldsAt(world, index, undefined))
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, MAX_SITE_TILES);
  const tiles = best.length === 0 ? '' : `, best around ${best.map(yieldText).join(' ')}`;
  return `tile ${yieldText(yieldsAt(world, tile, undefined))}${tiles}, ${around.length} free tiles in reach`;
}

function weight([food, shields, trade]: readonly [number, number, number]): number {
  return 2 * food + 2 * shields + trade;
}

function attackOption(world: World, unit: Unit, offer: Offer, worth: number): RankedOption {
  const { target, odds: told, undecided = 0 } = offer;
  const tile = target !== undefined && 'x' in target ? world.map.tileAt(target) : undefined;
  const odds = tile === undefined ? undefined : attackOdds(world, unit, tile);
  if (tile === undefined || odds === undefined) return plainOption(offer, worth);
  const isTold = told !== undefined && told[1] - told[0] < 1;
  const chance = isTold ? percents(...told) : `${percents(odds.win, odds.win)} against those in sight`;
  const open = undecided === 0 ? '' : `, ${Math.round(undecided * 100)} % undecided`;
  return {
    offer,
    worth,
    what: () => `against ${defenderWords(world, odds.defender)}: ${chance} to win${open}`,
  };
}

/** `Legion 512 in Athens (Greek, 10 HP)`. */
function defenderWords(world: World, defender: Unit): string {
  const city = cityAt(world, defender.tile);
  const where = city === undefined ? '' : ` in ${nameText(city.name)}`;
  return `${unitName(world, defender)}${where} (${nationOf(world, defender.owner)}, ${defender.hp} HP)`;
}

/** `62 %`; the server tells half per cents, so that a range of one is exact enough. */
function percents(least: number, most: number): string {
  const [low, high] = [Math.floor(least * 100), Math.ceil(most * 100)];
  return high - low <= 1 ? `${low} %` : `${low} to ${high} %`;
}
