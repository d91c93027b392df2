/** How many times as often as in `npm test` the properties are tried. `npm run test:nightly` sets it. */
const TIMES = Number(process.env.PROPERTY_TIMES ?? 1);

/** What fast-check tries without being told a number. */
const USUAL_RUNS = 100;

/** The number of runs of a property that takes `usual` runs in `npm test`. */
export function runs(usual: number): number {
  return usual * TIMES;
}

/** Tells fast-check how often to try a property that names no number. Files without one need not load it. */
export async function setPropertyRuns(): Promise<void> {
  if (TIMES === 1) return;
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ numRuns: runs(USUAL_RUNS) });
}
