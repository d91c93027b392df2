/** What one server process played: the turns after `from`, up to and with the beginning of `until`. */
export interface Segment {
  /** The turn from whose save it took up the game; null: it made it. */
  readonly from: number | null;
  readonly until: number;
}

/**
 * The parts of a game that were each played by one server process. Only within such a part does the game go on from
 * its own memory: what AIs plan is not in saves, so a part can be repeated only as a whole.
 * `lives`: where each process began, in order; `last`: the last turn that began.
 */
export function segmentsOf(lives: readonly (number | null)[], last: number): readonly Segment[] {
  return lives
    .map((from, i) => ({ from, until: lives[i + 1] ?? last }))
    .filter(({ from, until }) => (from ?? -1) < until);
}
