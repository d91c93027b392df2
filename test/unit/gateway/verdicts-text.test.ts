import { expect, test } from 'vitest';
import { verdictsText, verdictText } from '../../../features/tool-calls/verdicts-text.js';

const build = (actor_id: number) => ({ action_type: 'city_production', actor_id, target: 'temple' });

test('what went as told is one line, and only what was refused or brought something has its own', () => {
  const actions = [build(1), build(2), { action_type: 'city_buy', city_id: 3, max_cost: 20 }, build(4)];
  const verdicts = [
    { ok: true, what: { production: 'Temple' } },
    { ok: false, code: 'E130', why: 'It has one', did_you_mean: ['library'] },
    { ok: true, what: { gold: 12 } },
    { ok: true, what: { production: 'Temple', shields_lost: 10 } },
  ];
  expect(verdictsText(verdicts, actions)).toBe(
    [
      '3 of 4 done, gold 12.',
      '- city_production actor_id 2, target temple: E130: It has one; did_you_mean [library]',
      '- city_production actor_id 4, target temple: shields_lost 10',
    ].join('\n'),
  );
});

test('verdicts on one action or two have all of their facts', () => {
  const moved = { ok: true, what: { plan: 'settle-7', turns_left: 3 } };
  const action = { action_type: 'settle', unit_id: 7, x: 1, y: 2 };
  expect(verdictsText([moved], [action])).toBe(
    '1 done.\n- settle actor_id 7, target 1,2: plan settle-7, turns_left 3',
  );
});

test('followed advice is a line with how often each action was done, or what it was, then refusals', () => {
  const done = { settle: 1, city_production: 3, player_rates: '0/30/70' };
  const what = { done, refused: ['city_buy actor_id 3: no gold'] };
  const actions = [build(1), { action_type: 'follow_advice' }];
  expect(verdictsText([{ ok: true }, { ok: true, what }], actions)).toBe(
    '1 done.\nAdvice followed: settle 1, city_production 3, player_rates 0/30/70.\n- not done: city_buy actor_id 3: no gold',
  );
  const nothing = [{ ok: true, what: { done: {} } }];
  expect(verdictsText(nothing, [{ action_type: 'follow_advice' }])).toBe('Advice followed: none.');
});

test('one verdict is a line, and a plan that has queued its list is not called done for that', () => {
  const what = { plan: 'city_plan-7', plan_outcome: 'done', plan_sentence: 'All is queued' };
  expect(verdictText({ ok: true, what })).toBe('Done: plan city_plan-7, plan_sentence All is queued');
  expect(verdictText({ ok: true })).toBe('Done.');
  expect(verdictText({ ok: true, already: true })).toBe('Done: it was already so');
  expect(verdictText({ ok: false, code: 'E130', why: 'No', retry_after: 2 })).toBe('E130: No; retry_after 2');
});
