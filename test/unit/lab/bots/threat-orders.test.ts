import { expect, test } from 'vitest';
import { threatOrders } from '../../../../lab/bots/threat-orders.js';

const cities = new Map([
  ['New York', 7],
  ['Rome', 8],
]);

test.each([
  ['"New York"', 7],
  ['Rome', 8],
])('a bot plans to defend the city %s once when an enemy is near', (name, city_id) => {
  const line = `1 legion (Thai) 2 tiles north of ${name} (defenders: 0)`;
  const defended = new Set<string>();
  expect(threatOrders([line], cities, defended)).toEqual([
    { action_type: 'defend', actor_id: city_id, number: 2 },
  ]);
  expect(threatOrders([line], cities, defended)).toEqual([]);
});
