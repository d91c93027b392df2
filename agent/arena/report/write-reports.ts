import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tournament } from '../statistics/tournament.js';
import { reportPage } from './report-page.js';
import { scenariosCsv } from './scenarios-csv.js';
import { standingsCsv } from './standings-csv.js';
import { tournamentPage } from './tournament-page.js';

/**
 * Writes what came of an arena into its folder, which any web server can serve; the paths of the files. The page of the tournament
 * is made of the files in `built`, where the page was built.
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
    const read = (name: string) => readFile(join(built, name), 'utf8');
    const [script, ...styles] = await Promise.all(
      ['tournament.js', 'page.css', 'tournament.css'].map((name) => read(name)),
    );
    files['index.html'] = tournamentPage(tournament, { script: script ?? '', style: styles.join('\n') });
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  return Object.keys(files).map((name) => join(out, name));
}
