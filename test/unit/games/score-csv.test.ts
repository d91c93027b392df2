import { expect, test } from 'vitest';
import { type GameScore, scoreCsv } from '#shared/protocol/score.js';

const player: GameScore['turns'][number]['players'][number] = {
  ...{
    player: 0,
    name: 'Ann',
    nation: 'Roman',
    is_ai: false,
    is_alive: true,
    score: 12,
    cities: 2,
    citizens: 5,
  },
  ...{
    techs: 3,
    units: 9,
    military_units: 4,
    wonders: 0,
    gold: -1,
    government: 'Despotism',
    tax: 40,
    luxury: 0,
  },
  ...{
    science: 60,
    trade: 4,
    production: 5,
    bulbs: 2,
    tiles: 40,
    worked_tiles: 5,
    literacy: 0,
    pollution: 0,
  },
  ...{ culture: 0, units_built: 3, units_killed: 1, units_lost: 0, turn_mark: null },
};

test('a name with quotes, commas and line breaks stays one cell', () => {
  const csv = scoreCsv({
    game_id: 'g',
    turns: [{ turn: 1, is_final: false, players: [{ ...player, name: 'Ann "the, Great"\n' }] }],
  });
  expect(csv.split('\r\n')[1]).toMatch(/^1,0,"Ann ""the, Great""\n",Roman,false,true,12,2,5,3,/);
});

test('a name that a spreadsheet would take for a formula stays text, a debt stays a number', () => {
  const csv = scoreCsv({
    game_id: 'g',
    turns: [{ turn: 1, is_final: false, players: [{ ...player, name: '=1+1' }] }],
  });
  expect(csv).toContain("0,'=1+1,Roman");
  expect(csv).toContain(',-1,Despotism');
});
