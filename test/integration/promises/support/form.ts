/**
 * Each promise has one test in two sizes: the short form is part of `npm run test:all`, the long one is run by
 * `npm run chaos -- promises`. What is promised is the same in both.
 */
export const isLong = process.env.PROMISES_FORM === 'long';

export function sized(short: number, long: number): number {
  return isLong ? long : short;
}
