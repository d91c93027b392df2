import { expect, test } from 'vitest';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import { EventLog } from '../../../proxy/broadcast/event-log.js';
import { publishedState, snapshotOf, updateOf } from '../../../proxy/broadcast/spectator-state.js';
import { misfits } from '../../support/fits.js';
import { replay } from '../../support/recorded-world.js';

const FIRST = { stream: 'recorded', version: 7 };
const NO_AGENTS = {};
/** Commits of the world between two updates. */
const EVERY = 400;

test('what spectators get of a recorded game fits the schemas that clients are given', () => {
  const log = new EventLog();
  let published: ReturnType<typeof publishedState> | undefined;
  let commits = 0;
  let updates = 0;
  const wrong: unknown[] = [];
  replay(undefined, (world) => {
    log.recordTurn(world);
    commits += 1;
    if (commits % EVERY !== 0) return true;
    if (published !== undefined) {
      const update = updateOf(world, log, NO_AGENTS, FIRST, published);
      expect(update).toMatchObject({ stream: 'recorded', since: 7, version: 8, turn: world.game?.turn });
      wrong.push(...misfits(spectatorUpdateSchema, update));
      updates += 1;
    }
    published = publishedState(world, log);
    if (updates === 0)
      wrong.push(...misfits(spectatorSnapshotSchema, snapshotOf(world, log, NO_AGENTS, FIRST)));
    return (world.game?.turn ?? 0) < 20;
  });
  expect(updates).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});
