import { beforeAll, describe, expect, test } from 'vitest';
import { briefView } from '../../../features/advisor/brief/brief.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { landOf } from '../../../features/advisor/production/wonder-help.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { isCapital } from '../../../proxy/rules/cities/realm.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { buildCost, buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { productionPrice } from '../../../proxy/rules/production/buy-and-sell.js';
import { allTargets, type Target, targetOf } from '../../../proxy/rules/production/target.js';
import { buildingHasEffect } from '../../../proxy/rules/requirements/effects.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { type Recording, replay } from '../../support/recorded-world.js';

/** Each statement is tried at least so often on the games of one file. */
const MIN_TRIED = 3;
/** Every so many turns of a game are looked at. */
const EVERY_TURNS = 20;
/** Settlers that take longer are thought of later. */
const MAX_TURNS_FOR_SETTLERS = 20;

/** A moment of a game as one of its players has it, in the forms that are compared. */
interface Moment {
  readonly world: World;
  readonly state: ReturnType<typeof llmOptimizedView>;
  readonly brief: ReturnType<typeof briefView>;
  readonly rows: ReturnType<typeof cityRows>;
}

function visit(recording: Recording, look: (moment: Moment) => void): void {
  let last = 0;
  replay(
    0,
    (world) => {
      const turn = turnOf(world);
      if (world.turn.phase !== 'movement' || turn === last || turn % EVERY_TURNS !== 3) return true;
      last = turn;
      for (const { playerno, isAlive } of [...world.players.values()])
        if (isAlive) look(momentOf({ ...world, seat: { ...world.seat, player: playerno, observer: false } }));
      return true;
    },
    recording,
  );
}

function momentOf(world: World): Moment {
  const brief = briefView(world, { since: world.messages.count });
  return { world, state: llmOptimizedView(world), brief, rows: cityRows(world, []) };
}

/** What is advised to be built: the city, and the target by its rule name. */
function advised({ world, state }: Moment): readonly { city: City; target: Target; why: string }[] {
  return state.own_cities.flatMap(({ id, advice }) => {
    if (advice === undefined) return [];
    const target = allTargets(world).find(({ thing }) => wireNameOf(thing) === advice.build);
    return [{ city: must(world.cities.get(id)), target: must(target), why: advice.why }];
  });
}

function isFounder(world: World, { kind, thing }: Target): boolean {
  return kind === 'VUT_UTYPE' && canTypeDo(world, thing, 'ACTION_FOUND_CITY');
}

/** Whether a city can have settlers soon: it may build them, makes shields, and has the citizens by then. */
function canHaveSettlers(world: World, city: City): boolean {
  return allTargets(world).some(
    (target) =>
      isFounder(world, target) &&
      canBuild(world, city, target) === true &&
      (buildTurns(world, city, target) ?? Number.POSITIVE_INFINITY) <= MAX_TURNS_FOR_SETTLERS,
  );
}

function presentTarget(world: World, { detail }: City): Target | undefined {
  return targetOf(world, detail?.productionKind ?? '', detail?.productionValue ?? -1);
}

/** The immediate priorities of a kind, without it: `Warriors in Rome 102 for 12 gold (city_buy)`. */
function prioritiesOf({ state }: Moment, kind: string): readonly string[] {
  return state.immediate_priorities.flatMap((one) =>
    one.startsWith(`${kind}: `) ? [one.slice(kind.length + 2)] : [],
  );
}

/** The sites that cities are to make settlers for: each is on the land of its city, and of one city only. */
function ownSites(world: World): readonly Finding[] {
  const taken = new Set<number>();
  return productionChoices(situationOf(world)).flatMap(({ city, choice: { site } }): readonly Finding[] => {
    if (site === undefined) return [];
    const isFree = !taken.has(site.tile);
    taken.add(site.tile);
    const isNear = landOf(world, site.tile) === landOf(world, city.tile);
    return [[isFree && isNear, `a site at ${site.tile} for ${city.name}`]];
  });
}

/** Something that is told, and whether it agrees with all else. */
type Finding = readonly [isRight: boolean, told: string];

function same(what: string, one: unknown, other: unknown): Finding {
  return [
    JSON.stringify(one) === JSON.stringify(other),
    `${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`,
  ];
}

/** What must hold of every moment: for each thing that is told a finding. */
const statements: Readonly<Record<string, (moment: Moment) => readonly Finding[]>> = {
  'settlers are advised where a city can have them soon, and no more of them than there are sites': (
    moment,
  ) => {
    const { world } = moment;
    const founders = advised(moment).filter(({ target }) => isFounder(world, target));
    const { sites } = settlingOutlook(situationOf(world));
    const free = sites.filter(({ founder }) => founder === undefined).length;
    return [
      [founders.length <= free, `${founders.length} settlers for ${free} sites`],
      ...founders.map(({ city }): Finding => [canHaveSettlers(world, city), `settlers in ${city.name}`]),
      ...ownSites(world),
    ];
  },

  'coinage is advised only where there is another city': (moment) =>
    advised(moment).map(({ city, target }) => {
      const isCoinage = target.kind === 'VUT_IMPROVEMENT' && target.thing.flags.has('IF_GOLD');
      return [!isCoinage || moment.state.own_cities.length > 1, `coinage in ${city.name}`];
    }),

  'walls, and guards for an enemy who is near, are for the capital or a city that an enemy can reach': (
    moment,
  ) =>
    advised(moment).flatMap(({ city, target, why }) => {
      const isWall =
        target.kind === 'VUT_IMPROVEMENT' &&
        buildingHasEffect(moment.world, target.value, 'EFT_DEFEND_BONUS');
      if (!isWall && why !== 'an enemy is near') return [];
      const isReached = moment.state.threats.some(({ city_id: id }) => id === city.id);
      const isForCapital = why === 'the capital is weakly held' && isCapital(moment.world, city);
      return [[isReached || isForCapital, `${target.thing.name} in ${city.name}`]];
    }),

  'the turns and the cost of what a city builds are the same everywhere, and those of the rules': ({
    world,
    state,
    rows,
  }) =>
    state.own_cities.flatMap(({ id, name, turns, buy_cost: price, grows_in: growth }) => {
      const city = must(world.cities.get(id));
      const row = must(rows.find((one) => one.id === id));
      const target = presentTarget(world, city);
      const isEndless = row.building?.cost === null;
      const byRules = target === undefined || isEndless ? null : (buildTurns(world, city, target) ?? null);
      const shown = actorOptions(world, id, []).actor.match(
        /\((\d+) turns?; \d+ of \d+ shields\)(?:, costs \d+ gold to buy, you have \d+)?$/u,
      )?.[1];
      return [
        same(`turns in ${name}`, turns, byRules),
        same(`turns in the row of ${name}`, turns && turns + turnOf(world), row.building?.turn),
        same(`turns in the options of ${name}`, turns ?? undefined, shown && Number(shown)),
        same(`cost in ${name}`, row.building?.cost, isEndless || !target ? null : buildCost(world, target)),
        same(`growth of ${name}`, growth && growth + turnOf(world), row.grows_turn),
        ...(price === undefined ? [] : [same(`price in ${name}`, price, productionPrice(world, city))]),
      ];
    }),

  'what is advised to be bought costs what the city says, no more than the treasury has, and the city is not too small for it':
    (moment) =>
      prioritiesOf(moment, 'buy').flatMap((line) => {
        const [, id, price] = line.match(/ (\d+) for (\d+) gold \(city_buy\)$/u) ?? [];
        const gold = moment.state.strategic_summary.gold ?? 0;
        const city = moment.state.own_cities.find((one) => one.id === Number(id));
        if (city === undefined) return [];
        return [
          same(line, Number(price), city.buy_cost),
          [Number(price) <= gold && city.problems?.includes('too_small') !== true, line],
        ];
      }),

  'the nation has the same figures in the brief and in the optimized state': ({ world, brief, state }) => {
    const { nation } = brief;
    const summary = state.strategic_summary;
    if (nation === null || nation === undefined) return [];
    const { tax, luxury, science } = summary.rates ?? { tax: 0, luxury: 0, science: 0 };
    // In some rulesets known technologies cost bulbs.
    const upkeep = world.players.get(world.seat.player ?? -1)?.techUpkeep ?? 0;
    const made = state.own_cities.reduce((sum, city) => sum + city.science, 0) - upkeep;
    return [
      same('gold', [nation.gold, nation.gold_per_turn], [summary.gold, summary.gold_per_turn]),
      same('score', nation.score, summary.score),
      same('rates', nation.rates, `${tax}/${luxury}/${science}`),
      same('government', nation.government, summary.government),
      same('research', nation.research?.name, summary.research?.researching),
      same('turns of research', nation.research?.turns, summary.research?.turns),
      same('bulbs', nation.research?.bulbs_per_turn, summary.research?.bulbs_per_turn),
      ...(state.own_cities_more > 0
        ? []
        : [same('bulbs of the cities', nation.research?.bulbs_per_turn ?? made, made)]),
    ];
  },

  'a founder has one site, with the same turns in the brief, the state and the list of sites': ({
    world,
    state,
    brief,
  }) => {
    const shown = state.opportunities.flatMap(({ type, locations }) =>
      type === 'expansion' ? (locations ?? []) : [],
    );
    return [...settlingOutlook(situationOf(world)).plan].flatMap(([id, { tile, founder }]) => {
      const place = world.map.position(tile);
      const unit = must(world.units.get(id));
      const told = state.units_needing_orders.find((one) => one.id === id);
      const line = brief.decisions.find((one) => one.startsWith('settle: ') && one.includes(` ${id} at `));
      const turns = founder?.turns ?? -1;
      const when = turns === 0 ? 'this turn' : `in ${turns} turn${turns === 1 ? '' : 's'}`;
      const way =
        unit.tile === tile ? 'found a city here' : `(${place.x}, ${place.y}) and found a city ${when}`;
      return [
        [line?.endsWith(way) === true, `${line} does not say ${way}`],
        ...(told === undefined || unit.tile === tile ? [] : [same(`site of ${id}`, told.settle_at, place)]),
        ...shown
          .filter(({ x, y }) => x === place.x && y === place.y)
          .map((one) => same(`turns to (${one.x}, ${one.y})`, one.turns, turns)),
      ];
    });
  },

  'a threat is of an own city, with its defenders; the odds are 1 where there are none': ({ state, brief }) =>
    state.threats.flatMap(({ city_id: id, description, odds }) => {
      if (id === undefined) return [];
      const city = state.own_cities.find((one) => one.id === id);
      const defenders = Number(description.match(/\(defenders: (\d+)\)$/u)?.[1]);
      const told = brief.threats.some((line) => {
        const [worst = '', others = ''] = line.split('; also near ');
        return worst === description || others.includes(city?.name ?? '') || others.includes(' more');
      });
      return [
        [told, `${description} is not in the brief`],
        [defenders > 0 || odds === 1, `${description}: odds ${odds}`],
        ...(city === undefined ? [] : [same(description, defenders, city.defenders)]),
      ];
    }),

  'a wonder takes the turns that the rules say, and is none that the city builds': ({ world, state }) =>
    state.opportunities.flatMap(({ type, description, city_id: id }) => {
      if (type !== 'wonder') return [];
      const city = must(world.cities.get(id ?? -1));
      const [, name, turns] = description.match(/ could build (.+) in about (\d+) turns?$/u) ?? [];
      const target = must(allTargets(world).find(({ thing }) => thing.name === name));
      return [
        same(description, Number(turns), buildTurns(world, city, target)),
        [presentTarget(world, city)?.thing !== target.thing, description],
      ];
    }),
};

const names = Object.keys(statements);
/** Tests that the statements hold at moments of these games, and that each was tried often. */
export function testAdvice(recordings: readonly Recording[]): void {
  /** How much each statement was tried on, over all games. */
  const tried = new Map(names.map((name) => [name, 0]));

  describe.each(recordings)('the game %s', (recording) => {
    const wrong = new Map<string, string[]>(names.map((name) => [name, []]));

    beforeAll(() => {
      visit(recording, (moment) => {
        for (const [name, holds] of Object.entries(statements)) {
          const findings = holds(moment);
          tried.set(name, (tried.get(name) ?? 0) + findings.length);
          const { player } = moment.world.seat;
          const where = `turn ${turnOf(moment.world)}, player ${player}`;
          const untrue = findings.filter(([isRight]) => !isRight);
          wrong.get(name)?.push(...untrue.map(([, told]) => `${where}: ${told}`));
        }
      });
    });

    test.each(names)('%s', (name) => {
      expect(wrong.get(name)).toEqual([]);
    });
  });

  test('each statement of the advice was tried on these games', () => {
    const counts = [...tried.entries()].map(([name, count]) => `${count} ${name}`);
    console.info(counts.join('\n'));
    expect([...tried.values()].filter((count) => count < MIN_TRIED)).toEqual([]);
  });
}
