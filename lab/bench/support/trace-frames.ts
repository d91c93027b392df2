import type { Page } from 'playwright-core';
import { z } from 'zod';

/** One event of Chromium's trace: microseconds of processor time are `tdur`. */
const eventSchema = z.object({
  name: z.string(),
  ts: z.number(),
  tdur: z.number().optional(),
  pid: z.number(),
  tid: z.number(),
});
type TraceEvent = z.infer<typeof eventSchema>;

/** Whole tasks of the page's main thread, and the pictures made for the screen on others. */
const mainTask = 'RunTask';
const rasterTasks: ReadonlySet<string> = new Set(['RasterTask', 'RasterizerTaskImpl::RunOnWorkerThread']);

/** Milliseconds of processor time that each frame has taken while something goes on in the page. */
export async function traceFrames(page: Page, doing: () => Promise<unknown>): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const item of value) {
      const event = eventSchema.safeParse(item);
      if (event.success) events.push(event.data);
    }
  });
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'cc'],
    },
  });
  await doing();
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return costs(events);
}

/** The processor time from one task that calls the page for a frame to the next such task, for each. */
function costs(events: readonly TraceEvent[]): readonly number[] {
  const calls = events.filter(({ name }) => name === 'FireAnimationFrame');
  const [first] = calls;
  if (first === undefined) throw new Error('Chromium has traced no frame');
  const isMain = ({ pid, tid }: TraceEvent) => pid === first.pid && tid === first.tid;
  const tasks = events
    .filter((event) => (event.name === mainTask && isMain(event)) || rasterTasks.has(event.name))
    .sort((a, b) => a.ts - b.ts);
  const calling = new Set(
    calls.map(({ ts }) => tasks.findLastIndex((task) => isMain(task) && task.ts <= ts)),
  );
  const begins = [...calling].filter((index) => index >= 0).sort((a, b) => a - b);
  return begins.slice(0, -1).map((begin, index) => {
    const within = tasks.slice(begin, begins[index + 1]);
    return within.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
}
