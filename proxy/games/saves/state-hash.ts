import { createHash } from 'node:crypto';

/**
 * What a save says that is not the game: the messages with the second of each (chat is not played again), how long the
 * server took for the turn, how long it has gone on, who was slow, and the time limit, which is ours.
 */
const notTheGame: readonly RegExp[] = [
  /^\[event_cache\]\n(?:[^[\n].*\n|\n)*/m,
  /^last_turn_change_time=.*\n/m,
  /^idle_turns=.*\n/gm,
  /^phase_seconds=.*\n/m,
  /^"timeout",.*\n/m,
];

/** From and to, in characters. */
type Span = readonly [from: number, to: number];

/**
 * The hash of a whole game as the server wrote it down: map, players, units, cities, research, what the AIs remember, all
 * settings, and the random numbers to come. Two games of the same hash go on alike under the same actions.
 * `text` with one character for each byte; 32 hexadecimal digits.
 */
export function stateHash(text: string): string {
  const hash = createHash('sha256');
  let from = 0;
  // Piece by piece: a save is a megabyte of text and more, and taking something out of it would copy it each time.
  for (const [left, right] of leftOut(text)) {
    if (left > from) hash.update(text.slice(from, left), 'latin1');
    from = Math.max(from, right);
  }
  return hash.update(text.slice(from), 'latin1').digest('hex').slice(0, 32);
}

function leftOut(text: string): readonly Span[] {
  const spans = notTheGame.flatMap((pattern) =>
    pattern.global ? [...text.matchAll(pattern)] : firstOf(text, pattern),
  );
  return spans.map((found): Span => [found.index, found.index + found[0].length]).sort(([a], [b]) => a - b);
}

function firstOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found = pattern.exec(text);
  return found === null ? [] : [found];
}
