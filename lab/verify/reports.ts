import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import { writeReports } from '../arena/report/write-reports.js';
import { tournamentOf } from '../arena/statistics/tournament.js';
import type { ArenaFolder } from './derived-results.js';
import { differingFields, fieldText, textDifference } from './differing-fields.js';

/** The faults of the tables and pages of an arena: what is made anew of its matches, and is not the same. */
export async function reportFaults({ path, manifest, results }: ArenaFolder): Promise<readonly string[]> {
  const told = parseJson(await readFile(join(path, 'tournament.json'), 'utf8').catch(() => ''));
  const tournament = tournamentOf(manifest, results, fixedIn(told));
  const derived = await mkdtemp(join(tmpdir(), 'freeciv-arena-'));
  try {
    const files = (await writeReports(derived, tournament)).map((file) => basename(file));
    const faults = await Promise.all(files.map((file) => fileFaults(path, derived, file)));
    return faults.flat();
  } finally {
    await rm(derived, { recursive: true, force: true });
  }
}

async function fileFaults(path: string, derived: string, file: string): Promise<readonly string[]> {
  const [told, right] = await Promise.all([
    readFile(join(path, file), 'utf8').catch(() => ''),
    readFile(join(derived, file), 'utf8'),
  ]);
  if (file.endsWith('.json'))
    return differingFields(parseJson(told), parseJson(right)).map(
      (field) => `${file}: ${fieldText(field, 'matches.jsonl')}`,
    );
  const difference = textDifference(told, right);
  return difference === undefined ? [] : [`${file}: ${difference}`];
}

/** The ratings that were fixed when the report was made: those of a later ladder are others. */
function fixedIn(tournament: unknown): ReadonlyMap<string, number> {
  const checkpoints =
    isJsonObject(tournament) && Array.isArray(tournament.checkpoints) ? tournament.checkpoints : [];
  const ratings = checkpoints.flatMap((one) =>
    isJsonObject(one) && Array.isArray(one.ratings) ? one.ratings : [],
  );
  return new Map(
    ratings.flatMap((rating) =>
      isJsonObject(rating) && rating.isFixed === true && typeof rating.points === 'number'
        ? [[String(rating.player), rating.points] as const]
        : [],
    ),
  );
}
