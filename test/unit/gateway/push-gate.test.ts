import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PushGate } from '../../../gateway/socket/push-gate.js';

type Step = 'push' | 'begin' | 'answer' | 'settle';

/** Plays the steps and answers what is left; tells what was let through, and what met a lone request. */
function play(script: readonly Step[]) {
  const released: number[] = [];
  let pushed = 0;
  let underWay = 0;
  let meetings = 0;
  const gate = new PushGate<number>((item) => {
    if (underWay === 1) meetings++;
    released.push(item);
  }, 1000);
  const steps: Record<Step, () => void> = {
    push: () => gate.push(++pushed),
    settle: () => gate.settle(),
    begin: () => {
      underWay++;
      gate.requestBegan(true);
    },
    answer: () => {
      if (underWay === 0) return;
      underWay--;
      gate.requestAnswered(true);
    },
  };
  for (const step of script) steps[step]();
  while (underWay > 0) steps.answer();
  steps.settle();
  return { released, pushed, meetings };
}

test('pushes keep their order, none is lost or doubled, and none meets a lone request', () => {
  const scripts = fc.array(fc.constantFrom<Step>('push', 'begin', 'answer', 'settle'), { maxLength: 60 });
  fc.assert(
    fc.property(scripts, (script) => {
      const { released, pushed, meetings } = play(script);
      expect(released).toEqual(Array.from({ length: pushed }, (_, index) => index + 1));
      expect(meetings).toBe(0);
    }),
  );
});

test('after the login pushes wait for the first answer, or until the gate settles', () => {
  const released: string[] = [];
  const gate = new PushGate<string>((item) => released.push(item), 10);
  gate.push('game_ready');
  expect(released).toEqual([]);
  gate.settle();
  expect(released).toEqual(['game_ready']);
});

test('a client with two correlated requests under way gets its pushes at once', () => {
  const released: string[] = [];
  const gate = new PushGate<string>((item) => released.push(item), 10);
  gate.requestBegan(true);
  gate.push('a');
  expect(released).toEqual([]);
  gate.requestBegan(true);
  expect(released).toEqual(['a']);
});

test('what is held is bounded', () => {
  const released: number[] = [];
  const gate = new PushGate<number>((item) => released.push(item), 3);
  gate.requestBegan(false);
  for (let item = 1; item <= 4; item++) gate.push(item);
  expect(released).toEqual([1, 2, 3, 4]);
});
