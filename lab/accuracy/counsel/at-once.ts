import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { knownTechIds, ownResearch, researchableTechs } from '../../../proxy/rules/lookup/research.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { ownCities } from '../../../test/support/own-things.js';
import type { CounselCases } from './cases.js';

type Line<K extends CounselLine['kind']> = Extract<CounselLine, { kind: K }>;

/** A line that can be tried at once, and what has to be tried to see whether it is right. */
interface Moment {
  readonly seat: Seat;
  readonly seats: readonly Seat[];
  readonly cases: CounselCases;
}

/** Tries a line whose consequence the server tells at once; what it changed is undone where later cases depend on it. */
export async function tryAtOnce(moment: Moment, line: CounselLine): Promise<void> {
  if (!moment.cases.wants(line.kind)) return;
  switch (line.kind) {
    case 'rates':
      return tryRates(moment, line);
    case 'tile':
      return tryTile(moment, line);
    case 'disorder':
      return tryDisorder(moment, line);
    case 'research_switch':
      return tryResearch(moment, line);
    case 'standing':
      return tryStanding(moment, line);
    default:
      return undefined;
  }
}

function cityOf({ seat }: Moment, id: number): City {
  const city = seat.world.cities.get(id);
  if (city === undefined) throw new Error(`there is no city ${id}`);
  return city;
}

function surplusOf(moment: Moment, id: number, wanted: readonly number[]): readonly number[] {
  const { detail } = cityOf(moment, id);
  return wanted.map((output) => detail?.surplus[output] ?? Number.NaN);
}

/** Whether more citizens are unhappy than happy (freeciv: city_unhappy), as the server told it. */
function isRiotous({ detail }: City): boolean {
  const count = (list: readonly number[] | undefined) => list?.at(-1) ?? 0;
  return count(detail?.pplHappy) < count(detail?.pplUnhappy) + 2 * count(detail?.pplAngry);
}

/** Disorder, bulbs and shares of celebrating cities, as the server tells them after rates are set; then the old rates. */
async function tryRates({ seat, cases }: Moment, { figures, text }: Line<'rates'>): Promise<void> {
  const { world } = seat;
  const { tax = 0, luxury = 0, science = 0 } = world.players.get(world.seat.player ?? -1) ?? {};
  await seat.request('player_rates', { tax: figures.tax, luxury: figures.luxury, science: figures.science });
  const cities = ownCities(world);
  const bulbs = cities.reduce((sum, { detail }) => sum + (detail?.prod[outputs.science] ?? 0), 0);
  cases.figures(
    'rates',
    [figures.disorder.after, figures.bulbs_per_turn.after],
    [cities.filter(isRiotous).length, bulbs],
    text,
  );
  await seat.request('player_rates', { tax, luxury, science });
}

async function tryTile(moment: Moment, { figures, text }: Line<'tile'>): Promise<void> {
  const { seat, cases } = moment;
  const [from, to] = [figures.from, figures.to].map((place) => seat.world.map.tileAt(place) ?? -1);
  await seat.request('city_make_specialist', { cityId: figures.city_id, tileId: from ?? -1 });
  await seat.request('city_make_worker', { cityId: figures.city_id, tileId: to ?? -1 });
  const said = [figures.food.after, figures.shields.after, figures.trade.after];
  cases.figures(
    'tile',
    said,
    surplusOf(moment, figures.city_id, [outputs.food, outputs.shields, outputs.trade]),
    text,
  );
}

async function tryDisorder(moment: Moment, { figures, text }: Line<'disorder'>): Promise<void> {
  const { seat, cases } = moment;
  for (const place of figures.leave)
    await seat.request('city_make_specialist', {
      cityId: figures.city_id,
      tileId: seat.world.map.tileAt(place) ?? -1,
    });
  const isCalm = !isRiotous(cityOf(moment, figures.city_id));
  const said = [1, figures.food.after, figures.shields.after, figures.bulbs.after];
  const came = surplusOf(moment, figures.city_id, [outputs.food, outputs.shields, outputs.science]);
  cases.figures('disorder', said, [Number(isCalm), ...came], text);
}

/** Changes the research, looks at the bulbs that are left, and changes it back: in the same turn they are given back. */
async function tryResearch(
  { seat, cases }: Moment,
  { figures, text }: Line<'research_switch'>,
): Promise<void> {
  const before = ownResearch(seat.world);
  const other = researchableTechs(seat.world).find(({ id }) => id !== before?.researching);
  if (before === undefined || other === undefined) return;
  await seat.request('player_research', { tech: other.id });
  const left = ownResearch(seat.world)?.bulbsResearched ?? 0;
  cases.figures('research_switch', [figures.bulbs_lost], [before.bulbsResearched - left], text);
  await seat.request('player_research', { tech: before.researching });
}

/** All players are seats here, so that the truth about each is known; the dead count for what anybody knows. */
async function tryStanding(
  { seat, seats, cases }: Moment,
  { figures, text }: Line<'standing'>,
): Promise<void> {
  const known = seats.map(({ world }) => knownTechIds(ownResearch(world)));
  const anywhere = new Set(known.flatMap((techs) => [...techs]));
  anywhere.delete(0);
  const own = knownTechIds(ownResearch(seat.world));
  own.delete(0);
  const score = ({ world }: Seat) => world.players.get(world.seat.player ?? -1)?.score ?? 0;
  const rank = 1 + seats.filter((one) => score(one) > score(seat)).length;
  const said = [figures.techs, figures.techs_anywhere, figures.rank ?? rank];
  cases.figures('standing', said, [own.size, anywhere.size, rank], text);
}

/** What a city makes and where its citizens are, by id: what is compared after a turn in cities that went on as they were. */
export interface CityFigures {
  readonly place: string;
  readonly prod: readonly number[];
  readonly surplus: readonly number[];
}

/** The figures of all own cities, as the server tells them. */
export function cityFigures(world: World): ReadonlyMap<number, CityFigures> {
  return new Map(
    ownCities(world).flatMap((city) => {
      const { detail, size, id } = city;
      if (detail === undefined) return [];
      const units = [...world.units.values()].filter((unit) => unit.detail?.homecity === id).length;
      const place = `${size} ${workedTiles(world, city).join()} ${detail.specialists.join()} ${units} ${detail.wasHappy}`;
      return [[id, { place, prod: detail.prod, surplus: detail.surplus }]];
    }),
  );
}

/** The number of a thing of the ruleset by its rule name. */
export function numberOf(
  things: ReadonlyMap<number, { readonly name: string; readonly ruleName?: string }>,
  name: string,
): number {
  for (const [id, thing] of things) if (wireNameOf(thing) === name) return id;
  throw new Error(`the ruleset has no ${name}`);
}
