import type { GameEnd } from '#shared/protocol/game-summary.js';
import { turnsLeft } from '../../rules/lookup/game-length.js';
import { plainText } from '../../world/messages.js';
import type { World } from '../../world/world.js';

/** A game that was ended in its lobby. */
export const ENDED_IN_LOBBY: GameEnd = { reason: 'not_begun', turn: 0, winners: [], ranking: [], report: [] };

/** How the game ended, from the world of a seat that saw the end; `by` when the proxy ended it. */
export function gameEndOf(world: World, by: 'admin' | 'defeat' | undefined): GameEnd {
  const ranking = world.finalRanking.map(({ playerId, score, winner, categoryScore }) => ({
    player_id: playerId,
    name: world.players.get(playerId)?.name ?? '',
    score,
    winner,
    categories: Object.fromEntries(
      world.finalReport.categories.map((name, index) => [plainCategory(name), categoryScore[index] ?? 0]),
    ),
  }));
  return {
    reason: by ?? (turnsLeft(world) < 0 ? 'end_turn' : 'victory'),
    // The server has gone on to the one that is not played any more.
    turn: [...world.turn.beganAt.keys()].at(-1) ?? 0,
    winners: ranking.filter(({ winner }) => winner).map(({ name }) => name),
    ranking,
    report: world.messages.all.filter(isAboutTheEnd).map(({ text }) => plainText(text)),
  };
}

function isAboutTheEnd({ event }: World['messages']['all'][number]): boolean {
  return event === 'E_GAME_END' || event === 'E_SPACESHIP' || event === 'E_DESTROYED';
}

/** The server writes a category on two lines: "Trade\n(M goods)". */
function plainCategory(name: string): string {
  return name.replaceAll('\n', ' ').trim();
}

/** Whether the player of that world has lost its last city and unit; false while it has no player. */
export function isDefeated({ world }: { readonly world: Pick<World, 'players' | 'seat'> }): boolean {
  return world.players.get(world.seat.player ?? -1)?.isAlive === false;
}
