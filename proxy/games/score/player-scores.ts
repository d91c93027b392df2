import type { PlayerScore } from '#shared/protocol/score.js';
import type { SaveSections } from '../saves/save-file.js';

/** The server counts areas in thousandths of a tile. */
const AREA_UNITS = 1000;

/** The score of each player in a save, without barbarians and animals. */
export function playerScores(save: SaveSections): PlayerScore[] {
  return save
    .numbered('player')
    .filter((player) => ['None', ''].includes(save.text(`player${player}`, 'ai.barb_type')))
    .map((player) => playerScore(save, player));
}

function playerScore(save: SaveSections, player: number): PlayerScore {
  const own = `player${player}`;
  const counted = (key: string): number => save.number(`score${player}`, key);
  return {
    player,
    name: save.text(own, 'name'),
    nation: save.text(own, 'nation'),
    is_ai: /\bai\b/.test(save.text(own, 'flags')),
    is_alive: save.isTrue(own, 'is_alive'),
    score: counted('total'),
    cities: save.number(own, 'ncities'),
    citizens: citizens(counted),
    techs: counted('techs'),
    units: save.number(own, 'nunits'),
    military_units: counted('units'),
    wonders: counted('wonders'),
    gold: save.number(own, 'gold'),
    government: save.text(own, 'government_name'),
    tax: save.number(own, 'rates.tax'),
    luxury: save.number(own, 'rates.luxury'),
    science: save.number(own, 'rates.science'),
    trade: counted('bnp'),
    production: counted('mfg'),
    bulbs: counted('techout'),
    tiles: counted('landarea') / AREA_UNITS,
    worked_tiles: counted('settledarea') / AREA_UNITS,
    literacy: literacy(counted('literacy'), counted('population')),
    pollution: counted('pollution'),
    culture: counted('culture'),
    units_built: counted('units_built'),
    units_killed: counted('units_killed'),
    units_lost: counted('units_lost'),
  };
}

function citizens(counted: (key: string) => number): number {
  let sum = ['happy', 'content', 'unhappy', 'angry'].map(counted).reduce((total, some) => total + some, 0);
  // Rulesets have at most 20 kinds of specialists; a missing kind counts 0.
  for (let kind = 0; kind < 20; kind += 1) sum += counted(`specialists${kind}`);
  return sum;
}

function literacy(literate: number, population: number): number {
  return population <= 0 ? 0 : Math.floor((literate * 100) / population);
}
