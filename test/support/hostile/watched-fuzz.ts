import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { usageOf } from '../process-usage.js';

const script = fileURLToPath(new URL('./fuzz-process.ts', import.meta.url));
const execArgv = ['--conditions=source', '--import', 'tsx'];

/** The processor time that one view of a world may take. */
const MAX_VIEW_SECONDS = 20;
const POLL_MS = 500;

const messageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('streams'),
    counts: z.object({ frames: z.number(), applied: z.number(), refused: z.number(), streams: z.number() }),
    heapBytes: z.number(),
  }),
  z.object({ kind: z.literal('view'), seed: z.number(), view: z.string() }),
  z.object({
    kind: z.literal('world'),
    seed: z.number(),
    outcome: z.object({
      refused: z.string().optional(),
      failed: z.array(z.object({ view: z.string(), error: z.string() })),
    }),
  }),
]);

/** What a process of `fuzz-process.ts` tells. */
export type FuzzMessage = z.infer<typeof messageSchema>;

/** The end of such a process. */
export interface FuzzEnd {
  readonly messages: readonly FuzzMessage[];
  /** Why it was killed or failed; undefined where it came to its end. */
  readonly fault: string | undefined;
}

/** Runs the fuzz in a process of its own, which is killed when one view takes too long; `words` as fuzz-process.ts has them. */
export async function watchedFuzz(...words: readonly (string | number)[]): Promise<FuzzEnd> {
  const child = fork(script, words.map(String), { execArgv });
  const messages: FuzzMessage[] = [];
  let since = 0;
  let present: string | undefined;
  let fault: string | undefined;
  child.on('message', (told) => {
    const message = messageSchema.parse(told);
    if (message.kind !== 'view') messages.push(message);
    else {
      present = `${message.view} of world ${message.seed}`;
      since = usedBy(child.pid);
    }
  });
  const poll = setInterval(() => {
    if (present === undefined || usedBy(child.pid) - since < MAX_VIEW_SECONDS) return;
    fault = `${present} takes too long`;
    child.kill('SIGKILL');
  }, POLL_MS);
  const [code] = await once(child, 'exit');
  clearInterval(poll);
  return { messages, fault: fault ?? (code === 0 ? undefined : `ended with ${code} at ${present}`) };
}

/** Seconds of processor time. */
function usedBy(pid: number | undefined): number {
  return pid === undefined ? 0 : usageOf(pid).cpuSeconds;
}
