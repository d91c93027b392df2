/** `npm run arena -- --players LIST`: players against each other on real games, with ratings (docs/arena.md). */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type ArenaRun, type PlayedArena, readManifest, runArena } from './arena.js';
import { playChain, reportChain } from './chain.js';
import { fixedRatings, LADDER_FILE, ladderJson, ladderPage } from './ladder/ladder.js';
import { type ArenaCommand, readCommand, USAGE } from './plan/arena-options.js';
import {
  type ArenaManifest,
  differences,
  type ModelTable,
  modelTableSchema,
  unrepeated,
} from './plan/manifest.js';
import type { ArenaOptions } from './plan/match-plan.js';
import { chooseScenarios } from './plan/scenario-choice.js';
import { ArenaGateway } from './play/arena-gateway.js';
import { progressLine, resultLines } from './report/printed-lines.js';
import { writeReports } from './report/write-reports.js';
import { tournamentOf } from './statistics/tournament.js';

const CODE_DIFFERS = 1;
const CODE_NOT_PLAYED = 2;

const command = readCommand(process.argv.slice(2));
if (!command.ok) {
  const isHelp = command.failure === USAGE;
  (isHelp ? process.stdout : process.stderr).write(`${command.failure.trimEnd()}\n`);
  process.exitCode = isHelp ? 0 : CODE_NOT_PLAYED;
} else process.exitCode = await main(command.value);

/** Plays and reports; the exit code. */
async function main(command: ArenaCommand): Promise<number> {
  const planned = await plannedArena(command);
  if (!planned.ok) return notPlayed(planned.failure);
  const { repeated, ...plan } = planned.value;
  const over = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => over.abort(new Error('stopped; the same command goes on from here')));
  try {
    const run: ArenaRun = {
      ...plan,
      parallel: command.parallel ?? availableParallelism(),
      retriesInvalid: command.retriesInvalid,
      signal: over.signal,
      onProgress: (progress) => process.stdout.write(`${progressLine(progress)}\n`),
    };
    if (command.options?.chain != null) return await chained(command, run);
    const played = await runArena(run);
    if (!played.ok) return notPlayed(played.failure);
    await report(command, plan.out, played.value);
    return repeated === undefined ? 0 : compare(repeated, played.value.manifest);
  } catch (error) {
    return notPlayed(error instanceof Error ? error.message : String(error));
  }
}

/** Plays a chain with lessons and without them, and reports the difference; the exit code. */
async function chained(command: ArenaCommand, run: ArenaRun): Promise<number> {
  const played = await playChain(run);
  if (!played.ok) return notPlayed(played.failure);
  const { withLessons, without } = played.value;
  for (const arm of [withLessons, without]) await report(command, arm.folder, arm.played);
  const file = join(run.out, 'chain.json');
  const lines = await reportChain(
    file,
    withLessons.played.log.results,
    without.played.log.results,
    run.options,
  );
  process.stdout.write(`\n${lines.join('\n')}\n${file}\n`);
  return 0;
}

/** What is played, by the command line or by a manifest, and where. */
async function plannedArena(command: ArenaCommand) {
  const { FREECIV_GATEWAY: gateway, LLM_API_TOKEN: token, ARENA_DATA: data } = process.env;
  const { ARENA_VERSION, ARENA_COMMIT } = process.env;
  if (gateway === undefined || token === undefined)
    return fail('FREECIV_GATEWAY and LLM_API_TOKEN are not set; npm run arena starts a gateway');
  const repeated = command.manifest === undefined ? undefined : await readManifest(command.manifest);
  if (repeated?.ok === false) return repeated;
  const models = await modelsOf(command, repeated?.value);
  if (!models.ok) return models;
  const access = new ArenaGateway({ gateway, token });
  const options = await optionsOf(command, repeated?.value, access);
  if (!options.ok) return options;
  return ok({
    options: options.value,
    models: models.value,
    out: outOf(command),
    gateway: access,
    data,
    made: { version: ARENA_VERSION ?? 'unknown', commit: ARENA_COMMIT ?? null },
    repeated: repeated?.value,
  });
}

/** The options of the manifest, or those of the command with the scenarios that the gateway has. */
async function optionsOf(
  { options, scenarios }: ArenaCommand,
  repeated: ArenaManifest | undefined,
  gateway: ArenaGateway,
): Promise<Result<ArenaOptions, string>> {
  if (repeated !== undefined) return ok(repeated.options);
  if (options === undefined) return fail(USAGE);
  if (scenarios === undefined) return ok(options);
  const chosen = chooseScenarios(scenarios, await gateway.scenarios());
  return chosen.ok ? ok({ ...options, scenarios: chosen.value }) : chosen;
}

function outOf({ out, manifest }: ArenaCommand): string {
  const beside = manifest === undefined ? 'arena-results' : join(dirname(manifest), 'repeated');
  return resolve(out ?? beside);
}

async function modelsOf(
  { models }: ArenaCommand,
  repeated: ArenaManifest | undefined,
): Promise<Result<ModelTable, string>> {
  if (repeated !== undefined) return ok(repeated.models);
  if (models === undefined) return ok({});
  try {
    return ok(modelTableSchema.parse(JSON.parse(await readFile(models, 'utf8'))));
  } catch (error) {
    return fail(`--models ${models}: ${error instanceof Error ? error.message : error}`);
  }
}

async function report(command: ArenaCommand, out: string, { manifest, log }: PlayedArena): Promise<void> {
  const { ladder } = command;
  const fixed = ladder === undefined ? fixedRatings(manifest.options.players) : new Map<string, number>();
  const tournament = tournamentOf(manifest, log.results, fixed);
  const files = await writeReports(out, tournament);
  process.stdout.write(`\n${resultLines(tournament)}\n\n${files.map((file) => `${file}\n`).join('')}`);
  if (ladder !== undefined) {
    await writeFile(LADDER_FILE, ladderJson(tournament));
    await writeFile(ladder, ladderPage(tournament, process.argv.slice(2)));
    process.stdout.write(`${ladder}\n${LADDER_FILE}\n`);
  }
}

/** Whether an arena repeated; the exit code. */
function compare(before: ArenaManifest, now: ArenaManifest): number {
  for (const line of differences(before.made_with, now.made_with))
    process.stdout.write(`made with: ${line}\n`);
  const lines = unrepeated(before.results, now.results);
  const count = Object.keys(before.results).length;
  if (lines.length === 0) process.stdout.write(`all ${count} matches repeat: ${now.results_hash}\n`);
  for (const line of lines) process.stdout.write(`differs: ${line}\n`);
  return lines.length === 0 ? 0 : CODE_DIFFERS;
}

function notPlayed(why: string): number {
  process.stderr.write(`${why}\n`);
  return CODE_NOT_PLAYED;
}
