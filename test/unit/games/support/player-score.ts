import type { PlayerScore } from '#shared/protocol/score.js';

/** A player as the ledger of scores has it, in its first turns. */
export function aPlayerScore(own: Partial<PlayerScore>): PlayerScore {
  return {
    ...{ player: 0, name: 'Ann', nation: 'Roman', is_ai: true, is_alive: true, score: 12, cities: 2 },
    ...{ citizens: 5, techs: 3, units: 9, military_units: 4, wonders: 0, gold: 50, government: 'Despotism' },
    ...{ tax: 40, luxury: 0, science: 60, trade: 4, production: 5, bulbs: 2, tiles: 40, worked_tiles: 5 },
    ...{ literacy: 0, pollution: 0, culture: 0, units_built: 3, units_killed: 1, units_lost: 0 },
    ...own,
  };
}
