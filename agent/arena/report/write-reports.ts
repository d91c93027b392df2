import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tournament } from '../statistics/tournament.js';
import { reportPage } from './report-page.js';
import { scenariosCsv } from './scenarios-csv.js';
import { standingsCsv } from './standings-csv.js';
import { type PageParts, replayPage, tournamentPage } from './tournament-page.js';

const TOURNAMENT_STYLES = ['page.css', 'tournament.css'];
const GAME_STYLES = ['page.css', 'agents.css', 'model.css', 'seat.css'];

/**
 * Writes what came of an arena into its folder, which any web server can serve; the paths of the files. The pages of the
 * tournament and of recordings are made of the files in `built`, where pages were built.
 */
export async function writeReports(
  out: string,
  tournament: Tournament,
  built: string | undefined,
): Promise<readonly string[]> {
  const files: { [name: string]: string } = {
    'report.html': reportPage(tournament),
    'standings.csv': standingsCsv(tournament),
    'tournament.json': `${JSON.stringify(tournament)}\n`,
    ...(tournament.scenarios !== undefined && { 'scenarios.csv': scenariosCsv(tournament.scenarios) }),
  };
  if (built !== undefined) {
    files['index.html'] = tournamentPage(tournament, await partsIn(built, 'tournament', TOURNAMENT_STYLES));
    files['replay.html'] = replayPage(await partsIn(built, 'replay', GAME_STYLES));
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  return Object.keys(files).map((name) => join(out, name));
}

/** A page of that name with its styles, as they were built. */
async function partsIn(built: string, name: string, styleFiles: readonly string[]): Promise<PageParts> {
  const [script, ...styles] = await Promise.all(
    [`${name}.js`, ...styleFiles].map((file) => readFile(join(built, file), 'utf8')),
  );
  return { script: script ?? '', style: styles.join('\n') };
}
