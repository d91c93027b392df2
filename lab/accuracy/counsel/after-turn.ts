import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { buildingOutcome } from '../../../features/advisor/rules/building-outcome.js';
import { governmentForecast } from '../../../features/advisor/rules/government-forecast.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { ownResearch, stepsTo } from '../../../proxy/rules/lookup/research.js';
import { canCityBuildImprovement } from '../../../proxy/rules/production/buildable.js';
import type { World } from '../../../proxy/world/world.js';
import type { PlayedGame } from '../../../test/support/played-game.js';
import { type CityFigures, cityFigures, numberOf } from './at-once.js';
import type { CounselCases, MeasuredKind } from './cases.js';

type Line<K extends CounselLine['kind']> = Extract<CounselLine, { kind: K }>;

/** What is compared once the turn has changed. */
export type Pending = () => void;

/** A seat without any other player for a turn, and its game. */
export interface Trial {
  readonly game: PlayedGame;
  readonly seat: Seat;
  readonly cases: CounselCases;
}

/** Gold that is enough for everything. */
const PURSE = 20_000;
/** Cities in which a building is bought, for each line. */
const MAX_CITIES = 4;

function me({ world }: Seat): number {
  return world.seat.player ?? -1;
}

/** Learns technologies through the server's own script. */
async function learn({ game, seat }: Trial, techs: readonly number[]): Promise<void> {
  for (const tech of techs) {
    const name = seat.world.ruleset.techs.get(tech)?.ruleName ?? '';
    const type = `find.tech_type("${name.replaceAll('"', '')}")`;
    await game.command(`lua cmd edit.give_tech(find.player(${me(seat)}), ${type}, 0, false, "researched")`);
  }
  await seat.request('client_heartbeat', {});
}

/**
 * Begins a revolution of one turn. The forecast for the cities is compared with the server's figures for those whose
 * citizens and units are as before; the figures are the sums of trade and shields.
 */
export async function tryGovernment(trial: Trial, { figures, text }: Line<'government'>): Promise<Pending> {
  const { seat, cases } = trial;
  const { world } = seat;
  if (figures.tech !== null) {
    const research = ownResearch(world);
    const tech = numberOf(world.ruleset.techs, figures.tech);
    await learn(trial, (research && stepsTo(world, research, tech)) ?? [tech]);
  }
  const government = numberOf(world.ruleset.governments, figures.government);
  const forecast = governmentForecast(world, me(seat), government);
  const said = new Map(forecast.cities.map((basis) => [basis.city.id, cityEconomy(forecast.world, basis)]));
  const before = cityFigures(world);
  await seat.request('player_change_government', { government });
  return () => {
    if (world.players.get(me(seat))?.government !== government) {
      cases.event('government', false, `${text}: the government did not come`);
      return;
    }
    const same = unchanged(before, cityFigures(world));
    if (same.length === 0) return;
    const sum = (of: (id: number, now: CityFigures) => number) =>
      same.reduce((total, [id, now]) => total + of(id, now), 0);
    cases.figures(
      'government',
      [
        sum((id) => said.get(id)?.prod[outputs.trade] ?? 0),
        sum((id) => said.get(id)?.surplus[outputs.shields] ?? 0),
      ],
      [sum((_, now) => now.prod[outputs.trade] ?? 0), sum((_, now) => now.surplus[outputs.shields] ?? 0)],
      `${text} in ${same.length} cities`,
    );
  };
}

/** The cities whose citizens and units are where they were, with what they make now. */
function unchanged(
  before: ReadonlyMap<number, CityFigures>,
  now: ReadonlyMap<number, CityFigures>,
): readonly (readonly [number, CityFigures])[] {
  return [...now].filter(([id, { place }]) => before.get(id)?.place === place);
}

const compared = [outputs.food, outputs.shields, outputs.gold, outputs.luxury, outputs.science] as const;

/** Learns what a technology line names, and buys what it opens. */
export async function tryTech(trial: Trial, { figures, text }: Line<'tech'>): Promise<Pending | undefined> {
  const { world } = trial.seat;
  const [gain] = figures.gains;
  const research = ownResearch(world);
  const steps = research && stepsTo(world, research, numberOf(world.ruleset.techs, figures.tech));
  if (gain === undefined || steps === undefined) return undefined;
  await learn(trial, steps);
  return tryPurchase(trial, 'tech', gain.name, text);
}

/** Buys the wonder that a line proposes. */
export function tryWonder(trial: Trial, { figures, text }: Line<'wonder'>): Promise<Pending | undefined> {
  return tryPurchase(trial, 'wonder', figures.wonder, text, figures.city_id);
}

/** Buys an improvement in some cities; what it was to bring is compared where all else stayed as it was. */
async function tryPurchase(
  trial: Trial,
  kind: MeasuredKind,
  name: string,
  text: string,
  only?: number,
): Promise<Pending | undefined> {
  const { game, seat, cases } = trial;
  const { world } = seat;
  const improvement = world.ruleset.improvements.get(numberOf(world.ruleset.improvements, name));
  if (improvement === undefined) return undefined;
  await game.command(`lua cmd edit.change_gold(find.player(${me(seat)}), ${PURSE})`);
  await seat.request('client_heartbeat', {});
  const before = cityFigures(world);
  const gains = new Map<number, readonly number[]>();
  for (const [id] of before) {
    const city = world.cities.get(id);
    if (city === undefined || gains.size >= MAX_CITIES || (only !== undefined && id !== only)) continue;
    if (canCityBuildImprovement(world, city, improvement) !== true) continue;
    const { before: now, after } = buildingOutcome(world, cityBasis(world, city), improvement);
    const changes = compared.map((output) => (after.surplus[output] ?? 0) - (now.surplus[output] ?? 0));
    if (changes.reduce((sum, one) => sum + one, 0) <= 0) continue;
    await seat.request('city_change', {
      cityId: id,
      productionKind: 'VUT_IMPROVEMENT',
      productionValue: improvement.id,
    });
    await seat.request('city_buy', { cityId: id });
    gains.set(id, changes);
  }
  return () => {
    const same = unchanged(before, cityFigures(world)).filter(
      ([id]) => gains.has(id) && has(world, id, improvement.id),
    );
    if (same.length === 0) return;
    const sum = (of: (id: number, now: CityFigures) => number) =>
      same.reduce((total, [id, now]) => total + of(id, now), 0);
    cases.figures(
      kind,
      compared.map((_, index) => sum((id) => gains.get(id)?.[index] ?? 0)),
      compared.map((output) =>
        sum((id, now) => (now.surplus[output] ?? 0) - (before.get(id)?.surplus[output] ?? 0)),
      ),
      `${text}: ${name} in ${same.length} cities`,
    );
  };
}

function has(world: World, id: number, improvement: number): boolean {
  const bits = world.cities.get(id)?.improvements;
  return ((bits?.[improvement >> 3] ?? 0) & (1 << (improvement % 8))) !== 0;
}

/** Waits: at the change of turns of which the line speaks a citizen or a unit starves, and not before. */
export function waitForFamine(
  { seat, cases }: Trial,
  { figures, text }: Line<'famine'>,
): Pending | undefined {
  const { world } = seat;
  const city = world.cities.get(figures.city_id);
  if (city === undefined || figures.turns !== 1) return undefined;
  const { count } = world.messages;
  return () => {
    const now = world.cities.get(city.id);
    const isTold = world.messages
      .after(count)
      .some(
        ({ event, tile }) =>
          tile === city.tile && (event === 'E_CITY_FAMINE' || event === 'E_UNIT_LOST_MISC'),
      );
    cases.event('famine', isTold || (now?.size ?? 0) < city.size, text);
  };
}

/** Leaves the city alone for a turn: whether it is taken. */
export function leaveOpen({ seat, cases }: Trial, { figures, text }: Line<'undefended'>): Pending {
  const { world } = seat;
  const player = me(seat);
  return () => {
    const owner = world.cities.get(figures.city_id)?.owner;
    cases.event('undefended', owner !== player, text);
  };
}
