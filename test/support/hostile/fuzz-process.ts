/** A process of its own that fuzzes: `streams SEED FRAMES`, or `worlds MOMENT FIRST_SEED COUNT`. Tells its parent what it does and what came of it. */

import { collectGarbage } from '../collect-garbage.mjs';
import { runMutatedStreams } from './mutated-streams.js';
import { MOMENTS, MutatedWorlds } from './mutated-worlds.js';

const [mode, ...words] = process.argv.slice(2);
const [first = 0, second = 0, third = 0] = words.map(Number);

// Most of the damage is found by an error, of which nobody reads the stack.
if (mode === 'streams') Error.stackTraceLimit = 0;

function streams(seed: number, frames: number): void {
  const counts = runMutatedStreams(seed, frames);
  collectGarbage();
  process.send?.({ kind: 'streams', counts, heapBytes: process.memoryUsage().heapUsed });
}

async function worlds(moment: number, seed: number, count: number): Promise<void> {
  const chosen = MOMENTS[moment];
  if (chosen === undefined) throw new Error(`there is no moment ${moment}`);
  const fuzz = new MutatedWorlds(chosen);
  for (let n = 0; n < count; n += 1) {
    const tell = (view: string) => process.send?.({ kind: 'view', seed: seed + n, view });
    process.send?.({ kind: 'world', seed: seed + n, outcome: await fuzz.round(seed + n, tell) });
  }
}

if (mode === 'streams') streams(first, second);
else await worlds(first, second, third);
process.disconnect();
