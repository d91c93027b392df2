import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROCESS_METRICS, processDefinitions, processText } from '#shared/protocol/process-definitions.js';
import { processMetricsOf, type TurnProcess } from '#shared/protocol/process-metrics.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import { readText } from '../architecture/source-files.js';

const quiet: TurnProcess = {
  ...{ player: 0, actions: 0, checked: false, refused: 0, repeated: 0, plans_done: 0, plans_failed: 0 },
  ...{ idle_units: 0, gold: 0, threatened: [], lost: [] },
};

function metricsOf(...turns: readonly Partial<TurnProcess>[]) {
  const whole = turns.map((turn) => ({ ...quiet, ...turn }));
  return processMetricsOf({ turns: whole, marks: [], reports: [] });
}

test('nothing is known of an agent that has played no turn', () => {
  const { turns, ...metrics } = metricsOf();
  expect(turns).toBe(0);
  expect(new Set(Object.values(metrics))).toEqual(new Set([null]));
});

test('turns in which a state was asked for are counted among those with an action', () => {
  const asked = { actions: 3, checked: true };
  expect(metricsOf(asked, { actions: 1 }, { checked: true }, asked, {}).state_checked).toBe(0.6667);
});

test('plans, refusals, gold and units are told as shares and means of all turns', () => {
  const first = {
    plans_done: 2,
    plans_failed: 1,
    actions: 9,
    refused: 3,
    repeated: 1,
    gold: 30,
    idle_units: 4,
  };
  expect(metricsOf(first, { plans_done: 1, refused: 1, gold: 10, idle_units: 1 }, {}, {})).toMatchObject({
    ...{ turns: 4, plans_carried_out: 0.75, refusals_repeated: 0.25, idle_gold: 10, idle_units: 1.25 },
  });
});

test('a threat lasts until a turn begins without it, and is lost with its city', () => {
  const turns = [{ threatened: [1, 2] }, { threatened: [1, 3] }, { threatened: [3] }, { lost: [3] }, {}];
  // City 2 was safe after one turn, city 1 after two; city 3 was lost.
  expect(metricsOf(...turns)).toMatchObject({ threat_turns: 1.5, threats_lost: 0.3333 });
  expect(metricsOf({ threatened: [1] }, { threatened: [1] })).toMatchObject({
    threat_turns: null,
    threats_lost: null,
  });
});

test('a city that is threatened again is another threat', () => {
  const turns = [
    { threatened: [1] },
    {},
    {},
    { threatened: [1] },
    { threatened: [1] },
    { threatened: [1] },
    {},
  ];
  expect(metricsOf(...turns)).toMatchObject({ threat_turns: 2, threats_lost: 0 });
});

test('turns out of time are those of all marks, and tokens those of the reported turns', () => {
  const report = { input_tokens: 900, cached_tokens: 5000, output_tokens: 100 };
  const usage: UsageReport = {
    ...{ ...report, turn: 1, outcome: 'played', provider: 'p', model: 'm', calls: 1, duration_s: 1 },
    cost_usd: null,
  };
  const marks = ['played', 'timed_out', 'auto_ended', 'failed'] as const;
  const metrics = processMetricsOf({
    turns: [],
    marks,
    reports: [usage, { ...usage, turn: 2, output_tokens: 300 }],
  });
  expect(metrics).toMatchObject({ turns_out_of_time: 0.25, tokens_per_turn: 1100 });
});

test('shares are between 0 and 1, and means within what was counted, whatever the turns are', () => {
  const few = fc.nat(5);
  const cities = fc.uniqueArray(fc.nat(4));
  const turn = fc
    .record({
      actions: few,
      checked: fc.boolean(),
      refused: few,
      plans_done: few,
      plans_failed: few,
      idle_units: few,
    })
    .chain((counts) =>
      fc
        .record({ repeated: fc.nat(counts.refused), gold: fc.nat(900), threatened: cities, lost: cities })
        .map((more) => ({
          ...quiet,
          ...counts,
          ...more,
        })),
    );
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 30 }), (turns) => {
      const metrics = processMetricsOf({ turns, marks: [], reports: [] });
      const shares = [
        metrics.state_checked,
        metrics.plans_carried_out,
        metrics.refusals_repeated,
        metrics.threats_lost,
      ];
      for (const share of shares) if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
      if (metrics.threat_turns !== null) expect(metrics.threat_turns).toBeGreaterThanOrEqual(1);
      if (metrics.idle_gold !== null) expect(metrics.idle_gold).toBeLessThanOrEqual(900);
    }),
  );
});

test('docs/games.md defines each metric as the pages do', () => {
  const rows = PROCESS_METRICS.map((metric) => {
    const { label, unit, formula } = processDefinitions[metric];
    return `| \`${metric}\` | ${label} | ${unit === 'share' ? 'share, 0 to 1' : unit} | ${formula} |`;
  });
  expect(readText('docs/games.md')).toContain(rows.join('\n'));
  expect(new Set(PROCESS_METRICS)).toEqual(new Set(Object.keys(processDefinitions)));
});

test('values are shown in their unit, and as a dash where they are not known', () => {
  const shown = PROCESS_METRICS.map((metric) => processText(metric, 0.5));
  expect(shown).toEqual(['50 %', '50 %', '50 %', '0.5', '50 %', '1', '0.5', '50 %', '1']);
  expect(processText('idle_gold', null)).toBe('–');
});
