import { SeededDraws } from './seeded-draws.js';

const ONSETS = 'b br d dr f fl g gl h j k kl l m n p pr r s sk t tr v w z'.split(' ');
const VOWELS = 'a e i o u ai au ei oa'.split(' ');
const CODAS = ['', '', '', 'l', 'm', 'n', 'r', 's', 'x'];
const MIN_SYLLABLES = 2;

/** A thing that gets an invented name: its kind and its name in the ordinary rules. */
export interface Nameless {
  readonly kind: string;
  readonly name: string;
}

/**
 * Invented words of two or three syllables, one for each thing: unlike each other and unlike every ordinary name, also
 * when case does not count. The word of a thing depends on the seed and on the thing, so that rulesets of several versions of
 * the game server call it the same.
 */
export function inventedNames<T extends Nameless>(
  things: readonly T[],
  seed: number,
): ReadonlyMap<T, string> {
  const taken = new Set(things.map(({ name }) => name.toLowerCase()));
  const names = new Map<T, string>();
  for (const thing of things) {
    const draws = new SeededDraws(seed, `name of ${thing.kind} ${thing.name}`);
    let word = inventedWord(draws);
    while (taken.has(word)) word = inventedWord(draws);
    taken.add(word);
    names.set(thing, `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  }
  return names;
}

function inventedWord(draws: SeededDraws): string {
  const syllables = MIN_SYLLABLES + draws.below(2);
  const parts = Array.from(
    { length: syllables },
    () => `${draws.oneOf(ONSETS)}${draws.oneOf(VOWELS)}${draws.oneOf(CODAS)}`,
  );
  return parts.join('');
}
