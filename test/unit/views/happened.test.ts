import { expect, test } from 'vitest';
import { happenedKind } from '../../../proxy/views/brief/happened-kinds.js';

test.each([
  ['E_CITY_LOST', 'Nesa is lost.', 5, 'lost'],
  ['E_UNIT_WIN_DEF', 'Archers survived.', 5, 'attacked'],
  // Barbarians that land are told with their place; that they have a leader now is told without one.
  ['E_UPRISING', 'Pirates land.', 5, 'attacked'],
  ['E_UPRISING', 'Pirates have a leader.', undefined, 'news'],
  ['E_UNIT_WIN_DEF', 'Archers survived.', undefined, 'attacked'],
  // The worklist does what it should.
  ['E_WORKLIST', 'Nesa is building Temple.', 5, undefined],
  ['E_WORKLIST', 'Nesa cannot build Temple; postponing.', 5, 'stalled'],
  ['E_CITY_CANTBUILD', 'Nesa is building no Temple.', 5, 'stalled'],
  ['E_CITY_GROWTH', 'Nesa grows.', 5, undefined],
] as const)('%s, %j at tile %s, is %s', (event, text, tile, kind) => {
  expect(happenedKind({ event, text, tile })).toBe(kind);
});
