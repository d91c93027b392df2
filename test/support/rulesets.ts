/** All rulesets that come with the game server. */
export const rulesets = [
  'classic',
  'civ2civ3',
  'civ1',
  'civ2',
  'multiplayer',
  'experimental',
  'sandbox',
  'alien',
] as const;

/** `npm run test:rules` plays all cases, which takes minutes; `npm run test:all` plays those of `part`. */
export function cases<T>(all: readonly T[], part: (one: T) => boolean): readonly T[] {
  return process.env.RULES === 'all' ? all : all.filter(part);
}

/** The last turn that games of the usual tests are looked at in; later turns take the most time. */
const LAST_SHORT_TURN = 50;

/** Turns in which a game is looked at: all of them in `npm run test:rules`. */
export function looksAt(turns: readonly number[]): readonly number[] {
  return cases(turns, (turn) => turn <= LAST_SHORT_TURN);
}

/** The two rulesets that are played most, and differ most. */
export function isMain(ruleset: string): boolean {
  return ruleset === 'classic' || ruleset === 'civ2civ3';
}
