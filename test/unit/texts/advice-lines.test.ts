import { describe, expect, test } from 'vitest';
import { isJsonObject } from '#shared/core/json.js';
import { actionDataSchema } from '#shared/protocol/actions.js';
import type { Advice } from '#shared/protocol/state/brief.js';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { adviceLines } from '../../../features/texts/advice-lines.js';
import { toolRequest } from '../../../features/tool-calls/tool-call.js';
import { actionFields } from '../../../proxy/actions/action-fields.js';
import { copiedAction } from '../../support/models/advised-actions.js';
import { worldAtTurn } from '../../support/recorded-world.js';

test('advice for several that differs in nothing else is one line, with names that the tool do takes', () => {
  const production = (city_id: number, target: string, why: string): Advice => ({
    do: { action_type: 'city_production', city_id, target },
    why,
  });
  expect(
    adviceLines([
      { do: { action_type: 'settle', unit_id: 7, x: 3, y: 4 }, why: 'a site' },
      production(1, 'granary', 'soon pays'),
      production(2, 'temple', 'soon pays'),
      production(3, 'granary', 'soon pays'),
      production(4, 'granary', 'it grows'),
      { do: { action_type: 'tech_goal', target: 'currency' }, why: 'cheap' },
      { do: { action_type: 'tech_goal', target: 'currency' }, why: 'cheap' },
      { do: { action_type: 'treaty_accept', target: { id: 2 }, accepted: true }, why: 'free' },
    ]),
  ).toEqual([
    'settle 7 3,4: a site',
    'city_production [1, 3] granary: soon pays',
    'city_production 2 temple: soon pays',
    'city_production 4 granary: it grows',
    'tech_goal target currency: cheap',
    'tech_goal target currency: cheap',
    'treaty_accept target 2, accepted true: free',
  ]);
});

test('a clause may be a text whose value has several words', () => {
  const actions = [
    { action: 'treaty_propose', target: 2, clauses: ['me advance Bronze Working', 'them peace'] },
  ];
  const call = toolRequest({ name: 'do', arguments: { actions } });
  expect(call.ok && call.value.data.actions).toMatchObject([
    {
      clauses: [
        { giver: 'me', clause: 'advance', value: 'Bronze Working' },
        { giver: 'them', clause: 'peace' },
      ],
    },
  ]);
});

/** A technology for gold. */
const trade: Advice = {
  do: {
    action_type: 'treaty_propose',
    target: 2,
    clauses: [
      { clause: 'advance', giver: 'me', value: 'currency' },
      { clause: 'gold', giver: 'them', value: 33 },
    ],
  },
  why: 'gold for Currency',
};

describe.each([40, 60, 80])('advice of turn %i', (turn) => {
  test('a line of advice, copied into the tool do, is the action that is advised', () => {
    const advice = [...adviceOf(situationOf(worldAtTurn(turn)), []), trade];
    const actions = adviceLines(advice).map(copiedAction);
    const call = toolRequest({ name: 'do', arguments: { actions } });
    const asked = call.ok && Array.isArray(call.value.data.actions) ? call.value.data.actions : [];
    const fields = (action: unknown) => {
      const data = actionDataSchema.parse(isJsonObject(action) ? action : {});
      const { actor_id, unit_id: _unit, city_id: _city, x: _x, y: _y, ...others } = actionFields(data);
      return JSON.stringify([data.action_type, actor_id, Object.entries(others).toSorted()]);
    };
    expect(advice.length).toBeGreaterThan(1);
    expect(asked.map(fields).toSorted()).toEqual(advice.map(({ do: action }) => fields(action)).toSorted());
  });
});
