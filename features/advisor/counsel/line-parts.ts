import type { ForecastChange } from '#shared/protocol/state/counsel.js';
import type { CityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';

/**
 * Turns that weights look ahead. The weight of every line is what is at stake in these turns, in per cent of what the
 * cities make in them as things are: each food, shield and trade point counts one, and so does each bulb and each piece
 * of gold or luxury that does not come from trade.
 */
export const HORIZON_TURNS = 40;

/** The weight of this many points in all, as `HORIZON_TURNS` says; 0 to 100 with one decimal. */
export function weightOf(points: number, { made }: Pick<RealmTotals, 'made'>): number {
  const percent = (100 * points) / (Math.max(1, made) * HORIZON_TURNS);
  return Math.max(0, Math.min(100, Math.round(10 * percent) / 10));
}

/** The weight of this many points in each turn, from the given turn on. */
export function weightFrom(points: number, turns: number, totals: Pick<RealmTotals, 'made'>): number {
  return weightOf(points * Math.max(0, HORIZON_TURNS - turns), totals);
}

/** What a city has left in a turn, in points: trade is counted as the gold, luxury and bulbs that it becomes. */
export function pointsOf({ surplus }: CityEconomy): number {
  const { trade: _trade, ...counted } = outputs;
  return Object.values(counted).reduce<number>((sum, output) => sum + (surplus[output] ?? 0), 0);
}

/** `36 to 99`, or `36 as now`. */
export function changeWords({ now, after }: ForecastChange): string {
  return now === after ? `${now} as now` : `${now} to ${after}`;
}
