import { expect, test, vi } from 'vitest';
import { ReadThrottle } from '../../../gateway/agent/read-throttle.js';
import { systemClock } from '../../../shared/core/clock.js';

/** When reading stops and goes on again, in milliseconds, after that many refusals at once. */
function pauses(refusals: number): readonly number[] {
  vi.useFakeTimers({ now: 0 });
  const times: number[] = [];
  const note = () => times.push(Date.now());
  const throttle = new ReadThrottle(systemClock, { pauseReading: note, resumeReading: note });
  for (let refusal = 0; refusal < refusals; refusal++) throttle.recordRefusal();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  return times;
}

test('the more is refused at once, the longer reading pauses, within bounds, and it always goes on', () => {
  expect(pauses(1)).toEqual([0, 200]);
  expect(pauses(101)).toEqual([0, 700]);
  expect(pauses(100_000)).toEqual([0, 5000]);
});
