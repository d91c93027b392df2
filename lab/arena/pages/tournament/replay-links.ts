/** The most links of one game. */
const MAX_LINKS = 12;

/** The turns of a game that are linked: the first, round ones, and the last. */
export function linkedTurns(playedTo: number): readonly number[] {
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((one) => playedTo / one <= MAX_LINKS - 2) ?? 1000;
  const round = Array.from({ length: Math.floor(playedTo / step) }, (_, index) => (index + 1) * step);
  return [...new Set([1, ...round, playedTo])].filter((turn) => turn >= 1 && turn <= playedTo);
}

/** Where the page beside the report shows a turn of a game. */
export function replayAddress(match: string, turn: number): string {
  return `replay.html#/game/${match}?turn=${turn}`;
}
