import type { Tournament } from '../statistics/tournament.js';
import { html, Markup } from './html.js';

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
export function replayPage({ script, style }: PageParts): string {
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
