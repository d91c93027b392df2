import type { TurnMark } from '#shared/protocol/agent-answers.js';
import {
  outcomeOfMark,
  type SeatRun,
  type TurnOutcome,
  type UsageReport,
  type UsageTotals,
} from '#shared/protocol/usage.js';

/** Models that totals name. */
const MAX_MODELS = 8;

/** From the best to the worst: of what an agent reports and what the game has seen, the worse counts. */
const BEST_FIRST: readonly TurnOutcome[] = ['played', 'auto_ended', 'timed_out', 'agent_error'];

/** The two turn marks that make a run invalid, in words. */
const INVALID: Readonly<Partial<Record<TurnOutcome, string>>> = {
  timed_out: 'its time was up',
  agent_error: 'the model failed',
};

/** What the model of a seat used by its reports, and how its turns ended by reports and marks; both by turn. */
export function seatRun(
  reports: ReadonlyMap<number, UsageReport>,
  marks: ReadonlyMap<number, TurnMark>,
): SeatRun {
  const turns = { played: 0, auto_ended: 0, timed_out: 0, agent_error: 0 };
  let invalidReason: string | null = null;
  const known = [...new Set([...reports.keys(), ...marks.keys()])].sort((a, b) => a - b);
  for (const turn of known) {
    const report = reports.get(turn);
    const outcome = worseOutcome(report?.outcome, marks.get(turn));
    turns[outcome] += 1;
    invalidReason ??= invalidity(turn, outcome, report);
  }
  const usage = reports.size === 0 ? null : usageTotals([...reports.values()]);
  return { usage, turns, valid: invalidReason === null, invalid_reason: invalidReason };
}

function worseOutcome(reported: TurnOutcome | undefined, mark: TurnMark | undefined): TurnOutcome {
  const seen = mark === undefined ? 'played' : outcomeOfMark[mark];
  return BEST_FIRST.indexOf(reported ?? 'played') > BEST_FIRST.indexOf(seen) ? (reported ?? 'played') : seen;
}

function invalidity(turn: number, outcome: TurnOutcome, report: UsageReport | undefined): string | null {
  const words = INVALID[outcome];
  if (words === undefined) return null;
  const reason = report?.reason === undefined ? '' : ` (${report.reason})`;
  return `Turn ${turn}: ${words}${reason}`;
}

function usageTotals(reports: readonly UsageReport[]): UsageTotals {
  const sum = (of: (report: UsageReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const prices = reports.map(({ cost_usd: cost }) => cost).filter((cost) => cost !== null);
  const models = new Set(reports.map(({ provider, model }) => `${provider}/${model}`));
  return {
    turns: reports.length,
    calls: sum(({ calls }) => calls),
    input_tokens: sum((report) => report.input_tokens),
    cached_tokens: sum((report) => report.cached_tokens),
    output_tokens: sum((report) => report.output_tokens),
    duration_s: rounded(
      sum((report) => report.duration_s),
      3,
    ),
    cost_usd:
      prices.length === 0
        ? null
        : rounded(
            prices.reduce((total, cost) => total + cost, 0),
            6,
          ),
    unpriced_turns: reports.length - prices.length,
    models: [...models].slice(0, MAX_MODELS),
  };
}

/** Without the last bits of sums of fractions. */
function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
