import { expect, test } from 'vitest';
import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnOutcome, UsageReport } from '#shared/protocol/usage.js';
import { seatRun } from '../../../features/models/seat-run.js';
import { usageReport } from '../../support/model-records.js';

function byTurn(reports: readonly UsageReport[]): ReadonlyMap<number, UsageReport> {
  return new Map(reports.map((report) => [report.turn, report]));
}

test.each<{ reported?: TurnOutcome; mark?: TurnMark; counted: TurnOutcome; valid: boolean }>([
  { reported: 'played', counted: 'played', valid: true },
  { mark: 'played', counted: 'played', valid: true },
  { reported: 'played', mark: 'played', counted: 'played', valid: true },
  { reported: 'played', mark: 'auto_ended', counted: 'auto_ended', valid: true },
  { reported: 'played', mark: 'timed_out', counted: 'timed_out', valid: false },
  { reported: 'played', mark: 'failed', counted: 'agent_error', valid: false },
  { reported: 'auto_ended', mark: 'auto_ended', counted: 'auto_ended', valid: true },
  { reported: 'timed_out', mark: 'auto_ended', counted: 'timed_out', valid: false },
  { reported: 'agent_error', mark: 'played', counted: 'agent_error', valid: false },
  { mark: 'timed_out', counted: 'timed_out', valid: false },
  { mark: 'failed', counted: 'agent_error', valid: false },
])('the worse counts of what the agent reports ($reported) and the mark ($mark)', (row) => {
  const reports = row.reported === undefined ? [] : [usageReport({ turn: 4, outcome: row.reported })];
  const marks = new Map(row.mark === undefined ? [] : [[4, row.mark] as const]);
  const run = seatRun(byTurn(reports), marks);
  expect(run.turns).toEqual({ played: 0, auto_ended: 0, timed_out: 0, agent_error: 0, [row.counted]: 1 });
  expect(run.valid).toBe(row.valid);
  expect(run.invalid_reason === null).toBe(row.valid);
});

test('a run that is not valid names its first such turn and why', () => {
  const reports = [
    usageReport({ turn: 9, outcome: 'timed_out' }),
    usageReport({ turn: 5, outcome: 'agent_error', reason: 'no answer from the model server' }),
    usageReport({ turn: 4 }),
  ];
  expect(seatRun(byTurn(reports), new Map()).invalid_reason).toBe(
    'Turn 5: the model failed (no answer from the model server)',
  );
  expect(seatRun(new Map(), new Map([[7, 'timed_out' as const]])).invalid_reason).toBe(
    'Turn 7: its time was up',
  );
});

test('usage is the sum of the last reports; what has no known price is counted apart', () => {
  expect(seatRun(new Map(), new Map()).usage).toBeNull();
  const reports = [
    usageReport({ turn: 1, duration_s: 0.1, cost_usd: 0.1 }),
    usageReport({ turn: 2, duration_s: 0.2, cost_usd: 0.2 }),
    usageReport({ turn: 3, duration_s: 0, cost_usd: null, model: 'm-2' }),
  ];
  expect(seatRun(byTurn(reports), new Map()).usage).toEqual({
    ...{ turns: 3, calls: 6, input_tokens: 2700, cached_tokens: 12_000, output_tokens: 450 },
    ...{ duration_s: 0.3, cost_usd: 0.3, unpriced_turns: 1, models: ['anthropic/m-1', 'anthropic/m-2'] },
  });
  const unknown = seatRun(byTurn([usageReport({ cost_usd: null })]), new Map()).usage;
  expect(unknown).toMatchObject({ cost_usd: null, unpriced_turns: 1 });
});
