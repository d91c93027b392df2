/**
 * Each promise has one test in two sizes: the short form is part of `npm test`, the long one is run by
 * `npm run chaos -- promises`. What is promised is the same in both.
 */
export const isLong = process.env.PROMISES_FORM === 'long';

export function sized(short: number, long: number): number {
  return isLong ? long : short;
}

/** Prints what was measured: figures are for people, only promises are asserted. */
export function figures(promise: number, values: Readonly<Record<string, number | string>>): void {
  const list = Object.entries(values).map(([name, value]) => `${name} ${shown(value)}`);
  console.log(`promise ${promise}: ${list.join(', ')}`);
}

function shown(value: number | string): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}
