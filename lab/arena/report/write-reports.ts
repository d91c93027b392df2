import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { PROCESS_METRICS } from '#shared/protocol/process-definitions.js';
import { csvLines } from '#shared/protocol/score.js';
import { pageOptions } from '../../../tools/steps/page-options.mjs';
import { END } from '../play/match-result.js';
import { shareInterval } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import type { Tournament } from '../statistics/tournament.js';

const root = join(import.meta.dirname, '../../..');
const TOURNAMENT_STYLES = ['web/page.css', 'lab/arena/pages/tournament/tournament.css'];
const GAME_STYLES = ['page.css', 'agents.css', 'model.css', 'seat.css'].map((name) => `web/${name}`);

/** Writes what came of an arena into its folder, which any web server can serve; the paths of the files. */
export async function writeReports(out: string, tournament: Tournament): Promise<readonly string[]> {
  const parts = await pageParts('tournament', TOURNAMENT_STYLES);
  const files = {
    'report.html': await reportPage(tournament, parts.style),
    'standings.csv': standingsCsv(tournament),
    'tournament.json': `${JSON.stringify(tournament)}\n`,
    ...(tournament.scenarios !== undefined && { 'scenarios.csv': scenariosCsv(tournament.scenarios) }),
    'index.html': await tournamentPage(tournament, parts),
    'replay.html': replayPage(await pageParts('replay', GAME_STYLES)),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(out, name), text);
  return Object.keys(files).map((name) => join(out, name));
}

const STANDINGS_COLUMNS = [
  ...['match', 'seed', 'status', 'checkpoint', 'contestant', 'place', 'nation', 'turn', 'alive', 'score'],
  ...['cities', 'techs', 'winner', 'tokens', 'cost_usd', 'hash'],
  ...['scenario', 'difficulty', 'task_score'],
  ...PROCESS_METRICS,
] as const;

/** What each contestant of each match had at each checkpoint, as comma-separated values; how it played at the end. */
export function standingsCsv({ matches }: Tournament): string {
  const lines = matches.flatMap(({ match, seed, status, players, hash, scenario }) =>
    players.flatMap(({ contestant, player, nation, standings, isWinner, process }) =>
      Object.entries(standings).map(
        ([checkpoint, { turn, alive, score, cities, techs, tokens, costUsd }]) => [
          ...[match, seed, status, checkpoint, contestant, player, nation, turn, alive, score],
          ...[cities, techs, isWinner, tokens, costUsd, hash],
          ...[scenario?.name ?? null, scenario?.difficulty ?? null, scenario?.score ?? null],
          ...PROCESS_METRICS.map((metric) => (checkpoint === END ? (process?.[metric] ?? null) : null)),
        ],
      ),
    ),
  );
  return csvLines([STANDINGS_COLUMNS, ...lines]);
}

const SCENARIO_COLUMNS = [
  ...['player', 'scenario', 'difficulty', 'games', 'solved', 'score', 'low', 'high', 'tokens', 'cost_usd'],
] as const;

/** The table of scores, a line for each player, scenario and difficulty; `low` and `high` are the ends of the 95 per cent interval. */
export function scenariosCsv({ figures }: ScenarioTable): string {
  const lines = figures.map(({ contestant, scenario, difficulty, games, solved, score, tokens, costUsd }) => [
    ...[contestant, scenario, difficulty, games, solved, score.mean],
    ...(shareInterval(score) ?? [null, null]),
    ...[tokens?.mean ?? null, costUsd?.mean ?? null],
  ]);
  return csvLines([SCENARIO_COLUMNS, ...lines]);
}

/** A page of lab/arena/pages as one script, and its styles. */
async function pageParts(name: string, styleFiles: readonly string[]): Promise<PageParts> {
  const styles = await Promise.all(styleFiles.map((file) => readFile(join(root, file), 'utf8')));
  return { script: await bundled(`${name}/main.tsx`), style: styles.join('\n') };
}

async function bundled(file: string): Promise<string> {
  const entryPoints = [join(root, 'lab/arena/pages', file)];
  const { outputFiles } = await build({ ...pageOptions, entryPoints, write: false });
  return outputFiles[0]?.text ?? '';
}

/** What a page is made of, as it was built. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/** The page of a tournament with its data in it: one file beside the maps and recordings it links to. */
export async function tournamentPage(tournament: Tournament, { script, style }: PageParts): Promise<string> {
  const noScript = 'Choosing needs JavaScript; <a href="report.html">the report</a> shows all without it.';
  return htmlPage({
    ...{ title: 'Tournament', style, body: await markupOf(tournament, { isReport: false }) },
    scripts: `<noscript><p class="card">${noScript}</p></noscript>
<script type="application/json" id="tournament">${inElement(JSON.stringify(tournament))}</script>
<script type="module">${inElement(script)}</script>`,
  });
}

/** The report: the same page in one file without a script or a link outwards, with all that can be chosen in the other one. */
export async function reportPage(tournament: Tournament, style: string): Promise<string> {
  const { contestants, matches } = tournament;
  const title = `Arena: ${contestants.length} players, ${matches.length} games`;
  return htmlPage({ title, style, body: await markupOf(tournament, { isReport: true }) });
}

/** Markup by the components of the page, bundled as for a browser: the types that they need stay out of what runs in Node. */
async function markupOf(tournament: Tournament, options: MarkupOptions): Promise<string> {
  const script = Buffer.from(await bundled('tournament/markup.tsx')).toString('base64');
  const { tournamentMarkup }: MarkupModule = await import(`data:text/javascript;base64,${script}`);
  return tournamentMarkup(tournament, options);
}

interface MarkupModule {
  tournamentMarkup(tournament: Tournament, options: MarkupOptions): string;
}

interface MarkupOptions {
  /** Whether no script runs in it. */
  readonly isReport: boolean;
}

/** The page that shows the recordings beside it, turn by turn: one file. */
function replayPage({ script, style }: PageParts): string {
  return htmlPage({
    ...{ title: 'Recorded games', style },
    body: '<noscript>This page draws a map, and needs JavaScript for it.</noscript>',
    scripts: `<script type="module">${inElement(script)}</script>`,
  });
}

interface HtmlPage {
  readonly title: string;
  readonly style: string;
  /** Markup, as are the scripts. */
  readonly body: string;
  readonly scripts?: string;
}

function htmlPage({ title, style, body, scripts = '' }: HtmlPage): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title><style>${inElement(style)}</style></head>
<body><div id="page">${body}</div>
${scripts}</body></html>
`;
}

/** Text inside script or style, which nothing in it may end: in JSON and in JavaScript texts \\u003c is the same character. */
function inElement(text: string): string {
  return text.replaceAll(/<(?=\/script|\/style|!--)/gi, '\\u003c');
}
