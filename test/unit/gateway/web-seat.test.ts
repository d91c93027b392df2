import { expect, test } from 'vitest';
import { layoutOf } from '../../../web/map/layout.js';
import type { AgentAnswer } from '../../../web/seat/agent-message.js';
import { directionTo } from '../../../web/seat/directions.js';
import { offerLabel, offerPrice, pushNews, verdictNews } from '../../../web/seat/news.js';
import { targetsOf } from '../../../web/seat/offers.js';
import { type Offer, type PlayState, waitingUnits } from '../../../web/seat/play-state.js';
import { UnansweredRequests } from '../../../web/seat/unanswered-requests.js';

const round = { width: 10, height: 8, wrap_x: true, wrap_y: false };

test('a step points on the screen where it leads, also across the seam of a round world and between hexagons', () => {
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
  ...{ map: { width: 10 }, cities: [], players: {}, treaties: [], legal_actions: [] },
  research: { researching: null, bulbs: 0, cost: null, turns: null, goal: null },
  treasury: { gold: 50, gold_per_turn: 0 },
  units: [
    unit(1, {}),
    unit(2, { moves_left: 0 }),
    unit(3, { activity: 'fortified' }),
    unit(4, { goto: { x: 1, y: 1 } }),
    unit(5, { owner: 1, moves_left: null }),
    unit(6, { automatic: true }),
  ],
};

function unit(id: number, rest: object) {
  const kind = { type_name: 'Warriors', x: 2, y: 2, moves: 1, hp: 10, hp_max: 10, attack: 1, defense: 1 };
  return { ...{ id, owner: 0, moves_left: 1, activity: 'idle' }, ...kind, ...rest };
}

function offer(type: string, rest: Partial<Offer> = {}): Offer {
  return { type, unit_id: 1, certain: true, label: 'Warriors 1: do it', ...rest };
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
  expect(offerPrice(offer('unit_attack', { certain: false, odds: [0.4, 0.6] }))).toBe('40–60 %');
  expect(offerPrice(offer('unit_attack', { certain: false, odds: [0.5, 0.5], cost: { gold: 9 } }))).toBe(
    '9 gold, 50 %',
  );
  expect(offerPrice(offer('unit_explore', { certain: false }))).toBe('uncertain');
  expect(offerPrice(offer('unit_fortify'))).toBe('');
});

test('a verdict is told in words, with what the game said', () => {
  const done = { outcome: 'applied', server_messages: ['You have founded Tver.'], result: {} };
  expect(verdictNews('Settlers 1: found', { ok: true, data: done })).toEqual({
    mood: 'good',
    text: 'Settlers 1: found: done. You have founded Tver.',
  });
  const failed = { outcome: 'applied', server_messages: [], result: { state_change: { succeeded: false } } };
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
  expect(pushNews('status', { status: 'ready' })).toBeUndefined();
  expect(pushNews('game_ended', { winners: ['Ann'] })?.text).toBe('The game is over: Ann won');
});

test('what was not answered is sent again in the same session; in another one only what was never sent, and questions', async () => {
  const sent: string[] = [];
  let isConnected = true;
  const unanswered = new UnansweredRequests((text) => {
    if (isConnected) sent.push(JSON.parse(text).correlation_id);
    return isConnected;
  });
  const answers: Record<string, AgentAnswer<unknown>> = {};
  const ask = (id: string, isQuestion = false) =>
    void unanswered.send({ correlation_id: id }, isQuestion).then((answer) => {
      answers[id] = answer;
    });
  ask('done');
  ask('asked', true);
  isConnected = false;
  ask('new');
  isConnected = true;
  unanswered.resend(true);
  expect(sent).toEqual(['done', 'asked', 'done', 'asked', 'new']);
  expect(
    unanswered.settle({ type: 'action_result', correlation_id: 'new', data: { outcome: 'applied' } }),
  ).toBe(true);
  unanswered.resend(false);
  expect(sent.slice(5)).toEqual(['asked']);
  await Promise.resolve();
  expect(answers).toMatchObject({ new: { ok: true }, done: { ok: false, refusal: { code: 'E131' } } });
  expect(unanswered.settle({ type: 'action_result', correlation_id: 'done', data: {} })).toBe(false);
});
