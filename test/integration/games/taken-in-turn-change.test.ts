import { test } from 'vitest';
import { expectSeatBack } from '../../support/taken-seat.js';

test.each([
  { name: 'early', what: 'in the turn before', noted: 1, turns: 2, isAi: false },
  { name: 'late', what: 'in the turn after', noted: 3, turns: 3, isAi: false },
])('a seat taken in a turn change comes back where it is on record $what', expectSeatBack);
