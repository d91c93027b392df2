import type { GenAction } from '../../freeciv/generated/packets-3.0.js';
import type { ActionProbability } from '../../freeciv/struct-codec.js';
import { adjacentTiles } from '../../rules/adjacency.js';
import { legalSteps } from '../../rules/movement.js';
import { displayName } from '../../rules/names.js';
import { type TerrainWork, terrainWork } from '../../rules/terrain-work.js';
import { cityAt, terrainOf, unitsOn } from '../../rules/tiles.js';
import { canExplore, canFortify, canSentry } from '../../rules/unit-activities.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { ActionPort } from '../action.js';
import type { Offer } from '../offer.js';
import { type UnitActionOdds, unitActionOdds } from './odds.js';
import { workActionName } from './terrain-work.js';

type UnitOffer = Omit<Offer, 'actor_id' | 'unit_id' | 'label'> & { readonly what: string };

/** What the server gives odds for and the seat can submit. */
const hostile: readonly GenAction[] = ['ACTION_ATTACK', 'ACTION_CAPTURE_UNITS', 'ACTION_CONQUER_CITY'];

const HALF_PER_CENT = 200;

/** Everything one own unit can do now: the server's odds for actions, the rules for moves and activities. */
export async function unitOffers(port: ActionPort, unit: Unit): Promise<Offer[]> {
  const { world } = port;
  const name = displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'unit');
  const offers = [
    ...(await serverOffers(port, unit)),
    ...workOffers(world, unit),
    ...activityOffers(world, unit),
    ...moveOffers(world, unit),
  ];
  return offers.map(({ what, ...offer }) => ({
    ...offer,
    actor_id: unit.id,
    unit_id: unit.id,
    label: `${name} ${unit.id}: ${what}`,
  }));
}

async function serverOffers(port: ActionPort, unit: Unit): Promise<UnitOffer[]> {
  const { world } = port;
  if ((unit.detail?.movesleft ?? 0) === 0) return [];
  const contested = adjacentTiles(world.map, unit.tile).filter((tile) => hasForeigners(world, tile));
  const answers = await Promise.all(
    [unit.tile, ...contested].map((tile) => unitActionOdds(port, unit, tile)),
  );
  return answers.flatMap((answer) => answeredOffers(world, answer));
}

function answeredOffers(world: World, { odds, tile }: UnitActionOdds): UnitOffer[] {
  const offers: UnitOffer[] = [];
  const found = odds.get('ACTION_FOUND_CITY');
  if (found !== undefined)
    offers.push({ type: 'unit_build_city', priority: 'high', what: 'found a city here', ...chance(found) });
  const attack = hostile.find((action) => odds.has(action));
  const likely = attack && odds.get(attack);
  if (attack !== undefined && likely !== undefined) {
    const what = attack.replace('ACTION_', '').toLowerCase().replaceAll('_', ' ');
    offers.push({
      type: 'unit_attack',
      target: world.map.position(tile),
      priority: 'medium',
      what,
      ...chance(likely),
    });
  }
  return offers;
}

function chance({ min, max }: ActionProbability): Pick<Offer, 'certain' | 'odds'> {
  const certain = min === HALF_PER_CENT;
  return certain ? { certain } : { certain, odds: [min / HALF_PER_CENT, max / HALF_PER_CENT] };
}

function hasForeigners(world: World, tile: number): boolean {
  const own = world.seat.player;
  const city = cityAt(world, tile);
  return (
    (city !== undefined && city.owner !== own) || unitsOn(world, tile).some((other) => other.owner !== own)
  );
}

const works: readonly TerrainWork[] = ['road', 'irrigation', 'mine'];

function workOffers(world: World, unit: Unit): UnitOffer[] {
  return works.flatMap((work) => {
    const plan = terrainWork(world, unit, work);
    if (plan === undefined || plan.activity === unit.activity) return [];
    const what =
      plan.extra === undefined ? `change the terrain (${work})` : `build ${displayName(plan.extra.name)}`;
    return [{ type: workActionName(work), priority: 'medium' as const, certain: true, what }];
  });
}

function activityOffers(world: World, unit: Unit): UnitOffer[] {
  const offers: UnitOffer[] = [];
  if (unit.activity !== 'ACTIVITY_FORTIFYING' && canFortify(world, unit)) {
    offers.push({ type: 'unit_fortify', priority: 'low', certain: true, what: 'fortify' });
  }
  const movesLeft = (unit.detail?.movesleft ?? 0) > 0;
  if (unit.activity !== 'ACTIVITY_EXPLORE' && movesLeft && canExplore(world, unit)) {
    offers.push({ type: 'unit_explore', priority: 'medium', certain: false, what: 'explore by itself' });
  }
  const maySentry = canSentry(world, unit);
  if (unit.activity !== 'ACTIVITY_SENTRY' && maySentry !== false) {
    offers.push({ type: 'unit_sentry', priority: 'low', certain: maySentry === true, what: 'sentry' });
  }
  return offers;
}

function moveOffers(world: World, unit: Unit): UnitOffer[] {
  return legalSteps(world, unit).map((step) => ({
    type: 'unit_move',
    target: world.map.position(step.tile),
    priority: 'low',
    certain: step.certain,
    what: `move ${step.direction.replace('DIR8_', '').toLowerCase()} to ${terrainName(world, step.tile)}`,
  }));
}

function terrainName(world: World, tile: number): string {
  const terrain = terrainOf(world, tile);
  return terrain === undefined ? 'the unknown' : displayName(terrain.name);
}
