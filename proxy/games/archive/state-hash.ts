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

/**
 * The hash of a whole game as the server wrote it down: map, players, units, cities, research, what the AIs remember, all
 * settings, and the random numbers to come. Two games of the same hash go on alike under the same actions.
 * `text` with one character for each byte; 32 hexadecimal digits.
 */
export function stateHash(text: string): string {
  const game = notTheGame.reduce((rest, pattern) => rest.replace(pattern, ''), text);
  return createHash('sha256').update(game, 'latin1').digest('hex').slice(0, 32);
}
