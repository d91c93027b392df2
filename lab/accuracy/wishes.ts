import type { Offer } from '#shared/protocol/state/offer.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { legalSteps } from '../../proxy/rules/movement/legal-steps.js';
import {
  type BuildTarget,
  buildTargets,
  canChangeProduction,
} from '../../proxy/rules/production/build-targets.js';
import type { City } from '../../proxy/world/city.js';
import type { World } from '../../proxy/world/world.js';
import { ownCities, ownUnits } from '../../test/support/own-things.js';

type Fields = Readonly<Record<string, unknown>>;
type Wish = (world: World, pick: <T>(things: readonly T[]) => T | undefined) => Fields | undefined;

const cityOptions = {
  disband: 'CITYO_DISBAND',
  science_specialists: 'CITYO_SCIENCE_SPECIALISTS',
  gold_specialists: 'CITYO_GOLD_SPECIALISTS',
} as const;

/** One way to do what is not offered: texts, names, lists, and other ways to say what is. */
const wishes: Readonly<Record<string, Wish>> = {
  city_build_unit: (world, pick) => building(world, pick, 'VUT_UTYPE'),
  city_build_improvement: (world, pick) => building(world, pick, 'VUT_IMPROVEMENT'),
  city_worklist(world, pick) {
    const city = pick(ownCities(world));
    const items =
      city && [pick(targets(world, city)), pick(targets(world, city))].flatMap((one) => one?.name ?? []);
    // The same list again would be no change.
    return items?.length === 2 && city?.detail?.worklist.length !== 2
      ? { city_id: city?.id, items }
      : undefined;
  },
  city_worklist_insert(world, pick) {
    const city = pick(ownCities(world));
    const target = city && pick(targets(world, city));
    return target && { city_id: city.id, items: [target.name], position: 0 };
  },
  city_rename(world, pick) {
    const city = pick(ownCities(world));
    return city && { city_id: city.id, name: `Town ${world.version}` };
  },
  city_options(world, pick) {
    const city = pick(ownCities(world));
    const option = pick(Object.entries(cityOptions));
    if (city === undefined || option === undefined) return undefined;
    const [name, flag] = option;
    return { city_id: city.id, [name]: city.detail?.cityOptions.has(flag) !== true };
  },
  report: (_world, pick) => ({ report: pick(['wonders', 'top_cities', 'demographics', 'achievements']) }),
  diplomacy_message: () => ({ text: 'We come in peace' }),
  unit_patrol(world, pick) {
    const unit = pick(ownUnits(world).filter(({ activity }) => activity === 'ACTIVITY_IDLE'));
    const step = unit && pick(legalSteps(world, unit).filter(({ certain }) => certain));
    // Orders end where strangers come near, seen or not.
    return step && { unit_id: unit.id, target: world.map.position(step.tile), certain: false };
  },
};

/** The wishes that make sense now, in the form of offers. */
export function wishedFor({ world }: Seat, random: () => number): Offer[] {
  const pick = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)];
  return Object.entries(wishes).flatMap(([type, wish]) => {
    const fields = wish(world, pick);
    return fields === undefined ? [] : [{ type, priority: 'low', certain: true, label: type, ...fields }];
  });
}

function building(world: World, pick: Parameters<Wish>[1], kind: BuildTarget['kind']): Fields | undefined {
  const city = pick(ownCities(world).filter((one) => canChangeProduction(one) !== false));
  const target = city && pick(targets(world, city).filter((one) => one.kind === kind));
  return target && { city_id: city.id, target: { value: target.name } };
}

/** What a city could build instead. */
function targets(world: World, city: City): BuildTarget[] {
  const { productionKind, productionValue } = city.detail ?? {};
  return buildTargets(world, city).filter(
    ({ kind, value }) => kind !== productionKind || value !== productionValue,
  );
}
