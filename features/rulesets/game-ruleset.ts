import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import { GENERATED, type RulesetWish } from '../../proxy/games/disk/generated-ruleset.js';
import { replaceFile } from '../../proxy/games/disk/stored-files.js';
import { lostToAnother, NotOwned, type WriteGuard } from '../../proxy/games/disk/write-guard.js';
import type { PreparedRuleset } from '../../proxy/games/server/server-process.js';
import { generatedRules } from './generated-rules.js';
import { installedRules, type RulesetServer } from './installed-rules.js';

/** Describes the ruleset's files beside it. */
const DESCRIPTION = 'ruleset.json';

const descriptionSchema = z.object({
  /** The ordinary ruleset that it is made from. */
  base: z.string(),
  /** The series of the game server that it is for, such as 3.0. */
  series: z.string(),
  /** Over all files, see rulesetHash. */
  sha256: z.string(),
  /** Their names. */
  files: z.array(z.string()),
});

/** What the folder of a game says of its ruleset. */
type RulesetDescription = z.infer<typeof descriptionSchema>;

/** What prepareRuleset works with. */
export interface PrepareOptions {
  readonly folder: GameFolder;
  readonly server: RulesetServer;
  readonly guard: WriteGuard;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The ruleset of a game: that in its folder, else one that is made now and written there. One of another series of the server is
 * made anew, because no server reads the files of another one. E142 when the ordinary files are not there or not as they were,
 * E123 when another proxy may own the game.
 */
export async function prepareRuleset(
  { base, seed }: RulesetWish,
  { folder, server, guard, environment }: PrepareOptions,
): Promise<Result<PreparedRuleset>> {
  const installed = await installedRules(base, server, environment);
  if (!installed.ok) return installed;
  const { dataFolder, series } = installed.value;
  const known = await readDescription(folder);
  const kept = known?.series === series ? known : undefined;
  const stored = kept === undefined ? undefined : await storedTexts(folder, kept);
  if (kept !== undefined && stored !== undefined) return ok({ ...kept, dataFolder, texts: stored });
  const texts = generate(installed.value.texts, seed);
  if (!texts.ok) return texts;
  const sha256 = rulesetHash(texts.value);
  if (kept !== undefined && kept.sha256 !== sha256) return fail(otherRules(base));
  const description = { base, series, sha256, files: [...texts.value.keys()] };
  const written = await write(folder, description, texts.value, guard);
  return written.ok ? ok({ ...description, dataFolder, texts: texts.value }) : written;
}

/** SHA-256 over names and contents of the files of a ruleset, in the order of their names. */
export function rulesetHash(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const [name, text] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${text}\0`);
  return hash.digest('hex');
}

/** What a game's folder says of its ruleset; undefined for an ordinary one, and before it is made. */
async function readDescription({ ruleset }: GameFolder): Promise<RulesetDescription | undefined> {
  const text = await readFile(join(ruleset, DESCRIPTION), 'utf8').catch(() => '');
  return descriptionSchema.safeParse(parseJson(text)).data;
}

/** The files as they were written; undefined where one has changed. */
async function storedTexts(
  { ruleset }: GameFolder,
  { files, sha256 }: RulesetDescription,
): Promise<ReadonlyMap<string, string> | undefined> {
  const read = files.map(async (name) => [name, await readFile(join(ruleset, name), 'utf8')] as const);
  const texts = await Promise.all(read).catch(() => undefined);
  const found = texts === undefined ? undefined : new Map(texts);
  return found !== undefined && rulesetHash(found) === sha256 ? found : undefined;
}

function generate(ordinary: ReadonlyMap<string, string>, seed: number): Result<ReadonlyMap<string, string>> {
  try {
    return ok(generatedRules(ordinary, seed));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `No ruleset can be made from the files of the game server: ${reason}`;
    return fail(failure('E142', message, { details: { wanted: GENERATED } }));
  }
}

async function write(
  folder: GameFolder,
  description: RulesetDescription,
  texts: ReadonlyMap<string, string>,
  guard: WriteGuard,
): Promise<Result<void>> {
  try {
    for (const [name, text] of texts) await replaceFile(join(folder.ruleset, name), text, guard);
    await replaceFile(join(folder.ruleset, DESCRIPTION), `${JSON.stringify(description)}\n`, guard);
    return ok(undefined);
  } catch (error) {
    if (error instanceof NotOwned) return fail(lostToAnother());
    const reason = diskReason(error);
    const message = `The ruleset of the game cannot be written: ${reason}`;
    return fail(failure('E142', message, { details: { reason, disk: reason } }));
  }
}

function otherRules(base: string) {
  const message = `The ruleset of the game is damaged and cannot be made again: the files of ${base} that came with the game server have changed since`;
  return failure('E142', message, { details: { wanted: base } });
}
