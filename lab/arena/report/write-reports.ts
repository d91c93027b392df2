import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pageOptions } from '../../../tools/steps/page-options.mjs';
import type { Tournament } from '../statistics/tournament.js';
import { reportPage } from './report-page.js';
import { scenariosCsv } from './scenarios-csv.js';
import { standingsCsv } from './standings-csv.js';
import { type PageParts, replayPage, tournamentPage } from './tournament-page.js';

const root = join(import.meta.dirname, '../../..');
const TOURNAMENT_STYLES = ['web/page.css', 'lab/arena/pages/tournament/tournament.css'];
const GAME_STYLES = ['page.css', 'agents.css', 'model.css', 'seat.css'].map((name) => `web/${name}`);

/** Writes what came of an arena into its folder, which any web server can serve; the paths of the files. */
export async function writeReports(out: string, tournament: Tournament): Promise<readonly string[]> {
  const files = {
    'report.html': reportPage(tournament),
    'standings.csv': standingsCsv(tournament),
    'tournament.json': `${JSON.stringify(tournament)}\n`,
    ...(tournament.scenarios !== undefined && { 'scenarios.csv': scenariosCsv(tournament.scenarios) }),
    'index.html': tournamentPage(tournament, await pageParts('tournament', TOURNAMENT_STYLES)),
    'replay.html': replayPage(await pageParts('replay', GAME_STYLES)),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  return Object.keys(files).map((name) => join(out, name));
}

/** A page of lab/arena/pages as one script, and its styles. */
async function pageParts(name: string, styleFiles: readonly string[]): Promise<PageParts> {
  const entryPoints = [join(root, `lab/arena/pages/${name}/main.tsx`)];
  const { outputFiles } = await build({ ...pageOptions, entryPoints, write: false });
  const styles = await Promise.all(styleFiles.map((file) => readFile(join(root, file), 'utf8')));
  return { script: outputFiles[0]?.text ?? '', style: styles.join('\n') };
}
