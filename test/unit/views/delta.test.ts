import { expect, it } from 'vitest';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { commit, createWorld, markChanged } from '../../../proxy/world/world.js';
import { applyDelta } from '../../support/apply-delta.js';
import { worldAtTurn } from '../../support/recorded-world.js';

it('a delta has only the header when nothing has changed', () => {
  const world = worldAtTurn(3);
  const { version } = world;
  const delta = deltaView(world, version);
  expect(delta).toMatchObject({
    since_version: version,
    version,
    turn: 3,
    removed: { units: [], cities: [] },
  });
  for (const key of ['units', 'cities', 'visible_tiles', 'players', 'research', 'messages', 'map']) {
    expect(delta).not.toHaveProperty(key);
  }
});

it('a delta has changed units in full and the ids of removed ones', () => {
  const world = worldAtTurn(3);
  const before = world.version;
  const [moved, gone] = [...world.units.values()];
  if (moved === undefined || gone === undefined) throw new Error('the recording has no units');
  world.units.set(moved.id, { ...moved, hp: 3 }, markChanged(world));
  world.units.delete(gone.id, markChanged(world));
  commit(world);
  const delta = deltaView(world, before);
  expect(delta.units).toEqual([expect.objectContaining({ id: moved.id, hp: 3, type_name: 'Settlers' })]);
  expect(delta).toMatchObject({ removed: { units: [gone.id], cities: [] } });
  expect(delta).not.toHaveProperty('cities');
});

it('a delta is the full state with full_resync when the version is too old', () => {
  const world = createWorld('attaching', 500);
  expect(deltaView(world, 499)).toEqual({ ...fullView(world), since_version: 499, full_resync: true });
  expect(deltaView(world, 501)).toMatchObject({ full_resync: true });
  expect(deltaView(world, 500)).not.toHaveProperty('full_resync');
});

it('a delta is exact since the version at which a turn began', () => {
  const atThree = fullView(worldAtTurn(3));
  const world = worldAtTurn(5);
  const began = world.turn.beganAt.get(3);
  expect(began).toBe(atThree.version);
  expect(applyDelta(atThree, deltaView(world, began ?? -1))).toEqual(fullView(world));
});

it('a delta is exact as it is sent, where what has no value is no field', () => {
  const world = worldAtTurn(5);
  const since = world.turn.beganAt.get(3) ?? -1;
  const later = applyDelta(asSent(fullView(worldAtTurn(3))), asSent(deltaView(world, since)));
  expect(later).toStrictEqual(asSent(fullView(world)));
});

function asSent<T>(state: T): T {
  return JSON.parse(JSON.stringify(state));
}

it('a delta does not repeat a message that came after the last commit', () => {
  const world = worldAtTurn(3);
  const chat = { message: 'hello', tile: -1, event: 'E_CHAT_MSG', turn: 3, phase: 0, connId: 1 } as const;
  world.messages.add(chat, markChanged(world));
  const early = fullView(world);
  commit(world);
  const delta = deltaView(world, early.version);
  expect(delta.messages).toEqual([{ turn: 3, event: 'chat_msg', text: 'hello' }]);
  expect(applyDelta(early, delta)).toEqual(fullView(world));
});

it('a delta does not change the state it is applied to', () => {
  const before = fullView(worldAtTurn(4));
  const copy = JSON.stringify(before);
  const later = applyDelta(before, deltaView(worldAtTurn(6), before.version));
  expect(later.turn).toBe(6);
  expect(JSON.stringify(before)).toBe(copy);
});
