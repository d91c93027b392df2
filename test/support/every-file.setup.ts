import { afterEach, expect } from 'vitest';
import { processorSeconds } from './processor-seconds.js';
import { unstatedPromises } from './promised.js';
import { setPropertyRuns } from './property-runs.js';

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: the processor time of its tests until now, in seconds. */
    processorSeconds?: number;
  }
}

await setPropertyRuns();

const before = processorSeconds();

afterEach(({ task }) => {
  // The report of the run tells it: on a busy machine the clock says nothing of the file.
  task.file.meta.processorSeconds = processorSeconds() - before;
  if (task.result?.state === 'fail') return;
  const { currentTestName = '' } = expect.getState();
  // An empty test with the right name proves nothing.
  expect(
    unstatedPromises(currentTestName, task.name),
    'promises of the title without a stated figure',
  ).toEqual([]);
});
