import { expect, test } from 'vitest';
import { TurnProcessCounter } from '../../../proxy/api/seats/turn-process.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const fortify = { action_type: 'unit_fortify', actor_id: 9001, turn: 60 } as const;

/** The recorded world in another turn. */
function inTurn(turn: number): World {
  return worldWith(recorded, { game: { ...must(recorded.game), turn } });
}

test('a turn whose end is told after the agent began the next one keeps its own counts', () => {
  const counter = new TurnProcessCounter(() => []);
  counter.begin(inTurn(60));
  counter.countAction(60, fortify, true);
  counter.countState(inTurn(60));
  counter.noteLeft(inTurn(60));
  counter.begin(inTurn(61));
  counter.countState(inTurn(61));
  counter.countAction(61, { ...fortify, turn: 61 }, false);
  counter.countPlan(60, true);
  expect(counter.end(60, inTurn(61))).toMatchObject({
    ...{ actions: 1, checked: false, refused: 0, plans_done: 1, plans_failed: 0 },
  });
  expect(counter.end(61, inTurn(61))).toMatchObject({
    ...{ actions: 1, checked: true, refused: 1, repeated: 0, plans_done: 0 },
  });
});

test('an action is repeated when the same one was refused in this turn or the one before', () => {
  const counter = new TurnProcessCounter(() => []);
  for (const turn of [60, 61, 63]) {
    counter.begin(inTurn(turn));
    counter.countAction(turn, { ...fortify, turn }, false);
    expect(counter.end(turn, inTurn(turn))?.repeated).toBe(turn === 61 ? 1 : 0);
  }
  counter.countAction(63, { ...fortify, actor_id: 9002, turn: 63 }, false);
  expect(counter.end(63, inTurn(63))).toMatchObject({ refused: 2, repeated: 0 });
});

test('what is left behind is what the agent left, or what there is when it did not end its turn', () => {
  const counter = new TurnProcessCounter(() => []);
  counter.begin(inTurn(60));
  counter.countState(inTurn(60));
  const player = must(recorded.players.get(must(recorded.seat.player)));
  expect(counter.end(60, inTurn(60))).toMatchObject({ checked: true, gold: player.gold });
  counter.begin(inTurn(61));
  counter.noteLeft(inTurn(61));
  const players = tableWith(recorded.players, ({ playerno }) => playerno, { ...player, gold: 0 });
  const poorer = worldWith(inTurn(61), { players });
  expect(counter.end(61, poorer)?.gold).toBe(player.gold);
});
