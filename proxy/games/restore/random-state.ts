/** The server's random number generator as it stands in a save: 56 words, each new one the sum of two old ones. */
export interface RandomState {
  readonly words: readonly number[];
  /** Where the newest word stands; the other two places of the generator follow from it. */
  readonly newest: number;
}

const SIZE = 56;
const WORDS_A_LINE = 7;
/** From the place that is replaced next to the one that is added to it. */
const LAG = 31;

/** The state in the text of a save; undefined when it holds none. */
export function randomStateIn(save: string): RandomState | undefined {
  const newest = /^index_X=(\d+)$/m.exec(save)?.[1];
  const words = [...save.matchAll(/^table\d="([0-9a-f ]+)"$/gm)].flatMap(([, line = '']) =>
    line
      .trim()
      .split(/ +/)
      .map((word) => Number.parseInt(word, 16)),
  );
  return newest === undefined || words.length !== SIZE ? undefined : { words, newest: Number(newest) };
}

/** The text of the save with another state in it. */
export function withRandomState(save: string, { words, newest }: RandomState): string {
  const index = (name: string, value: number): [RegExp, string] => [
    new RegExp(`^index_${name}=\\d+$`, 'm'),
    `index_${name}=${value % SIZE}`,
  ];
  const places = [index('X', newest), index('J', newest + 1), index('K', newest + 1 + LAG)];
  const placed = places.reduce((text, [from, to]) => text.replace(from, to), save);
  return placed.replace(/^table(\d)="[0-9a-f ]+"$/gm, (_, line: string) => {
    const start = Number(line) * WORDS_A_LINE;
    const own = words.slice(start, start + WORDS_A_LINE).map((word) => word.toString(16).padStart(8, ' '));
    return `table${line}="${own.join(' ')}"`;
  });
}

/** The state one draw later. */
function drawn({ words, newest }: RandomState): RandomState {
  const next = (newest + 1) % SIZE;
  return { newest: next, words: words.with(next, sum(words, next, next + LAG)) };
}

/** The state from which so many draws lead to this one. */
export function rewound(state: RandomState, draws: number): RandomState {
  let { words, newest } = state;
  for (let i = 0; i < draws; i += 1) {
    const added = words[(newest + LAG) % SIZE] ?? 0;
    words = words.with(newest, ((words[newest] ?? 0) - added) >>> 0);
    newest = (newest + SIZE - 1) % SIZE;
  }
  return { words, newest };
}

/** How many draws lead from one state to the other, if no more than `most` do. */
export function drawsBetween(from: RandomState, to: RandomState, most: number): number | undefined {
  let state = from;
  for (let draws = 0; draws <= most; draws += 1) {
    if (isSame(state, to)) return draws;
    state = drawn(state);
  }
  return undefined;
}

function isSame(a: RandomState, b: RandomState): boolean {
  return a.newest === b.newest && a.words.every((word, index) => word === b.words[index]);
}

function sum(words: readonly number[], a: number, b: number): number {
  return ((words[a % SIZE] ?? 0) + (words[b % SIZE] ?? 0)) >>> 0;
}
