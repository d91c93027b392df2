import { expect, test } from 'vitest';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentPush } from '#shared/protocol/state/pushes.js';
import type { UnitView } from '#shared/protocol/state/unit.js';
import { agentError, GatewayLost, SeatClosed } from '../../../agent/errors.js';
import { layoutOf } from '../../../web/map/layout.js';
import { answerOf, refusalOf } from '../../../web/seat/agent-answer.js';
import { directionTo } from '../../../web/seat/directions.js';
import { offerLabel, offerPrice, pushNews, verdictNews } from '../../../web/seat/news.js';
import { targetsOf } from '../../../web/seat/offers.js';
import { type PlayState, waitingUnits } from '../../../web/seat/play-state.js';

const round = { width: 10, height: 8, wrap_x: true, wrap_y: false };

test('a step points where it leads on the screen, across the seam of a round world and between hexagons', () => {
  const square = layoutOf({ ...round, shape: 'square' });
  const arrow = (from: number, to: number) => directionTo(square, from, to)?.arrow;
  expect([arrow(22, 23), arrow(22, 11), arrow(22, 33), arrow(22, 32)]).toEqual(['→', '↖', '↘', '↓']);
  expect([arrow(20, 29), arrow(29, 20), arrow(29, 10)]).toEqual(['←', '→', '↗']);
  expect(directionTo(square, 22, 22)).toBeUndefined();
  const hexes = layoutOf({ ...round, shape: 'hexagonal' });
  const ways = [23, 21, 12, 13, 32, 31].map((to) => directionTo(hexes, 22, to)?.digit);
  expect(ways).toEqual(['6', '4', '7', '9', '3', '1']);
});

const state: PlayState = {
  ...{ turn: 3, year_name: '3900 BCE', phase: 'movement', player_id: 0, seconds_left: null },
  map: { ...round, topology: ['wrapx'], shape: 'square' },
  ...{ cities: [], players: {}, treaties: [], legal_actions: [] },
  research: {
    ...{ researching: null, bulbs: 0, cost: null, bulbs_per_turn: 0, turns: null },
    ...{ goal: null, available: [] },
  },
  treasury: { gold: 50, gold_per_turn: 0, max_rate: 60 },
  units: [
    unit(1, {}),
    unit(2, { moves_left: 0 }),
    unit(3, { activity: 'fortified' }),
    unit(4, { goto: { x: 1, y: 1 } }),
    unit(5, { owner: 1, moves_left: null }),
    unit(6, { automatic: true }),
  ],
};

function unit(id: number, rest: Partial<UnitView>): UnitView {
  const kind = { type: 'warriors', type_name: 'Warriors', moves: 1, hp: 10, hp_max: 10 };
  const strength = { attack: 1, defense: 1, firepower: 1, veteran: 0 };
  const place = { x: 2, y: 2, transported_by: null, occupied: false };
  const doing = { moves_left: 1, activity: 'idle', activity_target: null };
  return { id, owner: 0, ...kind, ...strength, ...place, ...doing, ...rest };
}

function offer(type: string, rest: Partial<Offer> = {}): Offer {
  return { type, unit_id: 1, priority: 'medium', certain: true, label: 'Warriors 1: do it', ...rest };
}

test('those units wait that are ours, can move, and do nothing by themselves', () => {
  expect(waitingUnits(state).map(({ id }) => id)).toEqual([1]);
});

test('a tile is marked by the gravest of what can be done there', () => {
  const target = { x: 3, y: 2 };
  const offers = [
    offer('unit_attack', { target }),
    offer('unit_move', { target }),
    offer('unit_move', { target: { x: 1, y: 2 } }),
    offer('unit_fortify'),
  ];
  expect([...targetsOf(state, offers)]).toEqual([
    [23, 'attack'],
    [21, 'go'],
  ]);
});

test('an offer says what it costs, and how sure it is', () => {
  expect(offerLabel(offer('unit_attack'))).toBe('Do it');
  expect(offerLabel(offer('unit_build_mine', { label: 'Workers 1: mine: Mine' }))).toBe('Mine');
  expect(offerLabel(offer('unit_build_road', { label: 'Workers 1: road: Railroad' }))).toBe('Road: Railroad');
  expect(offerPrice(offer('unit_attack', { certain: false, odds: [0.4, 0.6] }))).toBe('40–60 %');
  expect(offerPrice(offer('unit_attack', { certain: false, odds: [0.5, 0.5], cost: { gold: 9 } }))).toBe(
    '9 gold, 50 %',
  );
  expect(offerPrice(offer('unit_explore', { certain: false }))).toBe('uncertain');
  expect(offerPrice(offer('unit_fortify'))).toBe('');
});

test('a verdict is told in words, with what the game said', () => {
  const founded = verdict({ server_messages: ['You have founded Tver.'] });
  expect(verdictNews('Settlers 1: found', { ok: true, data: founded })).toEqual({
    mood: 'good',
    text: 'Settlers 1: found: done. You have founded Tver.',
  });
  const failed = verdict({ result: { action_id: 'a1', state_change: { succeeded: false } } });
  expect(verdictNews('Spy 1: steal', { ok: true, data: failed }).mood).toBe('bad');
  const refusal = {
    code: 'E130',
    message: 'There is no Phalanks',
    didYouMean: ['Phalanx'],
    retryAfter: undefined,
  };
  expect(verdictNews('Tver: build', { ok: false, refusal })).toEqual({
    mood: 'bad',
    text: 'Tver: build: There is no Phalanks. (E130) Did you mean Phalanx?',
  });
});

test('a push is told in words, unless it is visible elsewhere', () => {
  const told = (push: AgentPush) => pushNews(push)?.text;
  expect(told({ type: 'status', data: { game_id: 'g', status: 'ready' } })).toBeUndefined();
  expect(told({ type: 'status', data: { game_id: 'g', status: 'lost', reason: 'no save' } })).toBe(
    'The game is lost (no save)',
  );
  const france = { player_id: 2, player: 'Ann', nation: 'French', until: null, away: true };
  expect(
    told({ type: 'status', data: { game_id: 'g', status: 'waiting', turn: 3, waiting_for: [france] } }),
  ).toBe('The turn waits for: French (away)');
  expect(told({ type: 'game_ended', data: { game_id: 'g', ranking: [], winners: ['Ann'] } })).toBe(
    'The game is over: Ann won',
  );
  const lost = { event: 'action_not_restored', action_id: 'a1', action_type: 'unit_move', turn: 3 } as const;
  expect(told({ type: 'event', data: lost })).toBe(
    'An action was lost when the game was restored: unit move',
  );
});

function verdict(rest: Partial<ActionResult>): ActionResult {
  return {
    ...{ type: 'action_result', success: true, outcome: 'applied', action_type: 'unit_build_city' },
    ...{ result: { action_id: 'a1', state_change: {} }, version: 9, server_messages: [], changes: [] },
    ...rest,
  };
}

test('an answer or why there is none is told in the words of the page, whatever the client throws', async () => {
  expect(await answerOf(Promise.resolve(7))).toEqual({ ok: true, data: 7 });
  const details = { retry_after: 3, did_you_mean: ['Bronze Working'] };
  const invalid = agentError({ code: 'E130', message: 'No such technology', details });
  expect(await answerOf(Promise.reject(invalid))).toEqual({
    ok: false,
    refusal: { code: 'E130', message: 'No such technology', didYouMean: ['Bronze Working'], retryAfter: 3 },
  });
  const takenOver = agentError({ code: 'E125', message: 'Another connection', details: {} });
  const codes = [takenOver, new GatewayLost(4001, ''), new SeatClosed(), new GatewayLost(1006, '')];
  expect(codes.map((error) => refusalOf(error).code)).toEqual(['replaced', 'replaced', 'closed', 'lost']);
});
