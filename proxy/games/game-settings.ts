import type { GameConfig } from '#shared/messages/llm-connect.js';

/**
 * Console commands for every server process, whether its game is new or loaded: a save does not hold all of it, or may
 * have been taken while something else was set. `turnTimeLimit` in seconds, 0 for none.
 */
export function processCommands(turnTimeLimit: number): string[] {
  return [
    // Agents are players, not operators.
    'cmdlevel none new',
    'cmdlevel none first',
    'set maxconnectionsperhost 0',
    // An agent may be away for a while: its seat stays its own and is not played by an AI.
    'set autotoggle disabled',
    'set minplayers 0',
    'set saveturns 1',
    // What we can read and change ourselves, see loadable-save.ts.
    'set compresstype LIBZ',
    `set timeout ${turnTimeLimit}`,
  ];
}

/** Console commands that make a fresh server the game that was asked for. */
export function settingCommands(config: GameConfig): string[] {
  return [
    `set aifill ${config.players}`,
    ...mapCommands(config.map),
    ...setWhenGiven('gameseed', config.seeds.game),
    ...setWhenGiven('mapseed', config.seeds.map),
    ...setWhenGiven('endturn', config.end_turn),
    ...setWhenGiven('victories', config.victory?.join('|')),
    config.ai_skill,
  ];
}

/** A square map that wraps east-west unless asked otherwise: the shape that models reason about best. */
function mapCommands(map: GameConfig['map']): string[] {
  const sized = map.xsize !== undefined && map.ysize !== undefined;
  return [
    `set topology "${map.topology ?? 'WRAPX'}"`,
    ...(sized ? ['set mapsize XYSIZE', `set xsize ${map.xsize}`, `set ysize ${map.ysize}`] : []),
    ...setWhenGiven('generator', map.generator),
  ];
}

function setWhenGiven(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`set ${name} ${value}`];
}
