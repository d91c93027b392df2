import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type ColumnType, type DatasetRow, VALUE_COLUMNS } from './dataset-row.js';
import type { Split } from './split.js';

/** Characters of the messages in one row group; a single row may have more. */
const MAX_GROUP_CHARS = 64 << 20;
const MAX_GROUP_ROWS = 1000;

/** How the types of columns are stored. */
const stored = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  bool: { type: 'BOOLEAN' },
} as const satisfies Readonly<Record<ColumnType, Partial<SchemaElement>>>;

const JSON_TYPE = { type: 'BYTE_ARRAY', converted_type: 'JSON' } as const;
const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;

/** The elements of a list, which Parquet wraps in two groups. */
function list(name: string, element: readonly SchemaElement[]): readonly SchemaElement[] {
  return [
    { name, ...OPTIONAL, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];
}

const MESSAGE_FIELDS = ['role', 'content', 'reasoning_content'] as const;
const RESULT_FIELDS = ['tool_call_id', 'name'] as const;
const text = (name: string): SchemaElement => ({ name, ...OPTIONAL, ...stored.string });
const json = (name: string): SchemaElement => ({ name, ...OPTIONAL, ...JSON_TYPE });

/** Arguments and definitions have any fields, so that calls and tools are stored as JSON. */
const SCHEMA: readonly SchemaElement[] = [
  { name: 'schema', num_children: 2 + VALUE_COLUMNS.length },
  ...list('messages', [
    { name: 'element', ...OPTIONAL, num_children: MESSAGE_FIELDS.length + 1 + RESULT_FIELDS.length },
    ...MESSAGE_FIELDS.map(text),
    ...list('tool_calls', [json('element')]),
    ...RESULT_FIELDS.map(text),
  ]),
  ...list('tools', [json('element')]),
  ...VALUE_COLUMNS.map(([name, type]) => ({ name, ...OPTIONAL, ...stored[type] })),
];

/** Writes rows to a Parquet file, a row group at a time. Without rows there is no file: readers refuse one without a row group. */
class ParquetRows {
  readonly #file: string;
  #writer: ParquetWriter | undefined;
  #rows: DatasetRow[] = [];
  #chars = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Adds a row; `chars` of its JSON. */
  async add(row: DatasetRow, chars: number): Promise<void> {
    this.#rows.push(row);
    this.#chars += chars;
    if (this.#rows.length >= MAX_GROUP_ROWS || this.#chars >= MAX_GROUP_CHARS) await this.#flush();
  }

  /** Writes what is left, and the end of the file. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#writer?.finish();
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#chars = 0;
    if (rows.length === 0) return;
    const columnData = [
      { name: 'messages', data: rows.map(({ messages }) => messages) },
      { name: 'tools', data: rows.map(({ tools }) => tools) },
      ...VALUE_COLUMNS.map(([name, type]) => ({
        name,
        data: rows.map((row) => storedValue(row[name], type)),
      })),
    ];
    this.#writer ??= new ParquetWriter({
      writer: fileWriter(this.#file),
      schema: [...SCHEMA],
      createdBy: 'freeciv-llm-gateway',
    });
    await this.#writer.write({ columnData, rowGroupSize: rows.length });
  }
}

function storedValue(value: string | number | boolean | null, type: ColumnType) {
  return type === 'int64' && typeof value === 'number' ? BigInt(value) : value;
}

/** The two files of a split: JSON Lines and Parquet, with the same rows. A split without rows has no Parquet file. */
export class SplitFiles {
  readonly #lines: FileHandle;
  readonly #parquet: ParquetRows;
  #bytes = 0;

  private constructor(lines: FileHandle, parquet: ParquetRows) {
    this.#lines = lines;
    this.#parquet = parquet;
  }

  /** Makes the files of a split in a folder. */
  static async create(folder: string, split: Split): Promise<SplitFiles> {
    const lines = await open(join(folder, `${split}.jsonl`), 'w');
    return new SplitFiles(lines, new ParquetRows(join(folder, `${split}.parquet`)));
  }

  /** Adds a row to both. */
  async add(row: DatasetRow): Promise<void> {
    const line = `${JSON.stringify(row)}\n`;
    this.#bytes += Buffer.byteLength(line);
    await this.#lines.appendFile(line);
    await this.#parquet.add(row, line.length);
  }

  /** Writes what is left; the bytes of the lines. */
  async close(): Promise<number> {
    await this.#lines.close();
    await this.#parquet.close();
    return this.#bytes;
  }
}
