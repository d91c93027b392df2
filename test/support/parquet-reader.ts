import { readFile } from 'node:fs/promises';
import { tableFromIPC } from 'apache-arrow';
import { readParquet } from 'parquet-wasm';

/** The rows of a Parquet file, read by the reference implementation in Rust. Fields that are null are there. */
export async function readParquetRows(file: string): Promise<readonly Record<string, unknown>[]> {
  const table = tableFromIPC(readParquet(new Uint8Array(await readFile(file))).intoIPCStream());
  return table.toArray().map((row) => Object.fromEntries(Object.entries(plain(row) ?? {})));
}

/** Without the classes of Arrow: lists as arrays, groups as objects, 64-bit integers as numbers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('toArray' in value && typeof value.toArray === 'function') return [...value.toArray()].map(plain);
  if ('toJSON' in value && typeof value.toJSON === 'function') return plain(value.toJSON());
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
