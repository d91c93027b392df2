import type { MatchResult } from '../play/match-result.js';
import { estimate } from '../statistics/estimate.js';
import { groupBy } from '../statistics/group-by.js';
import type { RatedPlayer } from '../statistics/rating-intervals.js';
import { html, type Markup } from './html.js';
import { colorOf } from './series-colors.js';

/** A line of a chart, with the half width of its band at each point. */
export interface Series {
  readonly name: string;
  readonly color: string;
  readonly points: readonly { readonly x: number; readonly y: number; readonly margin: number }[];
}

const WIDTH = 480;
const HEIGHT = 250;
const LEFT = 44;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 26;

/** Lines over the turns, each with its 95 per cent band. */
export function lineChart(title: string, series: readonly Series[]): Markup {
  const points = series.flatMap((one) => one.points);
  const xs = points.map(({ x }) => x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const most = niceCeiling(Math.max(1, ...points.map(({ y }) => y)));
  const x = (turn: number) => LEFT + ((turn - first) / Math.max(1, last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - (Math.min(most, Math.max(0, value)) / most) * (HEIGHT - BOTTOM - TOP);
  const at = (turn: number, value: number) => `${x(turn).toFixed(1)},${y(value).toFixed(1)}`;
  const grid = [0, most / 2, most].map(
    (value) =>
      html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" /><text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${Math.round(value)}</text>`,
  );
  const bands = series.map(({ color, points: own }) => {
    const upper = own.map(({ x: turn, y: value, margin }) => at(turn, value + margin));
    const lower = own.toReversed().map(({ x: turn, y: value, margin }) => at(turn, value - margin));
    return html`<polygon points="${[...upper, ...lower].join(' ')}" fill="${color}" opacity="0.14" />`;
  });
  const lines = series.map(
    ({ name, color, points: own }) =>
      html`<polyline points="${own.map(({ x: turn, y: value }) => at(turn, value)).join(' ')}" stroke="${color}"><title>${name}</title></polyline>`,
  );
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${grid}${bands}${lines}<text x="${LEFT}" y="${HEIGHT - 8}">turn ${first}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">turn ${last}</text></svg>${legend(series)}</figure>`;
}

function legend(series: readonly Series[]): Markup {
  const entries = series.map(
    ({ name, color }) => html`<li><span class="swatch" style="background:${color}"></span>${name}</li>`,
  );
  return html`<ul class="legend">${entries}</ul>`;
}

const ROW = 30;
const NAMES = 150;

/** Ratings with their 95 per cent intervals, a row each, the best first. */
export function ratingChart(
  title: string,
  ratings: readonly RatedPlayer[],
  contestants: readonly string[],
): Markup {
  const low = Math.floor(Math.min(...ratings.map((one) => one.low)) / 100) * 100;
  const high = Math.ceil(Math.max(...ratings.map((one) => one.high)) / 100) * 100;
  const height = ratings.length * ROW + BOTTOM + TOP;
  const x = (points: number) => NAMES + ((points - low) / Math.max(1, high - low)) * (WIDTH - NAMES - 24);
  const step = high - low > 1200 ? 400 : high - low > 500 ? 200 : 100;
  const marks = Array.from(
    { length: Math.floor((high - low) / step) + 1 },
    (_, index) => Math.ceil(low / step) * step + index * step,
  ).filter((mark) => mark <= high);
  const grid = marks.map(
    (mark) =>
      html`<line class="grid" x1="${x(mark)}" x2="${x(mark)}" y1="${TOP}" y2="${height - BOTTOM}" /><text x="${x(mark)}" y="${height - 8}" text-anchor="middle">${mark}</text>`,
  );
  const rows = ratings.map(({ player, points, low: from, high: to, isFixed }, index) => {
    const y = TOP + index * ROW + ROW / 2;
    const color = colorOf(player, contestants);
    const words = isFixed ? 'fixed' : `${Math.round(from)} to ${Math.round(to)}`;
    return html`<g><title>${player}: ${Math.round(points)} (${words})</title><text x="0" y="${y + 4}">${player}</text><line x1="${x(from)}" x2="${x(to)}" y1="${y}" y2="${y}" stroke="${color}" stroke-width="3" /><circle cx="${x(points)}" cy="${y}" r="6" fill="${color}" /></g>`;
  });
  return html`<figure><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">${grid}${rows}</svg></figure>`;
}

/** The next of 1, 2, 5, 10, 20 ... */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** The mean score, cities or technologies of each contestant as each turn began, over the seeds of all matches that count. */
export function meanCurves(
  matches: readonly MatchResult[],
  contestants: readonly string[],
  column: 1 | 2 | 3,
): readonly Series[] {
  const counted = matches.filter(({ status }) => status !== 'invalid');
  return contestants.flatMap((contestant) => {
    const cells = counted.flatMap(({ seed, players }) =>
      players.flatMap((one) =>
        one.contestant === contestant
          ? one.curve.map((entry) => ({ seed, turn: entry[0], value: entry[column] }))
          : [],
      ),
    );
    const points = [...groupBy(cells, ({ turn }) => turn)]
      .toSorted(([a], [b]) => a - b)
      .map(([turn, entries]) => ({ x: turn, ...meanOverSeeds(entries) }));
    return points.length === 0 ? [] : [{ name: contestant, color: colorOf(contestant, contestants), points }];
  });
}

/** Games on one map are no independent samples: they are one value. */
function meanOverSeeds(entries: readonly { readonly seed: number; readonly value: number }[]) {
  const means = [...groupBy(entries, ({ seed }) => seed).values()].map(
    (group) => group.reduce((sum, { value }) => sum + value, 0) / group.length,
  );
  const { mean, margin } = estimate(means);
  return { y: mean, margin: Number.isFinite(margin) ? margin : 0 };
}
