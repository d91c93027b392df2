import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { visibleText } from '#shared/core/visible-text.js';
import { ownCities, ownUnits } from '../rules/lookup/entity-index.js';
import { displayName, type Named, resolveName, wireNameOf } from '../rules/lookup/names.js';
import { allTargets, type Target } from '../rules/production/target.js';
import type { City } from '../world/city.js';
import { nameText } from '../world/name-text.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { invalidAction } from './action.js';
import type { ActionPort } from './action-port.js';

/** The extra number in packets about no extra (EXTRA_NONE in freeciv). */
export const NO_EXTRA = -1;

/** The `sub_tgt_id` of a unit action that has no sub-target. */
export const NO_SUB_TARGET = -1;

/** Native coordinates, as in the state's x and y. */
export const tileTarget = z.looseObject({ x: z.int(), y: z.int() }).describe('{x, y} of a tile');

/** Something of the ruleset by name or number. */
export const choiceTarget = z
  .looseObject({ value: z.union([z.string().min(1).max(80), z.int()]) })
  .describe('{value} with a name');

/** The field that names the acting unit or city. */
export const actorFields = { actor_id: z.int().describe('id of your unit or city') };

const MAX_IDS = 20;

/** The first ids of a list, and how many more there are. */
function idList(name: string, all: readonly { readonly id: number }[]): Readonly<Record<string, unknown>> {
  const more = all.length - MAX_IDS;
  return {
    [name]: all.slice(0, MAX_IDS).map(({ id }) => id),
    ...(more > 0 && { [`${name}_more`]: more }),
  };
}

/** The seat's own unit; E130 with what it may have meant otherwise. */
export function ownUnit({ world }: ActionPort<never>, id: number, path = 'data.actor_id'): Result<Unit> {
  const unit = world.units.get(id);
  if (unit !== undefined && unit.owner === world.seat.player) return ok(unit);
  const own = ownUnits(world);
  const city = world.cities.get(id);
  const whose = city?.owner === world.seat.player ? 'your city' : 'the city';
  const missing =
    city === undefined ? `There is no unit ${id}` : `${id} is ${whose} ${nameText(city.name)}, not a unit`;
  const sentence = unit === undefined ? missing : `The unit ${id} is not yours`;
  return invalidAction(sentence, path, idList('your_units', own));
}

/** The seat's own city; E130 with its cities otherwise. */
export function ownCity({ world }: ActionPort<never>, id: number): Result<City> {
  const city = world.cities.get(id);
  if (city !== undefined && city.owner === world.seat.player) return ok(city);
  const own = ownCities(world);
  const unit = world.units.get(id);
  const type = world.ruleset.unitTypes.get(unit?.type ?? -1);
  const whose = unit?.owner === world.seat.player ? 'your unit' : 'a unit';
  const missing =
    unit === undefined
      ? `There is no city ${id}`
      : `${id} is ${whose}, ${displayName(type?.name ?? 'of some kind')}, not a city`;
  const sentence = city === undefined ? missing : `The city ${nameText(city.name)} is not yours`;
  return invalidAction(sentence, 'data.actor_id', idList('your_cities', own));
}

/** The tile at a position, which may be beyond the edge of a round map by less than the map's size. E130 beyond the map. */
export function resolveTile(
  { world }: ActionPort<never>,
  target: { readonly x: number; readonly y: number },
): Result<number> {
  const { xsize, ysize, topology } = world.map;
  const tile = world.map.tileAt(target);
  const isNear = isWithin(target.x, xsize) && isWithin(target.y, ysize);
  if (tile !== undefined && isNear) return ok(tile);
  const range = (size: number, isRound: boolean) =>
    `0-${size - 1}${isRound ? `, and round: ${size} is 0` : ''}`;
  return invalidAction(
    `(${target.x}, ${target.y}) is beyond the map: x is ${range(xsize, topology.has('TF_WRAPX'))}; y is ${range(ysize, topology.has('TF_WRAPY'))}`,
    'data.target',
    { expected: `x 0-${xsize - 1}, y 0-${ysize - 1}` },
  );
}

/** Whether a coordinate lies beyond the map by less than the size of it. */
function isWithin(coordinate: number, size: number): boolean {
  return coordinate >= -size && coordinate < 2 * size;
}

/** All things of the rules among which a choice is, and why one of them cannot be chosen. */
export interface KnownThings<T> {
  readonly all: readonly T[];
  /** A sentence; undefined when the reason is not known. */
  refusal(thing: T): string | undefined;
}

/** The one of `choices` meant by name or number. E130 with the choices, and with the reason or close names of the rules. */
export function resolveChoice<T extends Named & { readonly id: number }>(
  choices: readonly T[],
  value: string | number,
  what: string,
  known?: KnownThings<T>,
): Result<T> {
  // Cities have no name but their own.
  const possible = {
    possible: choices.slice(0, 60).map((one) => (one.ruleName === undefined ? one.name : wireNameOf(one))),
  };
  if (typeof value === 'number') {
    const numbered = choices.find((choice) => choice.id === value);
    return numbered === undefined
      ? invalidAction(`There is no ${what} ${value} to choose`, 'data.target', possible)
      : ok(numbered);
  }
  const named = resolveName(choices, value);
  if (named.ok) return named;
  const meant = resolveName(known?.all ?? [], value);
  const refusal = meant.ok ? known?.refusal(meant.value) : undefined;
  if (refusal !== undefined) return invalidAction(refusal, 'data.target', { did_you_mean: [], ...possible });
  const near = meant.ok ? [] : [...new Set([...meant.failure.didYouMean, ...named.failure.didYouMean])];
  const details = { did_you_mean: near, ...possible };
  const sentence =
    known === undefined || meant.ok
      ? `"${value}" is no ${what} that can be chosen now`
      : `There is no ${what} "${value}"`;
  return invalidAction(sentence, 'data.target', details);
}

/**
 * As `resolveChoice` among those of `all` that are possible. The thing with exactly this name or number is checked first, as
 * checking all things takes long. E130 as there.
 */
export function resolveChoiceThat<T extends Named & { readonly id: number }>(
  all: readonly T[],
  value: string | number,
  what: string,
  { isPossible, refusal }: Omit<KnownThings<T>, 'all'> & { isPossible(thing: T): boolean },
): Result<T> {
  const called = all.filter((one) => (typeof value === 'number' ? one.id : wireNameOf(one)) === value);
  const [only] = called;
  if (only !== undefined && called.length === 1 && isPossible(only)) return ok(only);
  return resolveChoice(all.filter(isPossible), value, what, { all, refusal });
}

/** What cities can build, by the names that agents gave; E130 with the place in the list at `path` otherwise. */
export function namedTargets(
  world: World,
  names: readonly string[],
  path: string,
): Result<Pick<Target, 'kind' | 'value'>[]> {
  const choices = allTargets(world).map((target) => ({ ...target.thing, id: target.value, target }));
  const list: Pick<Target, 'kind' | 'value'>[] = [];
  for (const [index, name] of names.entries()) {
    const found = resolveChoice(choices, name, 'unit type or improvement');
    if (!found.ok) {
      const near = found.failure.details?.did_you_mean ?? [];
      const message = `There is no unit type or improvement "${name}"`;
      return invalidAction(message, `${path}.${index}`, { did_you_mean: near });
    }
    const { kind, value } = found.value.target;
    list.push({ kind, value });
  }
  return ok(list);
}

/** Bytes that the game server takes, its closing NUL aside. */
export const MAX_CITY_NAME_BYTES = 79;
/** The same for the name of a new city, which travels in unit_do_action. */
export const MAX_FOUNDED_CITY_NAME_BYTES = 47;
/** With the longest addressee in front it still fits into a packet. */
export const MAX_CHAT_BYTES = 1400;

/** A control character other than white space: NUL ends a string for the server, an escape sequence reaches its console. */
const CONTROL = /(?!\s)\p{Cc}/u;

/** A line of text for the game server: of at most this many bytes in UTF-8, white space as single spaces. */
export function gameText(maxBytes: number) {
  return z
    .string()
    .min(1)
    .max(maxBytes)
    .refine((text) => !CONTROL.test(text), 'expected text without control characters')
    .refine(
      (text) => Buffer.byteLength(text) <= maxBytes,
      `expected at most ${maxBytes} bytes in UTF-8 (letters beyond a-z take two to four)`,
    );
}

/** The text on one line, without invisible characters. */
export function singleSpaced(text: string): string {
  return visibleText(text).replace(/\s+/gu, ' ').trim();
}
