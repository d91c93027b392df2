import { setTimeout as pause } from 'node:timers/promises';
import { Relay } from '../relay.js';
import { seededRandom } from '../seeded-random.js';
import { DataVolume } from './data-volume.js';
import { type FakeClock, fakeClock } from './fake-clock.js';
import { type FaultOptions, type FaultReport, FaultRun } from './fault-run.js';
import { Installation } from './installation.js';
import { describeFault, type PlannedFault, planFault } from './plan.js';
import { Templates } from './templates.js';

/** Runs an installation under agents that play, does one fault after the other to it, and judges what became of all. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { seed, games, faults, minutes = 0, print, logFile, signal } = options;
  await using volume = await DataVolume.create();
  await using clock = needs(faults, ({ kind }) => kind === 'clock_jump') ? await fakeClock() : undefined;
  if (faults === undefined) for (const left of leftOut(volume, clock)) print(left);
  const needsTemplates = needs(faults, (fault) => fault.kind === 'damage' && fault.when !== 'in play');
  await using templates = needsTemplates ? await Templates.make(volume, `${logFile}.templates`) : undefined;
  await using installation = await Installation.start(volume.dataDir, logFile, clock?.environment);
  await using relay = await Relay.to(installation.gatewayPort);
  await using run = new FaultRun({
    installation,
    relay,
    volume,
    templates,
    clockFile: clock?.file,
    ...options,
  });
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

/** Whether one of the faults is such a one; of random ones any may be. */
function needs(
  faults: readonly PlannedFault[] | undefined,
  isSuch: (fault: PlannedFault) => boolean,
): boolean {
  return faults === undefined || faults.some(isSuch);
}

/** What cannot be done on this machine. */
function leftOut({ isOwn }: DataVolume, clock: FakeClock | undefined): readonly string[] {
  return [
    ...(isOwn ? [] : ['not root: the faults of the disk are left out']),
    ...(clock === undefined ? ['libfaketime is not installed: the jumps of the clock are left out'] : []),
  ];
}
