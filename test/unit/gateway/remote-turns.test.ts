import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { RemoteTurns } from '../../../features/remote/remote-turns.js';
import type { SeatRequest } from '../../../gateway/link/link-messages.js';
import { ManualClock } from '../../support/manual-clock.js';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a turn whose brief cannot be read is told later, not asked for without end', async () => {
  const clock = new ManualClock();
  const asked: unknown[] = [];
  const told: number[] = [];
  let isBriefThere = false;
  const seat = {
    seated: { player_id: 1, game_id: 'game', status: 'ready' as const },
    async request({ data }: SeatRequest): Promise<Result<LinkAnswer>> {
      asked.push(data.format);
      if (asked.length > 20) throw new Error('asked without end');
      if (data.format === 'brief' && !isBriefThere) return fail(failure('E123', 'Not now'));
      const state = { phase: 'movement', turn: 3, version: 1 };
      const envelope = { agent_id: 'ann', game_id: 'game', timestamp: 0, correlation_id: 'c' };
      return ok({ ...envelope, type: 'state_update', data: { data: state } });
    },
  };
  const turns = new RemoteTurns(clock, seat, 600, {
    sync: () => {},
    ask: ({ turn }) => told.push(turn),
    late: () => {},
  });
  turns.begin();
  await settled();
  expect(asked).toEqual(['full', 'brief']);
  clock.pass(60_000);
  await settled();
  expect(asked).toEqual(['full', 'brief', 'full', 'brief']);
  isBriefThere = true;
  clock.pass(60_000);
  await settled();
  expect(told).toEqual([3]);
});
