import type { RowForm } from '#shared/protocol/agent-requests.js';
import type { CityRow, CityRows, CityRowTile } from '#shared/protocol/state/city-rows.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import { targetOf } from '../../proxy/rules/production/target.js';
import type { MapGeometry } from '../../proxy/world/map-geometry.js';
import { nameText } from '../../proxy/world/name-text.js';
import { turnOf, type World } from '../../proxy/world/world.js';

const LETTERS = { food: 'f', shield: 's', trade: 't', gold: 'g', luxury: 'l', science: 'b' } as const;
type OutputName = keyof typeof LETTERS;
const OUTPUT_NAMES: readonly OutputName[] = ['food', 'shield', 'trade', 'gold', 'luxury', 'science'];

/**
 * Rows of cities as text: a line for the turn, a legend when all rows are there, a line for each city, and a line for each plan
 * that has the same items left in several cities. `short` leaves out tiles, buildings, swaps and versions.
 */
export function cityRowsText(
  world: World,
  { cities, since, unchanged, gone = [] }: CityRows,
  form: RowForm = 'whole',
): string {
  const isShort = form === 'short';
  const from = isShort ? '' : ` since version ${since}`;
  const rest = since === undefined ? '' : ` changed${from}, ${unchanged} did not`;
  const shared = sharedPlans(cities);
  const version = isShort ? '' : `, version ${world.version}`;
  return [
    `Turn ${turnOf(world)}${version}: ${cities.length} cities${rest}.`,
    ...(since === undefined ? [isShort ? SHORT_LEGEND : legend(world)] : []),
    ...(gone.length === 0 ? [] : [`No longer yours: ${gone.join(', ')}.`]),
    ...cities.map((row) =>
      isShort
        ? shortRowText(world, row, new Set(shared.keys()))
        : cityRowText(world, row, new Set(shared.keys())),
    ),
    ...[...shared].map(
      ([plan, ids]) => `Plan ${plan}: ${ids.length === cities.length ? 'all of these' : ids.join(', ')}`,
    ),
  ].join('\n');
}

function legend(world: World): string {
  return (
    'id name size; f food s shields t trade g gold l luxury b bulbs as net/gross, one figure where they are equal ' +
    `(f: where only the ${foodCost(world)} of each citizen are taken off); then tiles with food, shields, trade: the ` +
    'centre, then others by steps from it (nne: 2 north, 1 east); ^turn: grows; what it builds@turn, +what follows; its buildings'
  );
}

function foodCost({ game }: World): number {
  return game?.foodCost ?? 0;
}

/** Plans as text that several cities have, with the ids of these cities. */
function sharedPlans(cities: readonly CityRow[]): ReadonlyMap<string, readonly number[]> {
  const cityIds = new Map<string, number[]>();
  for (const row of cities)
    for (const text of plansText(row)) cityIds.set(text, [...(cityIds.get(text) ?? []), row.id]);
  return new Map([...cityIds].filter(([, ids]) => ids.length > 1));
}

/** A city in one line, without the plans that are told elsewhere. Tiles are told by steps from the centre, a letter for each. */
export function cityRowText(
  world: World,
  row: CityRow,
  plansElsewhere: ReadonlySet<string> = new Set(),
): string {
  const { map } = world;
  const { id, name, size, improvements } = row;
  const amounts = OUTPUT_NAMES.flatMap((output) => amountText(row, output, foodCost(world)));
  const parts = [
    ...moodText(row),
    ...citizensText(row),
    ...growthText(row),
    ...buildingText(world, row),
    ...(improvements.length === 0 ? [] : [improvements.join(',')]),
    ...swapText(map, row),
    ...plansText(row).filter((text) => !plansElsewhere.has(text)),
  ];
  return `${id} ${nameText(name)} ${size} ${[...amounts, tilesText(map, row), ...parts].join(' ')}`;
}

const SHORT_LEGEND =
  'id name size; f food s shields t trade left a turn; ^turn: grows; what it builds@turn, +what follows (full: true: tiles, buildings)';
const SHORT_OUTPUTS = ['food', 'shield', 'trade'] as const;

/** A city in one short line: food, shields and trade, mood, growth, what it builds, and plans of its own. */
function shortRowText(world: World, row: CityRow, plansElsewhere: ReadonlySet<string>): string {
  const amounts = SHORT_OUTPUTS.map((output) => `${LETTERS[output]}${row.outputs[output]?.net ?? 0}`);
  const plans = plansText(row).filter((text) => !plansElsewhere.has(text));
  const parts = [...amounts, ...moodText(row), ...growthText(row), ...buildingText(world, row), ...plans];
  return `${row.id} ${nameText(row.name)} ${row.size} ${parts.join(' ')}`;
}

function moodText({ size, disorder, unrest_next: unrestNext, celebrates }: CityRow): readonly string[] {
  return [
    ...(disorder ? ['disorder'] : []),
    ...(unrestNext && !disorder ? [`unrest at ${size + 1}`] : []),
    ...(celebrates ? ['celebrates'] : []),
  ];
}

function growthText({ grows_turn: grows, starves_turn: starves }: CityRow): readonly string[] {
  return [
    ...(grows === undefined ? [] : [`^${grows}`]),
    ...(starves === undefined ? [] : [`starves ${starves}`]),
  ];
}

/** `temple@70 +library,caravan`: what it builds, and its worklist in order. */
function buildingText(world: World, { id, building }: CityRow): readonly string[] {
  const list = world.cities.get(id)?.detail?.worklist ?? [];
  const next = list.map(({ kind, value }) => wireNameOf(targetOf(world, kind, value)?.thing) ?? kind);
  return [
    ...(building === null ? [] : [`${building.name}${building.turn === null ? '' : `@${building.turn}`}`]),
    ...(next.length === 0 ? [] : [`+${next.join(',')}`]),
  ];
}

function amountText({ outputs, size }: CityRow, output: OutputName, perCitizen: number): readonly string[] {
  const amounts = outputs[output];
  if (amounts === undefined) return [];
  const { net, gross } = amounts;
  const expected = output === 'food' ? gross - size * perCitizen : gross;
  return [net === expected ? `${LETTERS[output]}${net}` : `${LETTERS[output]}${net}/${gross}`];
}

function tilesText(map: MapGeometry, row: CityRow): string {
  return row.tiles.map((tile) => `${stepsText(map, row, tile)}${yieldsText(tile)}`).join(' ');
}

/** `121`, or `10/2/1` where a yield has two digits. */
function yieldsText({ food, shield, trade }: CityRowTile): string {
  const yields = [food, shield, trade];
  return yields.join(yields.some((one) => one > 9) ? '/' : '');
}

function citizensText({ citizens }: CityRow): readonly string[] {
  const { specialists = {}, happy = 0, unhappy = 0, angry = 0 } = citizens;
  const moods = Object.entries({ happy, unhappy, angry }).filter(([, count]) => count > 0);
  return [...moods, ...Object.entries(specialists)].map(([what, count]) => `${what}${count}`);
}

function swapText(map: MapGeometry, row: CityRow): readonly string[] {
  if (row.best_swap === undefined) return [];
  const { from, to, gain } = row.best_swap;
  const more = OUTPUT_NAMES.flatMap((output) => {
    const amount = gain[output] ?? 0;
    return amount === 0 ? [] : [`${amount > 0 ? '+' : ''}${amount}${LETTERS[output]}`];
  });
  return [`swap ${stepsText(map, row, from)}>${stepsText(map, row, to)} ${more.join('')}`];
}

/** What plans have left for a city, and its focus; a plan that has given all of its list says nothing. */
function plansText({ plans = [] }: CityRow): readonly string[] {
  return plans.flatMap(({ id, left = [], focus }) => {
    const words = [...left, ...(focus === undefined ? [] : [focus])];
    return words.length === 0 ? [] : [`${id} ${words.join(' ')}`];
  });
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** `nne`: a letter for each step from one place to another, empty for the place itself. */
function stepsText(map: MapGeometry, from: Place, to: Place): string {
  const [start, goal] = [map.tileAt(from), map.tileAt(to)];
  if (start === undefined || goal === undefined) return '';
  const [east, south] = map.offset(start, goal);
  return (south < 0 ? 'n' : 's').repeat(Math.abs(south)) + (east < 0 ? 'w' : 'e').repeat(Math.abs(east));
}
