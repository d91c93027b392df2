import { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { treatySchema } from '#shared/protocol/diplomacy.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { gameEndSchema } from '#shared/protocol/game-summary.js';
import { generatedRulesetSchema } from '#shared/protocol/generated-ruleset.js';
import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import { replaceFile } from '../../proxy/games/disk/stored-files.js';
import type { WriteGuard } from '../../proxy/games/disk/write-guard.js';

const rankedSchema = z.object({
  player: z.int(),
  name: z.string(),
  nation: z.string(),
  /** null for an AI. */
  agent_id: z.string().nullable(),
  score: z.int(),
});

/** Describes an ended game, with what a verification needs; see docs/games.md. */
const manifestSchema = z.object({
  format: z.literal(1),
  game_id: z.string(),
  ended_at: z.iso.datetime(),
  versions: z.object({ gateway: z.string(), node: z.string(), freeciv_server: z.string() }),
  ruleset: z.string(),
  seeds: z.object({ game: z.int().optional(), map: z.int().optional(), ruleset: z.int().optional() }),
  /** Its generated ruleset; not there for an ordinary one. */
  generated_ruleset: generatedRulesetSchema.exactOptional(),
  options: gameConfigSchema,
  agents: z.array(
    z.object({
      agent_id: z.string(),
      username: z.string(),
      player: z.int(),
      /** The turn in which it took the seat from an AI; 0 for one that was there from the beginning. */
      since: z.int(),
    }),
  ),
  end: gameEndSchema.pick({ reason: true, winners: true }).nullable(),
  /** Where each server process began: null at the beginning of the game, else at the save of that turn. */
  lives: z.array(z.int().nullable()),
  /** See stateHash in proxy/games/saves/save-file.ts. */
  turns: z.array(z.object({ turn: z.int(), hash: z.string() })),
  ranking: z.array(rankedSchema),
  /** Its ledger of diplomacy; not there in archives of before it was kept. */
  treaties: z.array(treatySchema).exactOptional(),
});

/** The content of `manifest.json`. */
export type ArchiveManifest = z.infer<typeof manifestSchema>;

/** Reads the manifest of an archive. E140 when there is none, E105 when the file is not a manifest. */
export async function readManifest(file: string): Promise<Result<ArchiveManifest>> {
  const read = await readKeptFile(file);
  if (read.kind === 'missing')
    return fail(failure('E140', `There is no manifest at ${file}: the game is not over, or there is none`));
  if (read.kind !== 'read') return fail(unreadable(file, read.reason));
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(read.bytes.toString('utf8')));
    return parsed.success ? ok(parsed.data) : fail(unreadable(file, z.prettifyError(parsed.error)));
  } catch (error) {
    return fail(unreadable(file, error instanceof Error ? error.message : String(error)));
  }
}

/** Writes the manifest. Rejects when it cannot be written, or another proxy may own the game. */
export function writeManifest(file: string, manifest: ArchiveManifest, guard: WriteGuard): Promise<void> {
  return replaceFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`, guard, { flush: true });
}

/** Quarantines a damaged manifest of an ended game, so that a new one is made from saves and ledger. */
export async function checkManifest({ manifest: file }: GameFolder, disk: DiskReporter): Promise<void> {
  const read = await readManifest(file);
  const isThere = read.ok || read.failure.code === 'E140';
  if (isThere || (await readKeptFile(file)).kind === 'inaccessible') return;
  const lost = 'nothing: the manifest is made again from the saves and the ledger';
  disk.quarantine('manifest', { file, reason: read.failure.message, lost });
}

function unreadable(file: string, reason: string): Failure {
  return failure('E105', `The manifest at ${file} cannot be read: ${reason}`);
}
