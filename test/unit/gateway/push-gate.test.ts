import { expect, test } from 'vitest';
import { PushGate } from '../../../gateway/agent/active-session.js';

test('after the login pushes wait for the first answer, or until the gate settles', () => {
  const gate = new PushGate(10);
  expect(gate.isOpen(1)).toBe(false);
  gate.endLoginWait();
  expect(gate.isOpen(1)).toBe(true);
  const asked = new PushGate(10);
  asked.requestBegan(false);
  asked.requestAnswered(false);
  expect(asked.isOpen(1)).toBe(true);
});

test('a push never meets a lone request', () => {
  const gate = new PushGate(10);
  gate.endLoginWait();
  for (const hasCorrelation of [true, false]) {
    gate.requestBegan(hasCorrelation);
    expect(gate.isOpen(1)).toBe(false);
    gate.requestAnswered(hasCorrelation);
    expect(gate.isOpen(1)).toBe(true);
  }
});

test('a client with two correlated requests under way gets its pushes at once', () => {
  const gate = new PushGate(10);
  gate.requestBegan(true);
  gate.requestBegan(false);
  expect(gate.isOpen(1)).toBe(false);
  gate.requestBegan(true);
  expect(gate.isOpen(1)).toBe(true);
});

test('how many wait is bounded', () => {
  const gate = new PushGate(3);
  gate.requestBegan(false);
  expect(gate.isOpen(3)).toBe(false);
  expect(gate.isOpen(4)).toBe(true);
});
