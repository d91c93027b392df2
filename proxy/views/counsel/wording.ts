import type { ForecastChange } from '#shared/protocol/state/counsel.js';

/** `36 to 99`, or `36 as now`. */
export function changeWords({ now, after }: ForecastChange): string {
  return now === after ? `${now} as now` : `${now} to ${after}`;
}

/** Per cent that a part is of a whole, between 0 and 100. */
export function percentOf(part: number, whole: number): number {
  return Math.max(0, Math.min(100, Math.round((100 * part) / Math.max(1, whole))));
}
