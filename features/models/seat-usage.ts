import { join } from 'node:path';
import { z } from 'zod';
import { type UsageReport, usageReportSchema } from '#shared/protocol/usage.js';
import type { DiskMonitor, DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { LinesFile, readableLines, writeLines } from '../../proxy/games/disk/lines-file.js';
import { PerSeat } from '../../proxy/games/disk/per-seat.js';

/** `at` is when it was reported (ISO 8601). */
const lineSchema = z.strictObject({ at: z.string(), report: usageReportSchema });

type UsageLine = z.infer<typeof lineSchema>;

/** What the model of one seat took, turn by turn: a file with a line for each report. */
export class SeatUsage {
  readonly #file: LinesFile<UsageLine>;
  readonly #reports = new Map<number, UsageReport>();

  private constructor(file: LinesFile<UsageLine>, lines: readonly UsageLine[]) {
    this.#file = file;
    for (const { report } of lines) this.#reports.set(report.turn, report);
  }

  /** Reads the file of an agent in that folder; no reports when there is none. Rejects when the disk cannot read it now. */
  static async open(folder: string, agentId: string, disk: DiskReporter): Promise<SeatUsage> {
    const file = usageFile(folder, agentId, disk);
    return new SeatUsage(file, await file.read());
  }

  get reports(): ReadonlyMap<number, UsageReport> {
    return this.#reports;
  }

  /** Keeps a report in place of an earlier one about its turn, which is returned. `now` in epoch milliseconds. */
  add(report: UsageReport, now: number): UsageReport | undefined {
    const before = this.#reports.get(report.turn);
    this.#reports.set(report.turn, report);
    this.#file.append([{ at: new Date(now).toISOString(), report }]);
    return before;
  }
}

/** The usage of the seats of all games below DATA_DIR. */
export function usageOfSeats(dataDir: string, disk: DiskMonitor): PerSeat<SeatUsage> {
  return new PerSeat((gameId, agentId) =>
    SeatUsage.open(gameFolder(dataDir, gameId).usage, agentId, disk.reporterFor(gameId)),
  );
}

/** The last report about each turn, by turn, as far as the file of an agent in that folder can be read now. */
export async function readUsage(folder: string, agentId: string): Promise<ReadonlyMap<number, UsageReport>> {
  const lines = await readableLines({ file: usagePath(folder, agentId), schema: lineSchema });
  return new Map(lines.map(({ report }) => [report.turn, report]));
}

/** Copies the reports about the turns before `turn` to the folder of a fork. Rejects when the disk does not give or take them. */
export async function forkUsage(from: string, to: string, agentId: string, turn: number): Promise<void> {
  const lines = await readableLines({ file: usagePath(from, agentId), schema: lineSchema });
  const kept = lines.filter(({ report }) => report.turn < turn);
  if (kept.length > 0) await writeLines(usagePath(to, agentId), kept);
}

function usageFile(folder: string, agentId: string, disk: DiskReporter): LinesFile<UsageLine> {
  const lost = 'reports of what the model of an agent took';
  return new LinesFile({ file: usagePath(folder, agentId), what: 'usage', schema: lineSchema, disk, lost });
}

/** The id is encoded: it may hold characters that file systems do not allow. */
function usagePath(folder: string, agentId: string): string {
  return join(folder, `${encodeURIComponent(agentId)}.jsonl`);
}
