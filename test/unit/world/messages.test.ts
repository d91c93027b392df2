import { expect, test } from 'vitest';
import { beginTurn } from '../../../proxy/world/turn.js';
import { continueMessages, createWorld, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const game = must(worldAtTurn(2).game);

/** A world in turn 5, which began after so many of the messages. */
function worldOf(texts: readonly string[], before: number, turn = 5): World {
  const world = { ...createWorld('attaching', 100), game: { ...game, turn } };
  for (const message of texts)
    world.messages.add(
      { message, event: 'E_CITY_FAMINE', tile: -1, turn: 5, phase: 0, connId: -1 },
      markChanged(world),
    );
  world.turn = beginTurn(world.turn, { turn, version: 1, messages: before });
  return world;
}

function told({ messages, turn }: World) {
  return messages.after(must(turn.messagesBefore.get(5))).map(({ text }) => text);
}

test('a new connection continues the messages of the one before, each as often as it was said', () => {
  const before = worldOf(['early', 'hunger', 'hunger', 'plague'], 1);
  const now = worldOf(['logged in', 'hunger', 'hunger', 'hunger'], 4);
  continueMessages(now, before);
  expect(now.messages.all.map(({ text }) => text)).toEqual([
    ...['early', 'hunger', 'hunger', 'plague'],
    ...['logged in', 'hunger'],
  ]);
  expect(told(now)).toEqual(['hunger', 'hunger', 'plague', 'logged in', 'hunger']);
  now.messages.add(
    { message: 'flood', event: 'E_DISASTER', tile: -1, turn: 5, phase: 0, connId: -1 },
    markChanged(now),
  );
  expect(told(now).at(-1)).toBe('flood');
  expect(now.messages.after(now.messages.count)).toEqual([]);
});

test.each([
  ['of another turn', worldOf(['hunger'], 0, 6)],
  ['that has not begun its turn', { ...worldOf(['hunger'], 0), turn: createWorld().turn }],
])('nothing of a world %s is continued', (_what, before) => {
  const now = worldOf(['logged in'], 0);
  continueMessages(now, before);
  expect(told(now)).toEqual(['logged in']);
});
