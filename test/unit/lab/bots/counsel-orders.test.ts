import { expect, test } from 'vitest';
import { type CounselMemory, counselOrders, threatOrders } from '../../../../lab/bots/counsel-orders.js';

const cities = new Map([
  ['New York', 7],
  ['Rome', 8],
]);
const memory = (): CounselMemory => ({ asked: new Map(), defended: new Set() });

test.each([
  ['"New York"', 7],
  ['Rome', 8],
])('a bot follows counsel about the city %s', (name, city_id) => {
  const line = `3 sites for cities have no settlers, the best is (3, 4) (food 2): ${name} can have settlers in 2 turns`;
  expect(counselOrders([line], cities, 9, memory())).toEqual([
    [{ action_type: 'city_production', city_id, target: 'settlers' }],
  ]);
  const threat = `1 legion (Thai) 2 tiles north of ${name} (defenders: 0)`;
  expect(threatOrders([threat], cities, memory())).toEqual([
    { action_type: 'defend', actor_id: city_id, number: 2 },
  ]);
});

test('a bot proposes treaties to leaders whose names counsel has in quotes', () => {
  const line = 'The ceasefire with "Rama Thibodi" ends in 3 turns and is war again';
  expect(JSON.stringify(counselOrders([line], cities, 9, memory()))).toContain('"Rama Thibodi"');
});
