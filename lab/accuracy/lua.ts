import type { PlayedGame } from '../../test/support/played-game.js';

/** Longer console lines are cut by the server. */
const LONGEST = 400;

/** Runs statements of the server's script, as many in a line as fit; what one of them cannot do harms no other. */
export async function runLua(game: PlayedGame, statements: readonly string[]): Promise<void> {
  let line = '';
  for (const statement of statements) {
    const safe = `pcall(function() ${statement} end) `;
    if (line.length + safe.length > LONGEST) {
      await game.command(`lua cmd ${line}`);
      line = '';
    }
    line += safe;
  }
  if (line !== '') await game.command(`lua cmd ${line}`);
}
