import type { z } from 'zod';
import { usageOfAll } from '../../../test/support/process-usage.js';
import type { partSchema } from './load-report.js';

/** The processes of a server by what they are, `gateway` for example; asked anew each time, as game servers come and go. */
export type ServerParts = Readonly<Record<string, () => readonly number[]>>;

type Part = z.infer<typeof partSchema>;

/** Begins to measure what the parts use; `end` says what that was. */
export function measureParts(parts: ServerParts): { end(): Readonly<Record<string, Part>> } {
  const began = performance.now();
  const before = Object.entries(parts).map(([name, pids]) => {
    const all = pids();
    return { name, all, cpu: usageOfAll(all).cpuSeconds };
  });
  return {
    end() {
      const seconds = (performance.now() - began) / 1000;
      return Object.fromEntries(
        before.map(({ name, all, cpu }) => {
          const { cpuSeconds, megabytes } = usageOfAll(all);
          return [
            name,
            { processes: all.length, cpu_percent: ((cpuSeconds - cpu) / seconds) * 100, megabytes },
          ];
        }),
      );
    },
  };
}
