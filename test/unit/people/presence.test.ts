import { expect, test } from 'vitest';
import { Presences } from '../../../proxy/games/seats/presence.js';

const PATIENCE_MS = 100;

test('a turn waits for a person without end, and then as long as for an agent that went away', () => {
  const presences = new Presences();
  presences.setPerson('anna', true, 10);
  expect(presences.get('anna')).toBe('connected');
  expect(presences.isHeld('anna')).toBe(true);
  expect(presences.waitDeadline('anna', PATIENCE_MS)).toBe(Number.POSITIVE_INFINITY);
  presences.setPerson('anna', false, 50);
  expect(presences.get('anna')).toBe('away');
  expect(presences.isHeld('anna')).toBe(false);
  expect(presences.waitDeadline('anna', PATIENCE_MS)).toBe(150);
});

test('an agent that is connected stays so when a person has left its seat', () => {
  const presences = new Presences();
  const gateway = {};
  presences.set('anna', 'connected', 0, gateway);
  presences.setPerson('anna', true, 10);
  presences.set('anna', 'away', 20, gateway);
  expect(presences.get('anna')).toBe('connected');
  presences.set('anna', 'connected', 30, gateway);
  presences.setPerson('anna', false, 40);
  expect(presences.get('anna')).toBe('connected');
});

test('a seat whose agent is gone is held by nobody after the visit of a person', () => {
  const presences = new Presences();
  const gateway = {};
  presences.set('anna', 'gone', 0, gateway);
  presences.setPerson('anna', true, 10);
  expect(presences.isHeld('anna')).toBe(true);
  presences.setPerson('anna', false, 20);
  expect(presences.isHeld('anna')).toBe(false);
});
