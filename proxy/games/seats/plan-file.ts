import { join } from 'node:path';
import { z } from 'zod';
import { type Plan, planSchema } from '../../plans/plan.js';
import type { SavedPlans } from '../../plans/plan-list.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { LinesFile, readableLines, writeLines } from '../disk/lines-file.js';

const lineSchema = z.discriminatedUnion('kind', [
  /** A plan is set, or has changed. */
  z.strictObject({ kind: z.literal('set'), turn: z.int(), plan: planSchema }),
  z.strictObject({ kind: z.literal('removed'), turn: z.int(), id: z.string() }),
  /** All plans were carried out in this turn. */
  z.strictObject({ kind: z.literal('ran'), turn: z.int() }),
]);

/** One change of the plans of a seat. */
export type PlanLine = z.infer<typeof lineSchema>;

/** The standing plans of one seat: one line for each change, with its turn, so that a fork has the plans of its turn. */
export class PlanFile {
  readonly #file: LinesFile<PlanLine>;

  constructor(folder: string, agentId: string, disk: DiskReporter) {
    const lost = 'changes of the standing plans of an agent';
    const file = planPath(folder, agentId);
    this.#file = new LinesFile({ file, what: 'plans', schema: lineSchema, disk, lost });
  }

  /** The saved plans; see LinesFile.readNow. Read once, when the seat is created. */
  read(): SavedPlans {
    return savedPlans(this.#file.readNow());
  }

  /** Writes the lines at once. A write failure is reported, and the game continues. */
  append(lines: readonly PlanLine[]): void {
    this.#file.append(lines);
  }
}

/** Writes the plans that an agent had when a turn began into the folder of a fork. Rejects when the disk does not give or take them. */
export async function forkPlans(from: string, to: string, agentId: string, turn: number): Promise<void> {
  const lines = await readableLines({ file: planPath(from, agentId), schema: lineSchema });
  const { plans } = savedPlans(lines.filter((line) => line.turn < turn));
  const set = plans.map((plan): PlanLine => ({ kind: 'set', turn: turn - 1, plan }));
  if (set.length > 0) await writeLines(planPath(to, agentId), set);
}

/** The id is encoded: it may hold characters that file systems do not allow. */
function planPath(folder: string, agentId: string): string {
  return join(folder, `${encodeURIComponent(agentId)}.jsonl`);
}

function savedPlans(lines: readonly PlanLine[]): SavedPlans {
  const plans = new Map<string, Plan>();
  let ranTurn = 0;
  for (const line of lines) {
    if (line.kind === 'set') plans.set(line.plan.id, line.plan);
    else if (line.kind === 'removed') plans.delete(line.id);
    else ranTurn = line.turn;
  }
  return { plans: [...plans.values()], ranTurn };
}
