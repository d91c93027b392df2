import { z } from 'zod';
import type { Immutable } from '#shared/protocol/state/common.js';
import { arenaOptionsSchema } from './match-plan.js';

const modelProfileSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** How models play, by the name after `llm:`: options of `npm run play` without the dashes. */
export const modelTableSchema = z.record(z.string(), modelProfileSchema);

/** What a run was made with: where it differs, results may differ. */
const madeWithSchema = z.strictObject({
  /** Version of this package. */
  version: z.string(),
  /** Commit of its sources; null without a checkout. */
  commit: z.string().nullable(),
  node: z.string(),
  /** Version of freeciv-server, and SHA-256 of the rules it tells; null before the first match. */
  server: z.string().nullable(),
  ruleset: z.string().nullable(),
  /** SHA-256 of the tools that models have. */
  tools: z.string(),
  /** SHA-256 of the list of scenarios; null where none is played. */
  scenarios: z.string().nullable().default(null),
  /** SHA-256 of each model's system prompt. */
  prompts: z.record(z.string(), z.string()),
});

/** All that is needed to play an arena again, and what came of it. */
export const manifestSchema = z.strictObject({
  format: z.literal('freeciv-arena'),
  version: z.literal(1),
  options: arenaOptionsSchema,
  models: modelTableSchema,
  made_with: madeWithSchema,
  /** The hash of each match that repeats, by its id. */
  results: z.record(z.string(), z.string()),
  /** SHA-256 of all of these; null until every match has been played. */
  results_hash: z.string().nullable(),
});

/** How models play, by name. */
export type ModelTable = Immutable<z.infer<typeof modelTableSchema>>;
/** What a run was made with. */
export type MadeWith = Immutable<z.infer<typeof madeWithSchema>>;
/** All that is needed to play an arena again. */
export type ArenaManifest = Immutable<z.infer<typeof manifestSchema>>;

/** What two runs were made with and differ in, a line each. */
export function differences(before: MadeWith, now: MadeWith): readonly string[] {
  const lines: string[] = [];
  for (const key of ['version', 'commit', 'node', 'server', 'ruleset', 'tools', 'scenarios'] as const)
    if (before[key] !== null && now[key] !== null && before[key] !== now[key])
      lines.push(`${key}: ${before[key]} then, ${now[key]} now`);
  for (const [model, hash] of Object.entries(before.prompts))
    if (now.prompts[model] !== hash) lines.push(`the prompt of ${model} has changed`);
  return lines;
}

/** The matches that repeat and have another result than before, a line each; empty when all are the same. */
export function unrepeated(
  before: ArenaManifest['results'],
  now: ArenaManifest['results'],
): readonly string[] {
  return Object.entries(before).flatMap(([match, hash]) =>
    now[match] === hash
      ? []
      : [`${match}: ${hash.slice(0, 12)} then, ${(now[match] ?? 'nothing').slice(0, 12)} now`],
  );
}
