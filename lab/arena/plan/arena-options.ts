import { z } from 'zod';
import { readCommandLine } from '#shared/core/command-line.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { textProblem } from '#shared/core/text-problem.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { difficultySchema } from '#shared/protocol/scenario.js';
import { parseContestant } from './contestant.js';
import { type ArenaOptions, arenaOptionsSchema } from './match-plan.js';
import { parseScenarioWish, type ScenarioWish } from './scenario-choice.js';

/** The page of help, in the form of all commands: test/unit/agent/help-pages.test.ts. */
export const USAGE = `NAME
  npm run arena - players against each other on real games, with ratings

SYNOPSIS
  npm run arena -- --players LIST [options]
  npm run arena -- --manifest FILE [options]
  npm run arena -- verify DIR [--no-replay]
  npm run arena -- difference DIR OTHER

DESCRIPTION
  Plays each player from each place of each map, and writes results, ratings
  and pages into a folder. It starts a gateway of its own, or takes that of
  FREECIV_GATEWAY.
  verify derives each number of a folder again and plays its games again;
  --no-replay leaves the games out. difference says what each player scores
  less in the other folder, seed by seed.

OPTIONS
  --players LIST       bots (random, obedient, builder, warlord, diplomat),
                       ai:LEVEL, llm:NAME
  --seeds A..B         of map and chance, also 1..3,7 (1..4)
  --turns T            the last turn (100)
  --games N            at most so many games; all without it
  --per-game K         so many players in one game; all without it
  --scenarios LIST     all, or names: each player plays each scenario by itself
                       and is scored, instead of games of all players
  --difficulties LIST  of scenarios (easy,normal,hard)
  --chain N            N games in a row, each on another map, with lessons that
                       models keep and without, and the difference
  --config JSON        further fields of game_config, such as
                       {"ruleset":"civ2civ3"}
  --models FILE        how llm:NAME plays: JSON
                       {"NAME": {"model": …, "provider": …, "turn-tokens": …}};
                       without it NAME is the model
  --out DIR            where all of it is written; a run that was stopped goes
                       on there (arena-results)
  --parallel N         games at a time; as many as there are cores without it
  --manifest FILE      plays the arena of a manifest again and compares the
                       results
  --retry-invalid      plays matches again that did not count
  --ladder FILE        makes the ratings of the server's AIs the fixed ones of
                       later runs, and writes a page about them
  --help               prints this page

ENVIRONMENT
  FREECIV_GATEWAY      the gateway; the arena starts one without it
  LLM_API_TOKEN        the token for that gateway
  OPENAI_API_KEY       the key of OpenAI, or of a server of its form
  ANTHROPIC_API_KEY    the key of Anthropic
  GEMINI_API_KEY       the key of Google; GOOGLE_API_KEY is read without it

EXIT STATUS
  0  all was played; with --manifest or verify, all is the same again
  1  a result is not the same
  2  nothing was played or read

EXAMPLES
  npm run arena -- --players builder,ai:easy --seeds 1..10
  npm run arena -- --players llm:gpt-5-mini,builder --models models.json
  npm run arena -- verify arena-results
`;

const commandSchema = z.object({
  players: z.string().optional(),
  seeds: z.string().optional(),
  turns: z.coerce.number().int().positive().max(32_767).default(100),
  games: z.coerce.number().int().positive().optional(),
  'per-game': z.coerce.number().int().min(2).max(30).optional(),
  scenarios: z.string().optional(),
  difficulties: z.string().default(difficultySchema.options.join(',')),
  chain: z.coerce.number().int().min(2).max(100).optional(),
  config: z.string().default('{}'),
  models: z.string().optional(),
  out: z.string().optional(),
  parallel: z.coerce.number().int().positive().max(64).optional(),
  manifest: z.string().optional(),
  'retry-invalid': z.boolean().default(false),
  ladder: z.string().optional(),
});

/** What the command line says. */
export interface ArenaCommand {
  /** What is played; undefined when a manifest says it. */
  readonly options: ArenaOptions | undefined;
  /** The scenarios that are wished for; which there are, a gateway tells. */
  readonly scenarios: ScenarioWish | undefined;
  readonly manifest: string | undefined;
  readonly models: string | undefined;
  readonly out: string | undefined;
  readonly parallel: number | undefined;
  readonly retriesInvalid: boolean;
  readonly ladder: string | undefined;
}

/** Reads the command line. The failure is a text for the user; `--help` asks for the usage. */
export function readCommand(args: readonly string[]): Result<ArenaCommand, string> {
  const read = readCommandLine(args, { schema: commandSchema, flags: ['retry-invalid'], usage: USAGE });
  if (!read.ok) return read;
  const { manifest, models, out, parallel, 'retry-invalid': retriesInvalid, ladder } = read.value;
  const options = manifest === undefined ? optionsOf(read.value) : ok(undefined);
  if (!options.ok) return fail(`${options.failure}\n\n${USAGE}`);
  const scenarios = scenariosOf(read.value);
  if (!scenarios.ok) return fail(`${scenarios.failure}\n\n${USAGE}`);
  return ok({
    options: options.value,
    scenarios: scenarios.value,
    manifest,
    models,
    out,
    parallel,
    retriesInvalid,
    ladder,
  });
}

function optionsOf(command: z.infer<typeof commandSchema>): Result<ArenaOptions, string> {
  const players = (command.players ?? '').split(',').filter((name) => name !== '');
  for (const name of players) {
    const contestant = parseContestant(name);
    if (!contestant.ok) return contestant;
  }
  if (new Set(players).size !== players.length) return fail('--players: each player only once');
  const wrong = wrongPlayers(players, command.scenarios !== undefined) ?? wrongChain(players, command);
  if (wrong !== undefined) return fail(`--players: ${wrong}`);
  const seeds = seedsOf(command.seeds ?? `1..${command.chain ?? 4}`);
  if (seeds.length === 0) return fail('--seeds: expected numbers as in 1..10 or 1..3,7');
  const config = configOf(command.config);
  if (!config.ok) return config;
  const { games = null, turns } = command;
  const perGame = Math.min(command['per-game'] ?? players.length, players.length);
  const chain = command.chain === undefined ? null : { length: command.chain, lessons: true };
  const all = { players, perGame, seeds, games, turns, config: config.value, chain };
  const read = arenaOptionsSchema.safeParse(all);
  return read.success ? ok(read.data) : fail('--players: at most 30');
}

/** Why these cannot play a chain; undefined when they can, or none is wanted. */
function wrongChain(
  players: readonly string[],
  { chain, scenarios }: z.infer<typeof commandSchema>,
): string | undefined {
  if (chain === undefined) return undefined;
  if (scenarios !== undefined) return 'with --chain they play no scenarios';
  return players.some((name) => name.startsWith('llm:'))
    ? undefined
    : 'with --chain one of them a model, llm:NAME';
}

/** Why these cannot play; undefined when they can. */
function wrongPlayers(players: readonly string[], areScenarios: boolean): string | undefined {
  const isAi = (name: string) => name.startsWith('ai:');
  if (areScenarios) {
    if (players.length === 0) return 'at least one';
    return players.some(isAi) ? 'the AIs of the server play no scenarios' : undefined;
  }
  if (players.length < 2) return 'at least two, and one of them no AI of the server';
  return players.every(isAi) ? 'one of them no AI of the server' : undefined;
}

function scenariosOf({
  scenarios,
  difficulties,
  manifest,
}: z.infer<typeof commandSchema>): Result<ScenarioWish | undefined, string> {
  if (scenarios === undefined || manifest !== undefined) return ok(undefined);
  return parseScenarioWish(scenarios, difficulties);
}

/** `1..3,7` as 1, 2, 3 and 7; empty for other texts. */
export function seedsOf(text: string): readonly number[] {
  const seeds = text.split(',').flatMap((part) => {
    const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(part.trim()) ?? [];
    const [first, last] = [Number(from), Number(to ?? from)];
    if (from === undefined || last < first) return [Number.NaN];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return seeds.some(Number.isNaN) ? [] : [...new Set(seeds)];
}

function configOf(text: string): Result<Readonly<Record<string, unknown>>, string> {
  try {
    const config: unknown = JSON.parse(text);
    const checked = gameConfigSchema.safeParse(config);
    const asked = z.record(z.string(), z.unknown()).safeParse(config);
    if (checked.success && asked.success) return ok(asked.data);
    const problems = checked.error?.issues.map((issue) => `${issue.path.join('.')}: ${textProblem(issue)}`);
    return fail(`--config: ${problems?.join('; ')}`);
  } catch {
    return fail('--config: expected a JSON object');
  }
}
