import { type Machine, shownMachine } from '../../test/support/machine.js';
import type { LivesFigures } from './game-lives.js';
import type { Series } from './samples.js';
import { type Trend, trendOf } from './trend.js';

/** What a soak came to. */
export interface SoakReport {
  readonly machine: Machine;
  readonly minutes: number;
  readonly lives: LivesFigures;
  readonly series: readonly Series[];
  /** What was still held after everybody had left, beyond what was held before. */
  readonly left: readonly string[];
}

interface Judged extends Series {
  readonly trend: Trend | undefined;
}

/** Each figure with its trend. */
function judge({ series }: Pick<SoakReport, 'series'>): readonly Judged[] {
  return series.map((each) => ({ ...each, trend: trendOf(each.points, each.maxInTenMinutes) }));
}

/** Whether nothing grows, nothing went wrong and nothing is left. */
export function isSound(report: SoakReport): boolean {
  const grows = judge(report).some(({ trend }) => trend?.verdict === 'grows');
  return !grows && report.lives.problems.length === 0 && report.left.length === 0;
}

/** The figures as lines: what each grows by in ten minutes, with its interval. */
export function shownSoak(report: SoakReport): string {
  const { lives, left, minutes, machine } = report;
  const rows = judge(report).map(({ name, points, trend, unit }) => {
    const ends = `${shown(points[0]?.value)} to ${shown(points.at(-1)?.value)} ${unit}`.trim();
    if (trend === undefined) return `${name.padEnd(26)} ${ends}; too short to tell`;
    const slope = `${shown(trend.slope)} (${shown(trend.low)} to ${shown(trend.high)}) in ten minutes`;
    return `${name.padEnd(26)} ${trend.verdict.padEnd(8)} ${slope}; ${ends}`;
  });
  return [
    `${minutes.toFixed(0)} minutes: ${lives.gamesEnded} games played to their end, ${lives.turns} turns, agents came ${lives.comings} times, spectators ${lives.spectators} times`,
    shownMachine(machine),
    ...rows,
    ...left.map((each) => `LEFT ${each}`),
    ...lives.problems.map((each) => `PROBLEM ${each}`),
    isSound(report) ? verdict(report) : 'NOT SOUND',
  ].join('\n');
}

/** What can be said of a run in which nothing went wrong. */
function verdict(report: SoakReport): string {
  const open = judge(report).filter(({ trend }) => trend?.verdict !== 'flat');
  if (open.length === 0) return 'nothing grows';
  return `nothing went wrong; too short to tell: ${open.map(({ name }) => name).join(', ')}`;
}

const [WIDTH, HEIGHT, MARGIN] = [640, 180, 44];

/** The same as a page with a plot of each figure; one file, readable by day and in the dark. */
export function soakPage(report: SoakReport): string {
  const plots = judge(report).map(
    (each) =>
      `<figure><figcaption>${escaped(each.name)}${each.unit === '' ? '' : `, ${each.unit}`} <b class="${each.trend?.verdict ?? 'none'}">${each.trend?.verdict ?? 'too short'}</b></figcaption>${plot(each)}</figure>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Soak</title>
<style>
:root { color-scheme: light dark; --line: #2563eb; --fit: #b45309; --grid: #8884; }
body { font: 15px system-ui, sans-serif; max-width: 1360px; margin: 1rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: .7rem; border: 1px solid var(--grid); border-radius: 6px; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 1rem; }
figure { margin: 0; } figcaption { margin-bottom: .3rem; } svg { width: 100%; height: auto; }
svg text { font-size: 11px; fill: currentColor; } .grows { color: #dc2626; } .flat { color: #16a34a; }
</style>
<h1>Soak</h1>
<pre>${escaped(shownSoak(report))}</pre>
<main>${plots.join('\n')}</main>
</html>
`;
}

/** A figure over the minutes, and the line that was fitted to it. */
function plot({ name, points, trend }: Judged): string {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 1)];
  const last = points.at(-1)?.minute ?? 1;
  const x = (minute: number) => (MARGIN + (minute / (last || 1)) * (WIDTH - MARGIN - 8)).toFixed(1);
  const y = (value: number) =>
    (HEIGHT - 20 - ((value - least) / (most - least || 1)) * (HEIGHT - 32)).toFixed(1);
  const path = points.map(({ minute, value }) => `${x(minute)},${y(value)}`).join(' ');
  const fitted = trend?.line.map(({ minute, value }) => `${x(minute)},${y(value)}`).join(' ');
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(name)} over time">
<line x1="${MARGIN}" x2="${WIDTH}" y1="${y(least)}" y2="${y(least)}" stroke="var(--grid)"/>
<line x1="${MARGIN}" x2="${WIDTH}" y1="${y(most)}" y2="${y(most)}" stroke="var(--grid)"/>
<text x="2" y="${y(most)}">${shown(most)}</text><text x="2" y="${y(least)}">${shown(least)}</text>
<text x="${MARGIN}" y="${HEIGHT - 4}">0</text><text x="${WIDTH - 60}" y="${HEIGHT - 4}">${last.toFixed(1)} min</text>
<polyline points="${path}" fill="none" stroke="var(--line)" stroke-width="1.5"/>
${fitted === undefined ? '' : `<polyline points="${fitted}" fill="none" stroke="var(--fit)" stroke-width="2" stroke-dasharray="6 4"/>`}
</svg>`;
}

function shown(value = Number.NaN): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
