/** How the game of a seed is set up. */
export interface AiGamePlan {
  readonly ruleset: string;
  readonly endTurn: number;
  /** The skill of each player's AI. */
  readonly levels: readonly string[];
  /** Console commands before the game begins. */
  readonly commands: readonly string[];
}

const skills = ['novice', 'easy', 'normal', 'hard', 'cheating'];
const rulesets = ['civ2civ3', 'classic'];
const lengths = [50, 60, 80, 100, 100];
const maps = [
  [30, 20],
  [34, 24],
  [40, 28],
] as const;

/** The plan of a seed: 3 to 6 AIs of mixed skill on a small map. */
export function planOf(seed: number): AiGamePlan {
  const random = randomOf(seed);
  const draw = <T>(choices: readonly T[]): T => {
    const drawn = choices[Math.floor(random() * choices.length)];
    if (drawn === undefined) throw new Error('there is nothing to draw from');
    return drawn;
  };
  const players = draw([3, 4, 4, 5, 6]);
  const [xsize, ysize] = draw(maps);
  const [ruleset, endTurn] = [draw(rulesets), draw(lengths)];
  const levels = Array.from({ length: players }, () => draw(skills));
  const settings = [
    ...['minplayers 0', `aifill ${players}`, `maxplayers ${players}`, `endturn ${endTurn}`],
    ...['topology "WRAPX"', 'mapsize XYSIZE', `xsize ${xsize}`, `ysize ${ysize}`],
    ...[`gameseed ${seed}`, `mapseed ${seed}`, 'saveturns 2', 'compresstype LIBZ', 'timeout -1'],
  ];
  const commands = [
    'cmdlevel none new',
    'cmdlevel none first',
    ...settings.map((setting) => `set ${setting}`),
  ];
  return { ruleset, endTurn, levels, commands };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
