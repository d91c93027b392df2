import { z } from 'zod';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type Difficulty,
  difficultySchema,
  type ScenarioList,
  scenarioNameSchema,
} from '#shared/protocol/scenario.js';
import type { Immutable } from '#shared/protocol/state/common.js';

/** The scenarios of an arena, each with the number of its agents, and the difficulties at which they are played. */
export const scenarioChoiceSchema = z.strictObject({
  scenarios: z.array(z.strictObject({ name: scenarioNameSchema, agents: z.int().min(1).max(2) })).min(1),
  difficulties: z.array(difficultySchema).min(1),
});

/** The scenarios of an arena. */
export type ScenarioChoice = Immutable<z.infer<typeof scenarioChoiceSchema>>;

/** What the command line says of scenarios. */
export interface ScenarioWish {
  /** Undefined for all. */
  readonly names: readonly string[] | undefined;
  readonly difficulties: readonly Difficulty[];
}

/** Reads `--scenarios` and `--difficulties`; the failure is a text for the user. */
export function parseScenarioWish(scenarios: string, difficulties: string): Result<ScenarioWish, string> {
  const levels = z.array(difficultySchema).min(1).safeParse(listed(difficulties));
  if (!levels.success) return fail(`--difficulties: expected some of ${difficultySchema.options.join(', ')}`);
  const names = listed(scenarios);
  if (names.length === 0) return fail('--scenarios: expected all, or names');
  const isAll = names.length === 1 && names[0] === 'all';
  return ok({ names: isAll ? undefined : names, difficulties: levels.data });
}

/** The scenarios that are wished for, of those that a gateway lists; the failure is a text for the user. */
export function chooseScenarios(
  { names, difficulties }: ScenarioWish,
  { scenarios }: Pick<ScenarioList, 'scenarios'>,
): Result<ScenarioChoice, string> {
  const agentsByName = new Map(scenarios.map(({ name, agents }) => [name, agents]));
  const chosen: { name: string; agents: number }[] = [];
  for (const name of names ?? agentsByName.keys()) {
    const agents = agentsByName.get(name);
    if (agents === undefined)
      return fail(`--scenarios: there is no ${name}; there are: ${[...agentsByName.keys()].join(', ')}`);
    chosen.push({ name, agents });
  }
  return ok({ scenarios: chosen, difficulties });
}

/** `a, b,a` as a and b. */
function listed(text: string): readonly string[] {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ''))];
}
