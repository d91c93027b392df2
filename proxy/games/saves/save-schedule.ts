/**
 * Console commands that make every server process save the game at the beginning of each turn. Beside these, the server
 * saves when a game is over, when a request asks for it (features/operations/operations.ts), and after a restore, so that the random numbers
 * that it drew are known (restore/loadable-save.ts).
 */
export const SAVE_SCHEDULE_COMMANDS: readonly string[] = [
  'set saveturns 1',
  // What we can read and change ourselves, see restore/loadable-save.ts.
  'set compresstype LIBZ',
];
