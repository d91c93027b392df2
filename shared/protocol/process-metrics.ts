import { z } from 'zod';
import type { TurnMark } from './agent-answers.js';
import { processDefinitions as defined } from './process-definitions.js';
import type { UsageReport } from './usage.js';

const count = z.int().nonnegative();
const ids = z.array(z.int());

/** What is counted of one turn of an agent: from its begin until it ends. */
export const turnProcessSchema = z.strictObject({
  /** Player number. */
  player: count,
  /** Actions it sent, without end_turn. */
  actions: count,
  /** Whether it asked for a state in this turn before its first action, or with the end_turn before. */
  checked: z.boolean(),
  /** Actions that were not done: refused before they were sent, or by the game server. */
  refused: count,
  /** Of these, those that are the same in every field as one that was refused in this turn or the one before. */
  repeated: count,
  /** Standing plans that ended done, and that failed. */
  plans_done: count,
  plans_failed: count,
  /** Own units without an order that could still move when it ended its turn. */
  idle_units: count,
  /** Gold that was left when it ended its turn. */
  gold: z.int(),
  /** Own cities that an enemy nearby would probably take, in its first state of the turn: grave threats in the words of the brief. */
  threatened: ids,
  /** Cities that were threatened a turn before and were lost since. */
  lost: ids,
});

/** What is counted of one turn of an agent. */
export type TurnProcess = z.infer<typeof turnProcessSchema>;

const share = z.number().min(0).max(1).nullable();
const mean = z.number().nullable();

/** How an agent plays, beside its score. Each is null where the facts that it is computed from are unknown. */
export const processMetricsSchema = z.strictObject({
  turns: count.describe('Turns that were counted'),
  state_checked: share.describe(defined.state_checked.formula),
  plans_carried_out: share.describe(defined.plans_carried_out.formula),
  refusals_repeated: share.describe(defined.refusals_repeated.formula),
  threat_turns: mean.describe(defined.threat_turns.formula),
  threats_lost: share.describe(defined.threats_lost.formula),
  idle_gold: mean.describe(defined.idle_gold.formula),
  idle_units: mean.describe(defined.idle_units.formula),
  turns_out_of_time: share.describe(defined.turns_out_of_time.formula),
  tokens_per_turn: mean.describe(defined.tokens_per_turn.formula),
});

/** How an agent plays, beside its score. */
export type ProcessMetrics = z.infer<typeof processMetricsSchema>;

/** What the metrics of a seat are computed from. */
export interface SeatProcess {
  /** In the order of the turns. */
  readonly turns: readonly TurnProcess[];
  readonly marks: readonly TurnMark[];
  readonly reports: readonly UsageReport[];
}

/** Computes how an agent plays. */
export function processMetricsOf({ turns, marks, reports }: SeatProcess): ProcessMetrics {
  const active = turns.filter(({ actions }) => actions > 0);
  const done = sum(turns, ({ plans_done }) => plans_done);
  const threats = endedThreats(turns);
  const averted = threats.filter(({ isLost }) => !isLost);
  const tokens = sum(reports, (report) => report.input_tokens + report.output_tokens);
  return {
    turns: turns.length,
    state_checked: ratio(active.filter(({ checked }) => checked).length, active.length),
    plans_carried_out: ratio(done, done + sum(turns, ({ plans_failed }) => plans_failed)),
    refusals_repeated: ratio(
      sum(turns, ({ repeated }) => repeated),
      sum(turns, ({ refused }) => refused),
    ),
    threat_turns: ratio(
      sum(averted, (threat) => threat.turns),
      averted.length,
    ),
    threats_lost: ratio(threats.length - averted.length, threats.length),
    idle_gold: ratio(
      sum(turns, ({ gold }) => gold),
      turns.length,
    ),
    idle_units: ratio(
      sum(turns, (turn) => turn.idle_units),
      turns.length,
    ),
    turns_out_of_time: ratio(marks.filter((mark) => mark === 'timed_out').length, marks.length),
    tokens_per_turn: ratio(tokens, reports.length),
  };
}

interface EndedThreat {
  /** From the first turn that began with it to the first that began without it. */
  readonly turns: number;
  readonly isLost: boolean;
}

/** The threats to cities that are over. */
function endedThreats(turns: readonly TurnProcess[]): readonly EndedThreat[] {
  const since = new Map<number, number>();
  return turns.flatMap(({ threatened, lost }, at) => {
    const ended = [...since].filter(([city]) => !threatened.includes(city));
    for (const [city] of ended) since.delete(city);
    for (const city of threatened) if (!since.has(city)) since.set(city, at);
    return ended.map(([city, first]) => ({ turns: at - first, isLost: lost.includes(city) }));
  });
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** To four digits; null where there is nothing to divide by. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(4));
}
