import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type PlayOptions, readOptions } from '../../agent/player/options.js';
import { systemPrompt } from '../../agent/player/system-prompt.js';
import { contestantOf } from './plan/contestant.js';
import { type ArenaManifest, type MadeWith, type ModelTable, manifestSchema } from './plan/manifest.js';
import { type ArenaOptions, planMatches } from './plan/match-plan.js';
import { resultsHash, sha256 } from './plan/sha256.js';
import type { ArenaGateway } from './play/arena-gateway.js';
import { keepGame } from './play/kept-game.js';
import { MATCH_FOLDERS, playMatch } from './play/match.js';
import { MatchLog } from './play/match-log.js';
import { type Progress, playAll } from './play/play-all.js';

/** Where an arena is played, and how. */
export interface ArenaRun {
  readonly options: ArenaOptions;
  readonly models: ModelTable;
  readonly gateway: ArenaGateway;
  /** The folder for all of it. */
  readonly out: string;
  /** DATA_DIR of its proxies, where they are on this machine. */
  readonly data: string | undefined;
  readonly parallel: number;
  readonly retriesInvalid: boolean;
  /** The software that plays: the version of this package, and the commit of its sources, null without a checkout. */
  readonly made: Pick<MadeWith, 'version' | 'commit'>;
  readonly signal: AbortSignal;
  onProgress(progress: Progress): void;
}

/** What was played: the manifest with its results. */
export interface PlayedArena {
  readonly manifest: ArenaManifest;
  readonly log: MatchLog;
}

/**
 * Plays an arena, or goes on with the one of that folder. A failure is a text for the user: the folder has another arena, or
 * a model is not configured. Rejects with the reason of the signal.
 */
export async function runArena(run: ArenaRun): Promise<Result<PlayedArena, string>> {
  const { options, models, gateway, out, signal } = run;
  const profiles = profilesOf(options, models);
  if (!profiles.ok) return profiles;
  const begun = await beginManifest(run, profiles.value);
  if (!begun.ok) return begun;
  const log = await MatchLog.open(
    join(out, 'matches.jsonl'),
    ({ status }) => !run.retriesInvalid || status !== 'invalid',
  );
  const failed = new AbortController();
  const inRun = AbortSignal.any([signal, failed.signal]);
  const folders = MATCH_FOLDERS.map((folder) => mkdir(join(out, folder), { recursive: true }));
  await Promise.all(folders);
  let manifest = begun.value;
  const context = {
    gateway,
    modelOptions: (name: string) => profiles.value.get(name) ?? unknownModel(name),
    keep: (folder: string, name: string, content: Buffer | string) =>
      writeFile(join(out, folder, name), content),
    keepGame: async (match: string) => {
      if (run.data !== undefined) await keepGame(join(run.data, 'games', match), join(out, 'games', match));
    },
    onRules: async (server: string | null, ruleset: string | null) => {
      const { made_with: before } = manifest;
      if (before.server !== null && (before.ruleset !== null || options.scenarios !== null)) return;
      manifest = { ...manifest, made_with: { ...before, server, ruleset } };
      await writeManifest(out, manifest);
    },
  };
  try {
    await playAll(planMatches(options), {
      ...run,
      log,
      signal: inRun,
      play: (plan) => playMatch(plan, context, inRun),
    });
  } catch (error) {
    // The other games end, too.
    failed.abort(error);
    throw error;
  }
  manifest = { ...manifest, ...resultsIn(log) };
  await writeManifest(out, manifest);
  return ok({ manifest, log });
}

/** The hash of the result of each match that has one, and one of all of them. */
function resultsIn(log: MatchLog): Pick<ArenaManifest, 'results' | 'results_hash'> {
  const hashed = log.results.flatMap(({ match, hash }) => (hash === null ? [] : [[match, hash] as const]));
  const results = Object.fromEntries(hashed);
  return { results, results_hash: resultsHash(results) };
}

/** The options of each model of an arena, by the name after `llm:`. */
function profilesOf(
  { players }: ArenaOptions,
  models: ModelTable,
): Result<ReadonlyMap<string, PlayOptions>, string> {
  const profiles = new Map<string, PlayOptions>();
  for (const player of players) {
    const contestant = contestantOf(player);
    if (contestant.kind !== 'model') continue;
    const profile = models[contestant.model] ?? { model: contestant.model };
    const read = readOptions(Object.entries(profile).flatMap(([key, value]) => [`--${key}`, String(value)]));
    if (!read.ok) return fail(`${player}: ${read.failure}`);
    profiles.set(contestant.model, read.value);
  }
  return ok(profiles);
}

function unknownModel(name: string): never {
  throw new Error(`no model is called ${name}`);
}

/** The manifest of the folder, or a new one. */
async function beginManifest(
  { options, models, gateway, out, made }: ArenaRun,
  profiles: ReadonlyMap<string, PlayOptions>,
): Promise<Result<ArenaManifest, string>> {
  await mkdir(out, { recursive: true });
  const before = await readManifest(join(out, 'manifest.json'));
  if (before.ok) {
    const isSame =
      JSON.stringify([before.value.options, before.value.models]) === JSON.stringify([options, models]);
    return isSame ? before : fail(`${out} has another arena: name another folder with --out, or remove it`);
  }
  const prompts = [...profiles].map(([name, { play, style }]) => [name, sha256(systemPrompt(play, style))]);
  const manifest: ArenaManifest = {
    format: 'freeciv-arena',
    version: 1,
    options,
    models,
    made_with: {
      ...made,
      node: process.versions.node,
      server: null,
      ruleset: null,
      tools: sha256(await gateway.tools()),
      scenarios: options.scenarios === null ? null : sha256(JSON.stringify(await gateway.scenarios())),
      prompts: Object.fromEntries(prompts),
    },
    results: {},
    results_hash: null,
  };
  await writeManifest(out, manifest);
  return ok(manifest);
}

/** Reads a manifest; a failure is a text for the user. */
export async function readManifest(path: string): Promise<Result<ArenaManifest, string>> {
  try {
    return ok(manifestSchema.parse(JSON.parse(await readFile(path, 'utf8'))));
  } catch (error) {
    return fail(`${path} is no manifest of an arena: ${error instanceof Error ? error.message : error}`);
  }
}

function writeManifest(out: string, manifest: ArenaManifest): Promise<void> {
  return writeFile(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
