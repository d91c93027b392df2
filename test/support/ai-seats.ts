import type { Game } from '../../proxy/games/lifecycle/game.js';

/** Lets the server's AI begin the next turn of every seat; the game hands the seats back when it has moved. */
export async function letAiPlay(game: Game | undefined): Promise<void> {
  for (const { world } of game?.seats ?? []) {
    const player = world.players.get(world.seat.player ?? -1);
    if (player?.flags.has('PLRF_AI') === false) await game?.command(`aitoggle "${player.name}"`);
  }
}
