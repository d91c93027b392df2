/** `npm run arena -- verify DIR [--no-replay]`: derives each number of an arena's folder again and says which is not right (docs/arena.md). */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from '#shared/core/json.js';
import { readManifest } from '../arena/arena.js';
import { matchResultSchema } from '../arena/play/match-result.js';
import { resultFaults } from './derived-results.js';
import { processFaults, recordingFaults } from './recorded-scores.js';
import { replayGames } from './replayed-games.js';
import { reportFaults } from './reports.js';

const CODE_DIFFERS = 1;
const CODE_NOT_READ = 2;
const MAX_SHOWN = 40;

const options = { 'no-replay': { type: 'boolean', default: false } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
process.exitCode = await verify(resolve(positionals[0] ?? 'arena-results'), !values['no-replay']);

async function verify(path: string, isReplayed: boolean): Promise<number> {
  const manifest = await readManifest(join(path, 'manifest.json'));
  if (!manifest.ok) {
    process.stderr.write(`${manifest.failure}\n`);
    return CODE_NOT_READ;
  }
  const lines = (await readFile(join(path, 'matches.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const read = lines.map((line) => matchResultSchema.safeParse(parseJson(line)));
  const unreadable = read.flatMap(({ success }, at) =>
    success ? [] : [`matches.jsonl: line ${at + 1} cannot be read`],
  );
  const results = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const folder = { path, manifest: manifest.value, results };
  const replayed = isReplayed ? await replayGames(folder) : { played: 0, faults: [] };
  const faults = [
    ...unreadable,
    ...(await resultFaults(folder)),
    ...(await recordingFaults(folder)),
    ...(await processFaults(folder)),
    ...(await reportFaults(folder)),
    ...replayed.faults,
  ];
  for (const fault of faults.slice(0, MAX_SHOWN)) process.stdout.write(`${fault}\n`);
  if (faults.length > MAX_SHOWN) process.stdout.write(`${faults.length - MAX_SHOWN} more\n`);
  if (faults.length === 0)
    process.stdout.write(
      `all numbers of ${results.length} matches follow from their recordings and scores; ${replayed.played} games were played again, every turn as it was\n`,
    );
  return faults.length === 0 ? 0 : CODE_DIFFERS;
}
