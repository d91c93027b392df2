import { pino } from 'pino';
import { expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { GameRoom } from '../../../proxy/games/lifecycle/game-room.js';
import { HeapRoom } from '../../../proxy/games/lifecycle/heap-room.js';
import { ManualClock } from '../../support/manual-clock.js';

const recordOf = (id: string, created: number) =>
  newGameRecord(id, { config: gameConfigSchema.parse({ min_agents: 5 }) }, 0, created);

/** A proxy with a heap of 128 MB, which has room for two games of five agents, and with these games. */
function roomWith(...ids: readonly string[]) {
  const games = ids.map((id, at) => ({ id, record: recordOf(id, at) }));
  const done: string[] = [];
  const records = () => games.map(({ record }) => record);
  const clock = new ManualClock();
  const limit = 128 * 2 ** 20;
  const memory = new HeapRoom({
    ...{ limit, clock, games: records },
    forgetGame: () => false,
    onFull: () => undefined,
  });
  const room = new GameRoom({
    ...{ maxGames: () => 10, memory, log: pino({ level: 'silent' }), live: () => games },
    leases: { isDraining: false, leave: (id) => void done.push(`leave ${id}`) },
    moveOff: async (id) => {
      done.push(`move ${id}`);
      games.splice(
        games.findIndex((game) => game.id === id),
        1,
      );
    },
  });
  return { room, done };
}

test('a proxy without memory for one more game tells others that it takes none', () => {
  const { room } = roomWith('first', 'second');
  expect(room.most).toBe(10);
  expect(room.refusal(recordOf('third', 9))).toMatchObject({ code: 'E112', details: { full: 'memory' } });
  expect(room.most).toBe(2);
});

test('when memory runs out the newest game is given back, one at a time, and the last one stays', async () => {
  const { room, done } = roomWith('first', 'second', 'third');
  await Promise.all([room.giveBackNewest(), room.giveBackNewest()]);
  expect(done).toEqual(['leave third', 'move third']);
  for (let again = 0; again < 3; again += 1) await room.giveBackNewest();
  expect(done.slice(2)).toEqual(['leave second', 'move second']);
});
