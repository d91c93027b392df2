import { test } from 'vitest';
import { expectSeatBack } from '../../support/taken-seat.js';

test('a seat taken in a turn change comes back where its AI had not stopped when the game was saved', () =>
  expectSeatBack({ name: 'between', noted: 3, turns: 3, isAi: true }));
