import { describe, expect, test } from 'vitest';
import { escortStep } from '../../../proxy/plans/escort.js';
import { goAndStep } from '../../../proxy/plans/go-and.js';
import type { EscortPlan, GoAndPlan } from '../../../proxy/plans/plan.js';
import { NOT_SENT } from '../../../proxy/plans/sending.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const nesa = must(recorded.cities.get(133));
/** At (9, 22), north of Nesa. */
const START = at(9, 22);
const GOAL = at(9, 21);
const SEA = at(9, 24);
const archers = unitWith(
  must(recorded.units.get(170)),
  { tile: START, activity: 'ACTIVITY_IDLE' },
  { hasOrders: false, ai: false },
);
const world = worldWithUnits(recorded, archers);
const nobody = { ...world, units: tableWith(world.units, ({ id }) => id, { ...archers, owner: 2 }) };

describe('journey', () => {
  const plan: GoAndPlan = {
    ...{ kind: 'go_and', id: 'go_and-170', since: 59, unitId: 170, unit: 'Archers', goal: GOAL },
    ...{ purpose: 'fortify', stage: 'going', ...NOT_SENT },
  };
  const thereIn = (tile: number) => worldWithUnits(world, unitWith(archers, { tile }));

  test('a unit that goes to do something is sent to the place', () => {
    const sent = { ...plan, tries: 1, sentFrom: START, sentTurn: 60 };
    const move = { action_type: 'unit_move', actor_id: 170, target: { x: 9, y: 21 } };
    const step = goAndStep(world, plan);
    expect(step).toEqual({ kind: 'act', plan: sent, ifFailed: expect.any(Function), actions: [move] });
    if (step.kind === 'act') expect(step.ifFailed('no', 0)).toEqual(sent);
  });

  test('a unit that goes to do something waits while its orders lead it there', () => {
    const onWay = worldWithUnits(world, unitWith(archers, {}, { hasOrders: true, gotoTile: GOAL }));
    expect(goAndStep(onWay, plan)).toEqual({ kind: 'wait', plan });
    const elsewhere = worldWithUnits(world, unitWith(archers, {}, { hasOrders: true, gotoTile: START }));
    expect(goAndStep(elsewhere, plan).kind).toBe('act');
  });

  test('a unit that goes to do something waits for the next turn when it was sent in this one', () => {
    const sent = { ...plan, tries: 1, sentFrom: START, sentTurn: 60 };
    expect(goAndStep(world, sent)).toEqual({ kind: 'wait', plan: sent });
    expect(goAndStep(world, { ...sent, sentTurn: 59 })).toMatchObject({
      kind: 'act',
      plan: { tries: 2, sentFrom: START, sentTurn: 60 },
    });
  });

  test('a unit that goes to do something is first known to be there, then acts, once in a turn', () => {
    const there = thereIn(GOAL);
    const arrived: GoAndPlan = { ...plan, stage: 'there', tries: 0, sentFrom: -1 };
    expect(goAndStep(there, plan)).toMatchObject({ kind: 'act', plan: arrived, actions: [] });
    const begun = goAndStep(there, arrived);
    const sent = { tries: 1, sentFrom: GOAL, sentTurn: 60 };
    expect(begun).toMatchObject({
      kind: 'act',
      plan: { ...arrived, ...sent, stage: 'done' },
      actions: [{ action_type: 'unit_fortify', actor_id: 170 }],
    });
    if (begun.kind !== 'act') return;
    const tried = { ...arrived, ...sent, problem: 'the server refused' };
    expect(begun.ifFailed('the server refused', 0)).toEqual(tried);
    expect(goAndStep(there, { ...arrived, ...sent })).toEqual({
      kind: 'wait',
      plan: { ...arrived, ...sent },
    });
    expect(goAndStep(there, { ...tried, tries: 3, sentTurn: 59 })).toEqual({
      kind: 'end',
      end: {
        outcome: 'failed',
        sentence: 'Archers 170 cannot go to (9, 21) and fortify: the server refused.',
      },
    });
    expect(goAndStep(there, { ...arrived, tries: 3, sentFrom: GOAL, sentTurn: 59 })).toHaveProperty(
      'end.sentence',
      'Archers 170 cannot go to (9, 21) and fortify: it could not be begun.',
    );
  });

  test.each([
    ['sentry', { action_type: 'unit_sentry', actor_id: 170 }, 'is on sentry at'],
    ['join_city', { action_type: 'unit_join_city', actor_id: 170 }, 'has joined'],
    ['pillage', { action_type: 'unit_pillage', actor_id: 170 }, 'pillages at'],
    ['fortify', { action_type: 'unit_fortify', actor_id: 170 }, 'fortifies at'],
  ] as const)('a unit that goes to a place does %s there, and says so', (purpose, action, words) => {
    const there: GoAndPlan = { ...plan, purpose, stage: 'there', goal: START };
    expect(goAndStep(world, there)).toMatchObject({ actions: [action] });
    expect(goAndStep(world, { ...there, stage: 'done' })).toEqual({
      kind: 'end',
      end: { outcome: 'done', sentence: `Archers 170 ${words} (9, 22).` },
    });
  });

  test('a unit that helps build a wonder does it from a tile beside the city, and is used up by it', () => {
    const helping: GoAndPlan = { ...plan, purpose: 'help_wonder', stage: 'there', goal: nesa.tile };
    expect(goAndStep(world, helping)).toMatchObject({
      actions: [{ action_type: 'unit_help_wonder', actor_id: 170, target: { x: 9, y: 23 } }],
    });
    const outcome = (
      purpose: GoAndPlan['purpose'],
      stage: GoAndPlan['stage'],
      more: Partial<GoAndPlan> = {},
    ) => {
      const step = goAndStep(nobody, { ...helping, purpose, stage, ...more });
      return step.kind === 'end' && `${step.end.outcome}: ${step.end.sentence}`;
    };
    expect(outcome('help_wonder', 'there')).toBe('done: Archers 170 has helped build in Nesa (9, 23).');
    expect(outcome('trade_route', 'there')).toBe('done: Archers 170 trades with Nesa (9, 23).');
    const refused = { problem: 'the server refused' };
    expect(outcome('trade_route', 'there', refused)).toBe(
      'failed: Archers 170 is gone before it came to Nesa (9, 23).',
    );
    expect(outcome('trade_route', 'done', refused)).toBe('done: Archers 170 trades with Nesa (9, 23).');
    expect(outcome('help_wonder', 'going')).toBe(
      'failed: Archers 170 is gone before it came to Nesa (9, 23).',
    );
  });

  test('a unit that goes to patrol patrols from there to the other end', () => {
    const patrol: GoAndPlan = { ...plan, purpose: 'patrol', stage: 'there', goal: START, patrolTo: GOAL };
    expect(goAndStep(world, patrol)).toMatchObject({
      actions: [{ action_type: 'unit_patrol', actor_id: 170, target: { x: 9, y: 21 } }],
    });
    expect(goAndStep(world, { ...patrol, stage: 'done' })).toHaveProperty(
      'end.sentence',
      'Archers 170 is on patrol from (9, 22).',
    );
  });

  test.each([
    ['there is no way', { ...plan, goal: SEA }, 'there is no way there that it can go and you know of'],
    [
      'it did not get on in three turns',
      { ...plan, tries: 3, sentFrom: START, sentTurn: 59 },
      'it was sent 3 times from (9, 22) and did not go on',
    ],
  ])('a unit that goes to do something gives up where %s', (_why, stuck, words) => {
    const { x, y } = recorded.map.position(stuck.goal);
    expect(goAndStep(world, stuck)).toEqual({
      kind: 'end',
      end: { outcome: 'failed', sentence: `Archers 170 cannot go to (${x}, ${y}) and fortify: ${words}.` },
    });
  });

  test.each([
    ['is lost on its way', { ...plan }, 'failed', 'Archers 170 is gone before it came to (9, 21).'],
    [
      'has joined the city that it was in',
      { ...plan, purpose: 'join_city', stage: 'there', goal: nesa.tile },
      'done',
      'Archers 170 has joined Nesa (9, 23).',
    ],
    [
      'has not joined the city when it was still on its way',
      { ...plan, purpose: 'join_city', goal: nesa.tile },
      'failed',
      'Archers 170 is gone before it came to Nesa (9, 23).',
    ],
    [
      'has not joined where there is no city',
      { ...plan, purpose: 'join_city', stage: 'there' },
      'failed',
      'Archers 170 is gone before it came to (9, 21).',
    ],
    [
      'was lost in the city that it was to hold',
      { ...plan, stage: 'there', goal: nesa.tile },
      'failed',
      'Archers 170 is gone before it came to Nesa (9, 23).',
    ],
  ] as const)('a unit that goes to do something and is gone %s', (_how, gone, outcome, sentence) => {
    expect(goAndStep(nobody, gone)).toEqual({ kind: 'end', end: { outcome, sentence } });
    expect(goAndStep(nobody, { ...gone, unitId: 99_999 })).toHaveProperty('end.outcome', outcome);
  });
});

describe('escort', () => {
  const workers = unitWith(must(recorded.units.get(108)), { tile: GOAL });
  const charged = worldWithUnits(world, workers);
  const plan: EscortPlan = {
    ...{ kind: 'escort', id: 'escort-170', since: 59, unitId: 170, unit: 'Archers', chargeId: 108 },
    ...{ charge: 'Workers', chargeTile: START, ...NOT_SENT },
  };
  const now = { ...plan, chargeTile: GOAL };

  test('a unit that goes with another is sent to its tile', () => {
    const sent = { ...now, tries: 1, sentFrom: START, sentTurn: 60 };
    const step = escortStep(charged, plan);
    const move = { action_type: 'unit_move', actor_id: 170, target: { x: 9, y: 21 } };
    expect(step).toEqual({ kind: 'act', plan: sent, ifFailed: expect.any(Function), actions: [move] });
    if (step.kind === 'act') expect(step.ifFailed('no', 0)).toEqual(sent);
  });

  test('a unit that goes with another waits where both stand, on its way, and for the next turn', () => {
    const beside = worldWithUnits(charged, unitWith(workers, { tile: START }));
    expect(escortStep(beside, now)).toEqual({ kind: 'wait', plan });
    const onWay = worldWithUnits(charged, unitWith(archers, {}, { hasOrders: true, gotoTile: GOAL }));
    expect(escortStep(onWay, plan)).toEqual({ kind: 'wait', plan: now });
    const sent = { ...now, tries: 1, sentFrom: START, sentTurn: 60 };
    expect(escortStep(charged, sent)).toEqual({ kind: 'wait', plan: sent });
  });

  test('a unit that goes with another waits while that is where it cannot go', () => {
    const atSea = worldWithUnits(charged, unitWith(workers, { tile: SEA }));
    const sent = { ...plan, chargeTile: SEA, tries: 1, sentFrom: START, sentTurn: 60 };
    expect(escortStep(atSea, plan)).toEqual({ kind: 'wait', plan: sent });
  });

  test.each([
    ['it is gone itself', worldWithUnits(nobody, workers), plan, 'Archers 170 is gone'],
    ['the other one is gone', worldWithUnits(world, { ...workers, owner: 2 }), plan, 'Workers 108 is gone'],
    [
      'it does not get on',
      charged,
      { ...now, tries: 3, sentFrom: START, sentTurn: 59 },
      'it was sent 3 times from (9, 22) and did not go on',
    ],
  ])('a unit that goes with another ends where %s', (_what, there, escort, why) => {
    expect(escortStep(there, escort)).toEqual({
      kind: 'end',
      end: { outcome: 'failed', sentence: `Archers 170 no longer goes with Workers 108: ${why}.` },
    });
  });

  describe('escorted founder', () => {
    const foundedAt = (tile: number, turnFounded: number, owner = 0) => {
      const detail = { ...must(nesa.detail), turnFounded };
      const city = { ...nesa, id: 4000, name: 'Utopia', tile, owner, detail };
      const cities = tableWith(world.cities, ({ id }) => id, city);
      return worldWith(worldWithUnits(world, { ...workers, owner: 2, tile: 0 }), { cities });
    };
    const far = { ...plan, chargeTile: at(9, 18) };

    test('the escort of a unit that founds a city and is gone goes to the city', () => {
      expect(escortStep(foundedAt(GOAL, 60), { ...plan, chargeTile: GOAL })).toMatchObject({
        kind: 'act',
        plan: { chargeTile: GOAL },
        actions: [{ action_type: 'unit_move', target: { x: 9, y: 21 } }],
      });
    });

    test.each([
      ['this turn, up to three tiles from where the other one was seen', 60, 0, 'act'],
      ['in the change to this turn', 59, 0, 'act'],
      ['not one that was there before', 58, 0, 'end'],
      ['not one of another player', 60, 2, 'end'],
    ])('the escort of a founder goes to a city that was founded %s', (_when, turnFounded, owner, kind) => {
      expect(escortStep(foundedAt(GOAL, turnFounded, owner), far).kind).toBe(kind);
      expect(escortStep(foundedAt(GOAL, turnFounded), { ...far, chargeTile: at(9, 17) }).kind).toBe('end');
    });

    test('the escort of a founder ends in its city', () => {
      expect(escortStep(foundedAt(START, 60), plan)).toEqual({
        kind: 'end',
        end: {
          ...{ outcome: 'done', cityId: 4000 },
          sentence: 'Workers 108 has come to Utopia (9, 22), and Archers 170 with it.',
        },
      });
    });
  });
});
