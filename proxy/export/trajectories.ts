import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDecisions } from '../broadcast/trajectories/decisions-file.js';
import { trajectory } from '../broadcast/trajectories/trajectory.js';
import type { ExportOrder } from './export-order.js';

/**
 * One line of JSON for each decision of the agents of a recorded game, seat after seat. Rejects with a sentence when
 * none were kept, before anything is written.
 */
export async function trajectoryLines(order: ExportOrder): Promise<AsyncIterable<string>> {
  const files = await filesOf(order);
  if (files.length > 0) return linesOf(files, order);
  const whose = order.seat === undefined ? '' : ` of ${order.seat}`;
  throw new Error(`no decisions were kept beside ${order.recording}${whose}`);
}

/** The files of the seats that are asked for, by player. */
async function filesOf({ recording, seat }: ExportOrder): Promise<readonly string[]> {
  const folder = dirname(recording);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fcd'));
  const files: string[] = [];
  for (const name of names.toSorted((a, b) => numberIn(a) - numberIn(b))) {
    const file = join(folder, name);
    const { agent, player } = (await readDecisions(file)).header;
    if (seat === undefined || seat === agent || seat === String(player)) files.push(file);
  }
  return files;
}

async function* linesOf(files: readonly string[], { from, to }: ExportOrder): AsyncGenerator<string> {
  for (const file of files) {
    const { header, lines } = await readDecisions(file);
    for (const decision of trajectory(header, lines()))
      if (decision.turn >= from && decision.turn <= to) yield `${JSON.stringify(decision)}\n`;
  }
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}
