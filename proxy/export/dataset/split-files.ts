import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetRow } from './dataset-row.js';
import { ParquetRows } from './parquet-rows.js';
import type { Split } from './split.js';

/** The two files of a split: JSON Lines and Parquet, with the same rows. A split without rows has no Parquet file. */
export class SplitFiles {
  readonly #paths: Readonly<Record<'jsonl' | 'parquet', string>>;
  readonly #lines: FileHandle;
  readonly #parquet: ParquetRows;

  private constructor(paths: Readonly<Record<'jsonl' | 'parquet', string>>, lines: FileHandle) {
    this.#paths = paths;
    this.#lines = lines;
    this.#parquet = new ParquetRows(paths.parquet);
  }

  /** Makes the files of a split in a folder. */
  static async create(folder: string, split: Split): Promise<SplitFiles> {
    const paths = { jsonl: join(folder, `${split}.jsonl`), parquet: join(folder, `${split}.parquet`) };
    return new SplitFiles(paths, await open(paths.jsonl, 'w'));
  }

  /** Adds a row to both. */
  async add(row: DatasetRow): Promise<void> {
    const line = `${JSON.stringify(row)}\n`;
    await this.#lines.appendFile(line);
    await this.#parquet.add(row, line.length);
  }

  /** Writes what is left; the sizes of the files in bytes. */
  async close(): Promise<Readonly<Record<'jsonl' | 'parquet', number>>> {
    await this.#lines.close();
    await this.#parquet.close();
    return { jsonl: sizeOf(this.#paths.jsonl), parquet: sizeOf(this.#paths.parquet) };
  }
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
