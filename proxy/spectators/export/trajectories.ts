import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDecisions } from '../trajectories/decisions-file.js';
import { trajectory } from '../trajectories/trajectory.js';
import type { ExportOrder } from './export-order.js';

/**
 * One line of JSON for each decision of the agents of a recorded game, seat after seat. Rejects with a sentence when
 * none were kept.
 */
export async function* trajectoryLines(order: ExportOrder): AsyncGenerator<string> {
  const { recording, seat, from, to } = order;
  const folder = dirname(recording);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.fcd'));
  let count = 0;
  for (const name of files.toSorted((a, b) => numberIn(a) - numberIn(b))) {
    const { header, lines } = await readDecisions(join(folder, name));
    if (seat !== undefined && seat !== header.agent && seat !== String(header.player)) continue;
    count += 1;
    for (const decision of trajectory(header, lines()))
      if (decision.turn >= from && decision.turn <= to) yield `${JSON.stringify(decision)}\n`;
  }
  if (count === 0)
    throw new Error(`no decisions were kept beside ${recording}${seat === undefined ? '' : ` of ${seat}`}`);
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}
