import { expect, test } from 'vitest';
import { describeFault, drawFault } from '../../support/cluster/cluster-plan.js';
import { differences } from '../../support/cluster/counting-agent.js';
import { seededRandom } from '../../support/seeded-random.js';

function draw(seed: number, count: number) {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => drawFault(random, { gateways: 3, proxies: 2 }));
}

test('the same seed gives the same faults, and a long run has every kind at every part', () => {
  expect(draw(7, 50)).toEqual(draw(7, 50));
  expect(draw(8, 50)).not.toEqual(draw(7, 50));
  const told = draw(1, 2_000).map(describeFault).join('\n');
  for (const kind of ['kill', 'hang', 'restart'])
    for (const part of ['gateway 0', 'gateway 2', 'proxy 0', 'proxy 1'])
      expect(told).toContain(`${kind} ${part}`);
  for (const kind of ['kill', 'hang'])
    for (const part of ['game server', 'store']) expect(told).toContain(`${kind} ${part}`);
  for (const kind of ['cut', 'hold', 'delay'])
    for (const hop of ['agents', 'links', 'store']) expect(told).toContain(`${kind} ${hop}`);
  for (const other of ['double agents', 'double links', 'full disk', 'clock +', 'clock -'])
    expect(told).toContain(other);
  expect(told).not.toMatch(/gateway 3|proxy 2|double store/);
});

const least = new Map([['warriors', 2]]);
const most = new Map([
  ['warriors', 2],
  ['coinage', 1],
]);

test('an agent finds lost and doubled actions, and accepts either result of an unknown outcome', () => {
  const sent = { least, most };
  expect(differences(['coinage'], ['coinage', 'warriors', 'warriors'], sent)).toEqual([]);
  expect(differences([], ['warriors', 'warriors', 'coinage'], sent)).toEqual([]);
  expect(differences([], ['warriors'], sent)).toEqual(['lost: 1 warriors of 2 acknowledged']);
  expect(differences([], ['warriors', 'warriors', 'coinage', 'coinage'], sent)).toEqual([
    'twice: 2 coinage of 1 sent',
  ]);
  expect(differences([], ['warriors', 'warriors', 'settlers'], sent)).toEqual([
    'twice: 1 settlers of 0 sent',
  ]);
});
