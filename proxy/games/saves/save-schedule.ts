/**
 * Console commands that make every server process save the game at the beginning of each turn. Beside these, the server
 * saves when a game is over and when somebody asks for it (operations/operations.ts).
 */
export const SAVE_SCHEDULE_COMMANDS: readonly string[] = [
  'set saveturns 1',
  // What we can read and change ourselves, see restore/loadable-save.ts.
  'set compresstype LIBZ',
];
