/**
 * Console commands for every server process, whether its game is new or loaded: a save does not hold all of it, or may
 * have been taken while something else was set. When saves are written is told in saves/save-file.ts.
 */
export const PROCESS_COMMANDS: readonly string[] = [
  // Agents are players, not operators.
  'cmdlevel none new',
  'cmdlevel none first',
  'set maxconnectionsperhost 0',
  // An agent may be away for a while: its seat stays its own and is not played by an AI.
  'set autotoggle disabled',
  // The turn does not wait for a human whose client is gone; seats of agents are always connected.
  'set turnblock disabled',
  // The time of turns is kept here, see turns/turn-manager.ts.
  'set timeout 0',
];
