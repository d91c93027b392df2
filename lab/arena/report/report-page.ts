import { END } from '../play/match-result.js';
import { type Estimate, estimateText } from '../statistics/estimate.js';
import type { CheckpointFigures, Tournament } from '../statistics/tournament.js';
import { lineChart, meanCurves, ratingChart } from './charts.js';
import { html, Markup } from './html.js';
import { linkedTurns, replayAddress } from './replay-links.js';
import { scenarioSection } from './scenario-section.js';

/** The report: one file without a script or a link outwards, all pictures in it. */
export function reportPage(tournament: Tournament): string {
  const { manifest, contestants, matches, scenarios } = tournament;
  const { options } = manifest;
  const counted = matches.filter(({ status }) =>
    scenarios === undefined ? status !== 'invalid' : status === 'valid',
  ).length;
  const title = `Arena: ${contestants.length} players, ${matches.length} games`;
  const body = html`<main>
<header><h1>${title}</h1>
<p class="muted">${scenarios === undefined ? `${options.turns} turns` : `${scenarios.scenarios.length} scenarios`}; ${new Set(matches.map(({ seed }) => seed)).size} seeds; ${counted} games count. Intervals hold the true value with 95 per cent.</p></header>
${scenarios === undefined ? gameSections(tournament) : scenarioSection(scenarios, contestants)}
${leftOutSection(tournament)}
${recordingsSection(tournament)}
${madeSection(tournament)}
</main>`;
  return page(title, body);
}

/** What there is of games of contestants against each other. */
function gameSections(tournament: Tournament): Markup {
  return html`${ratingsSection(tournament)}
${curvesSection(tournament)}
${tournament.checkpoints.toReversed().map(figuresSection)}
${recordsSection(tournament)}`;
}

function page(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title><style>${new Markup(REPORT_STYLE)}</style></head>
<body>${body}</body></html>
`.text;
}

/** `at the end` or `turn 50`. */
function checkpointWords(checkpoint: string): string {
  return checkpoint === END ? 'the end' : `turn ${checkpoint}`;
}

function ratingsSection({ checkpoints, contestants, fixed }: Tournament): Markup {
  if (checkpoints.length === 0) return html`<section><h2>Ratings</h2><p>No game counts.</p></section>`;
  const charts = checkpoints
    .toReversed()
    .map(({ checkpoint, games, ratings }) =>
      ratingChart(`By ${checkpointWords(checkpoint)} (${games} games)`, ratings, contestants),
    );
  const note =
    fixed.length === 0
      ? 'The mean of all is 1000.'
      : `Fixed by the ladder of the game server: ${fixed.join(', ')}.`;
  return html`<section><h2>Ratings</h2><p class="muted">Elo points by the model of Bradley and Terry: 400 more are odds of ten to one. ${note}</p><div class="charts">${charts}</div></section>`;
}

function curvesSection({ matches, contestants }: Tournament): Markup {
  const charts = (['Score', 'Cities', 'Technologies'] as const).map((name, index) => {
    const series = meanCurves(matches, contestants, index === 0 ? 1 : index === 1 ? 2 : 3);
    return series.length === 0 ? html`` : lineChart(name, series);
  });
  return html`<section><h2>Over the turns</h2><p class="muted">Means of all games that count, with their 95 per cent bands.</p><div class="charts">${charts}</div></section>`;
}

function figuresSection({ checkpoint, figures, ratings, games }: CheckpointFigures): Markup {
  const hasModels = figures.some(({ tokens }) => tokens !== undefined);
  const rows = ratings.flatMap(({ player, points }) => {
    const own = figures.find(({ contestant }) => contestant === player);
    if (own === undefined) return [];
    const model = html`<td>${cell(own.tokens)}</td><td>${cell(own.costUsd, 4)}</td>`;
    return html`<tr><td>${player}</td><td>${Math.round(points)}</td><td>${own.games}</td><td>${cell(own.score)}</td><td>${cell(own.cities)}</td><td>${cell(own.techs)}</td><td>${Math.round(own.survival * 100)} %</td>${hasModels ? model : html``}</tr>`;
  });
  const model = hasModels ? html`<th>Tokens</th><th>US dollars</th>` : html``;
  return html`<section><h2>At ${checkpointWords(checkpoint)}</h2><p class="muted">${games} games; means over seeds.</p><div class="wide"><table><thead><tr><th>Player</th><th>Rating</th><th>Games</th><th>Score</th><th>Cities</th><th>Technologies</th><th>Alive</th>${model}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function cell(value: Estimate | undefined, digits = 1): string {
  if (value === undefined) return '';
  return digits === 1 ? estimateText(value) : value.mean.toFixed(digits);
}

function recordsSection({ checkpoints, contestants }: Tournament): Markup {
  const last = checkpoints.at(-1);
  if (last === undefined) return html``;
  const rows = contestants.map((contestant) => {
    const cells = contestants.map((opponent) => {
      const record = last.records[contestant]?.[opponent];
      return html`<td>${record === undefined ? '' : `${record.wins} / ${record.draws} / ${record.losses}`}</td>`;
    });
    return html`<tr><td>${contestant}</td>${cells}</tr>`;
  });
  const heads = contestants.map((contestant) => html`<th>${contestant}</th>`);
  return html`<section><h2>One against the other</h2><p class="muted">Games in which the player of the row was ahead, level or behind at ${checkpointWords(last.checkpoint)}.</p><div class="wide"><table><thead><tr><th></th>${heads}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function leftOutSection({ matches, scenarios }: Tournament): Markup {
  const odd = matches.filter(({ status }) => status !== 'valid');
  const rule =
    scenarios === undefined
      ? 'Of an invalid game nothing counts; of a partial one what was played.'
      : 'Of a game that is not valid nothing counts.';
  if (odd.length === 0) return html`<section><h2>Left out</h2><p>Every game counts in full.</p></section>`;
  const rows = odd.map(
    ({ match, status, reason, playedTo }) =>
      html`<tr><td>${match}</td><td class="warn">${status}</td><td>${playedTo}</td><td class="text">${reason ?? ''}</td></tr>`,
  );
  return html`<section><h2>Left out</h2><p class="muted">${rule}</p><div class="wide"><table><thead><tr><th>Game</th><th>Verdict</th><th>Played to</th><th class="text">Why</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function recordingsSection({ matches }: Tournament): Markup {
  const rows = matches.map(({ match, playedTo, players }) => {
    const links = linkedTurns(playedTo).map(
      (turn) => html`<a href="${replayAddress(match, turn)}">${turn}</a> `,
    );
    const names = [...new Set(players.map(({ contestant }) => contestant))].join(', ');
    return html`<tr><td>${match}</td><td class="text">${names}</td><td class="text">${links}</td></tr>`;
  });
  return html`<section><h2>Games</h2><p class="muted">Each from a turn on, where a web server serves this folder.</p><div class="wide"><table><thead><tr><th>Game</th><th class="text">Players</th><th class="text">Turns</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

function madeSection({ manifest }: Tournament): Markup {
  const { made_with: made, results_hash: hash, options } = manifest;
  const facts = {
    'Package version': made.version,
    Commit: made.commit ?? 'unknown',
    'Game server': made.server ?? 'unknown',
    'SHA-256 of its rules': made.ruleset ?? 'unknown',
    'SHA-256 of the tools of models': made.tools,
    ...(made.scenarios !== null && { 'SHA-256 of the list of scenarios': made.scenarios }),
    ...Object.fromEntries(
      Object.entries(made.prompts).map(([model, prompt]) => [`SHA-256 of the prompt of ${model}`, prompt]),
    ),
    Seeds: options.seeds.join(', '),
    'SHA-256 of all results': hash ?? 'not complete',
  };
  const rows = Object.entries(facts).map(
    ([name, value]) => html`<tr><td>${name}</td><td class="text"><code>${value}</code></td></tr>`,
  );
  return html`<section><h2>To repeat it</h2><p><code>npm run arena -- --manifest manifest.json</code></p><p class="muted">Games of bots and AIs have the same result again. Games of language models do not.</p><div class="wide"><table><tbody>${rows}</tbody></table></div></section>`;
}

/** The style of the report: it stands in the file itself, by day, in the dark and on a phone. */
const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #f3f4f1; --card: #fff; --ink: #1d2126; --muted: #5d6570; --line: #dcdfe0; --accent: #1f6a99; --warn: #a8650b;
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171b; --card: #1d2227; --ink: #e8eaec; --muted: #9aa4ae; --line: #30363d; --accent: #74b9e6; --warn: #e3ab55; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 1180px; margin: 0 auto; padding: clamp(16px, 4vw, 48px); display: grid; gap: 18px; grid-template-columns: minmax(0, 1fr); }
h1 { font-size: clamp(26px, 5vw, 38px); letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 18px; margin: 0 0 10px; } h3 { font-size: 15px; margin: 14px 0 4px; }
p { margin: 0 0 8px; } a { color: var(--accent); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px; }
.charts { display: grid; gap: 18px 28px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); }
figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: 6px; }
svg { width: 100%; height: auto; max-width: 620px; display: block; } svg text { fill: var(--muted); font-size: 12.5px; }
svg .grid { stroke: var(--line); } svg polyline { fill: none; stroke-width: 2; }
.legend { list-style: none; padding: 0; margin: 6px 0 0; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 13px; }
.swatch { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 6px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--muted); font-weight: 500; font-size: 13px; }
.text { text-align: left; white-space: normal; min-width: 220px; }
@media (max-width: 600px) { svg text { font-size: 17px; } }
.muted { color: var(--muted); } .warn { color: var(--warn); } code { font-size: 13px; overflow-wrap: anywhere; }
`;
