import { afterEach, expect } from 'vitest';
import { unstatedPromises } from './promised.js';

// An empty test with the right name proves nothing.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return;
  const { currentTestName = '' } = expect.getState();
  expect(
    unstatedPromises(currentTestName, task.name),
    'promises of the title without a stated figure',
  ).toEqual([]);
});
