import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readKeptFileSync } from '#shared/core/disk/read-file.js';
import { type Plan, planSchema } from '../../plans/plan.js';
import type { SavedPlans } from '../../plans/plan-list.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { FileInaccessible, retryAfterClearing } from '../disk/stored-files.js';

const lineSchema = z.discriminatedUnion('kind', [
  /** A plan is set, or has changed. */
  z.strictObject({ kind: z.literal('set'), turn: z.int(), plan: planSchema }),
  z.strictObject({ kind: z.literal('removed'), turn: z.int(), id: z.string() }),
  /** All plans were carried out in this turn. */
  z.strictObject({ kind: z.literal('ran'), turn: z.int() }),
]);

/** One change of the plans of a seat. */
export type PlanLine = z.infer<typeof lineSchema>;

/**
 * The file with the standing plans of one seat: one line for each change, with its turn, so that a fork has the plans as
 * they were when its turn began.
 */
export class PlanFile {
  readonly #path: string;
  readonly #disk: DiskReporter;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, agentId: string, disk: DiskReporter) {
    this.#path = planPath(folder, agentId);
    this.#disk = disk;
  }

  /**
   * The saved plans; none when there is no such file. Read once, when the seat is created. A damaged file is put aside, and
   * the changes of it that can be read are written anew.
   */
  read(): SavedPlans {
    const { lines, damage } = readLines(this.#path);
    const saved = savedPlans(lines);
    if (damage === undefined) return saved;
    const lost = 'changes of the standing plans of an agent';
    this.#disk.quarantine('plans', { file: this.#path, reason: damage, lost });
    void this.append(lines);
    return saved;
  }

  /** Settles when the lines are on disk. A write failure is reported, and the game continues. */
  append(lines: readonly PlanLine[]): Promise<void> {
    const text = textOf(lines);
    this.#last = this.#last.then(() => this.#write(text));
    return this.#last;
  }

  async #write(text: string): Promise<void> {
    try {
      await retryAfterClearing(this.#disk, 'plans', this.#path, async () => {
        await mkdir(dirname(this.#path), { recursive: true });
        this.#disk.checkOwned();
        await appendFile(this.#path, text);
      });
      this.#disk.writeSucceeded('plans');
    } catch (error) {
      this.#disk.writeFailed('plans', error);
    }
  }
}

/** Writes the plans that an agent had when a turn began into the folder of a fork. Rejects when the disk does not take it. */
export async function forkPlans(from: string, to: string, agentId: string, turn: number): Promise<void> {
  const { lines } = readLines(planPath(from, agentId));
  const { plans } = savedPlans(lines.filter((line) => line.turn < turn));
  if (plans.length === 0) return;
  const set = plans.map((plan): PlanLine => ({ kind: 'set', turn: turn - 1, plan }));
  await mkdir(to, { recursive: true });
  await writeFile(planPath(to, agentId), textOf(set));
}

/** A line break stands in front: the line before may have been cut off by a full disk. */
function textOf(lines: readonly PlanLine[]): string {
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

/** The id is encoded: it may hold characters that file systems do not allow. */
function planPath(folder: string, agentId: string): string {
  return join(folder, `${encodeURIComponent(agentId)}.jsonl`);
}

interface ReadLines {
  readonly lines: readonly PlanLine[];
  /** What is wrong with the file; undefined when it is as it was written. */
  readonly damage: string | undefined;
}

/** Throws FileInaccessible when the disk does not give the file now. */
function readLines(path: string): ReadLines {
  const read = readKeptFileSync(path);
  if (read.kind === 'inaccessible') throw new FileInaccessible(path, read.reason);
  if (read.kind === 'missing') return { lines: [], damage: undefined };
  if (read.kind === 'damaged') return { lines: [], damage: read.reason };
  const texts = read.bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
  const lines = texts.flatMap((text) => parseLine(text) ?? []);
  const unreadable = texts.length - lines.length;
  return { lines, damage: unreadable === 0 ? undefined : `${unreadable} of its lines cannot be read` };
}

function parseLine(text: string): PlanLine | undefined {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
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
