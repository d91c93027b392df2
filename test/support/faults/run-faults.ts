import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../seeded-random.js';
import { DataVolume } from './data-volume.js';
import { fakeClock } from './fake-clock.js';
import { type FaultOptions, type FaultReport, FaultRun } from './fault-run.js';
import { Installation } from './installation.js';
import { describeFault, planFault } from './plan.js';
import { Templates } from './templates.js';

/** Runs an installation under agents that play, does one fault after the other to it, and judges what became of all. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { seed, games, faults, minutes = 0, print, logFile, signal } = options;
  await using volume = await DataVolume.create();
  if (!volume.isOwn) print('not root: the faults of the disk are left out');
  const clock = await fakeClock();
  if (clock === undefined) print('libfaketime is not installed: the jumps of the clock are left out');
  const needsTemplates =
    faults === undefined || faults.some((fault) => fault.kind === 'damage' && fault.when !== 'in play');
  await using templates = needsTemplates ? await Templates.make(volume, `${logFile}.templates`) : undefined;
  await using installation = await Installation.start(volume.dataDir, logFile, clock?.environment);
  await using run = new FaultRun({ installation, volume, templates, clockFile: clock?.file, ...options });
  await run.begin(games);
  const random = seededRandom(seed);
  const until = performance.now() + minutes * 60_000;
  for (let number = 1; signal?.aborted !== true; number += 1) {
    const planned = faults === undefined ? planFault(random, games) : faults[number - 1];
    if (planned === undefined || (faults === undefined && performance.now() > until)) break;
    await run.suffer(planned, number, describeFault(planned));
    if (faults === undefined) await pause(1_000 * random());
  }
  return run.report();
}
