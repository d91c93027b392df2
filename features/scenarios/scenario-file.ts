import { z } from 'zod';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import type { Difficulty, ScenarioSummary } from '#shared/protocol/scenario.js';
import { type ScenarioPlan, scenarioPlanSchema, sceneShape } from '../../proxy/games/disk/scenario-plan.js';

/** What differs at one difficulty. A value `$name` anywhere in the file is its number of that name, `{name}` in a text too. */
const variantSchema = z.strictObject({
  turns: z.int().min(1).max(1000),
  ai_skill: z.string().optional(),
  numbers: z.record(z.string().regex(/^[a-z_]+$/), z.number()).default({}),
});

const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  ...Object.fromEntries(Object.keys(sceneShape).map((key) => [key, z.unknown().optional()])),
  title: sceneShape.title,
  about: sceneShape.about,
  difficulties: z.strictObject({ easy: variantSchema, normal: variantSchema, hard: variantSchema }),
});

/** A file of a scenario that was checked at all of its difficulties. */
export interface ScenarioFile {
  readonly name: string;
  readonly plans: Readonly<Record<Difficulty, ScenarioPlan>>;
}

/** Reads what a file holds; `name` is that of the file. E101 and E105 with the field at fault. */
export function parseScenario(name: string, value: unknown): Result<ScenarioFile> {
  const file = parseWith(fileSchema, value);
  if (!file.ok) return file;
  const { difficulties, $schema: _, ...scene } = file.value;
  const planAt = (difficulty: Difficulty): Result<ScenarioPlan> => {
    const { numbers, ...variant } = difficulties[difficulty];
    const known = { ...numbers, turns: variant.turns };
    const filled = fillIn({ ...scene, ...variant }, known);
    return parseWith(planSchema, { ...asObject(filled), name, difficulty });
  };
  const easy = planAt('easy');
  const normal = planAt('normal');
  const hard = planAt('hard');
  if (!easy.ok) return easy;
  if (!normal.ok) return normal;
  return hard.ok ? ok({ name, plans: { easy: easy.value, normal: normal.value, hard: hard.value } }) : hard;
}

/** A plan whose parts fit each other. */
const planSchema = scenarioPlanSchema.check(({ value, issues }) => {
  const wrong = (path: string, message: string): void => {
    issues.push({ code: 'custom', input: value, path: [path], message });
  };
  const [first = ''] = value.land;
  if (value.land.some((row) => row.length !== first.length)) wrong('land', 'expected rows of one length');
  const inside = ([x, y]: readonly [number, number]) => x < first.length && y < value.land.length;
  const places = value.stage.flatMap((step) => ('at' in step ? placesOf(step.at) : []));
  if (!places.every(inside)) wrong('stage', 'expected places on the map');
  const areas = value.goals.flatMap(({ measure }) => ('in' in measure ? (measure.in ?? []) : []));
  if (!areas.every((area) => value.areas[area] !== undefined)) wrong('goals', 'expected the name of an area');
});

type Place = readonly [number, number];

function placesOf(at: Place | readonly Place[]): readonly Place[] {
  return isPlace(at) ? [at] : at;
}

function isPlace(at: Place | readonly Place[]): at is Place {
  return typeof at[0] === 'number';
}

/** One scenario in a list. */
export function summaryOf({ name, plans }: ScenarioFile): ScenarioSummary {
  const { title, about, agents } = plans.normal;
  const shown = ({ turns, goal }: ScenarioPlan) => ({ turns, goal });
  const { easy, normal, hard } = plans;
  return {
    name,
    title,
    about,
    agents,
    difficulties: { easy: shown(easy), normal: shown(normal), hard: shown(hard) },
  };
}

/** Puts numbers in the place of their names: `"$cities"` becomes a number, `{cities}` in a text its digits. */
function fillIn(value: unknown, numbers: Readonly<Record<string, number>>): unknown {
  if (Array.isArray(value)) return value.map((item) => fillIn(item, numbers));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, numbers)]));
  if (typeof value !== 'string') return value;
  const named = value.startsWith('$') ? numbers[value.slice(1)] : undefined;
  return named ?? value.replace(/\{([a-z_]+)\}/g, (text, key: string) => String(numbers[key] ?? text));
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
