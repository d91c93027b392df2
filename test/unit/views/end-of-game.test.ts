import { expect, test } from 'vitest';
import { counselOf } from '../../../proxy/views/counsel/counsel.js';
import { comesInTime } from '../../../proxy/views/counsel/in-time.js';
import { productionChoices } from '../../../proxy/views/optimized/production/advice.js';
import { FEW_WORKERS } from '../../../proxy/views/optimized/production/unit-choices.js';
import { situationOf } from '../../../proxy/views/optimized/situation.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const PLAYERS = [0, 1, 2];

const recorded = worldAtTurn(60);

/** The world of turn 60 as a player has it in a later turn of the game, which ends with turn 100. */
function inTurn(turn: number, player: number): World {
  const game = { ...must(recorded.game), turn };
  const world = worldWith(recorded, { game, seat: { ...recorded.seat, player } });
  // What is kept of a version is of one moment.
  markChanged(world);
  commit(world);
  return world;
}

const linesIn = (turn: number) => PLAYERS.flatMap((player) => counselOf(inTurn(turn, player)));
const reasonsIn = (turn: number) =>
  PLAYERS.flatMap((player) => productionChoices(situationOf(inTurn(turn, player)))).map(
    ({ choice }) => choice.why,
  );

test('counsel names nothing that comes after the end of the game, and what comes before stays', () => {
  expect(linesIn(60).filter((line) => !comesInTime(line, 40))).toEqual([]);
  const late = linesIn(60).filter((line) => !comesInTime(line, 2));
  const kinds = late.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['government', 'settling', 'tech']));
  const told = linesIn(98).map(({ kind, text }) => ({ kind, text }));
  expect(told.filter(({ text }) => late.some((line) => line.text === text))).toEqual([]);
  expect(told.map(({ kind }) => kind)).toContain('standing');
});

test('workers are advised with how many there are, and not where their work would pay after the end', () => {
  const few = reasonsIn(60).filter((why) => why.startsWith(FEW_WORKERS));
  expect(few.length).toBeGreaterThan(0);
  expect(few.every((why) => /^few work the land: \d+ for \d+ (?:city|cities)$/u.test(why))).toBe(true);
  for (const turn of [88, 98])
    expect(reasonsIn(turn).filter((why) => why.startsWith(FEW_WORKERS))).toEqual([]);
});
