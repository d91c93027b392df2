import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pageOptions } from '../../../tools/steps/page-options.mjs';
import type { Tournament } from '../statistics/tournament.js';
import { scenariosCsv, standingsCsv } from './csv.js';
import { html, Markup } from './html.js';
import { reportPage } from './report-page.js';

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

/** What the page is made of, as it was built. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** The page of a tournament with its data in it: one file beside the maps and recordings it links to. */
export function tournamentPage(tournament: Tournament, { script, style }: PageParts): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Tournament</title><style>${inElement(style)}</style></head>
<body><div id="page"><noscript>This page needs JavaScript; <a href="report.html">the report</a> does not.</noscript></div>
<script type="application/json" id="tournament">${inElement(JSON.stringify(tournament))}</script>
<script type="module">${inElement(script)}</script></body></html>
`.text;
}

/** The page that shows the recordings beside it, turn by turn: one file. */
function replayPage({ script, style }: PageParts): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Recorded games</title><style>${inElement(style)}</style></head>
<body><div id="page"><noscript>This page draws a map, and needs JavaScript for it.</noscript></div>
<script type="module">${inElement(script)}</script></body></html>
`.text;
}

/** Text inside script or style, which nothing in it may end: in JSON and in JavaScript texts \\u003c is the same character. */
function inElement(text: string): Markup {
  return new Markup(text.replaceAll(/<(?=\/script|\/style|!--)/gi, '\\u003c'));
}
