import { parseArgs } from 'node:util';
import type { SplitShares } from './split.js';

/** The command line of `npm run export -- FOLDER --dataset DIR`. */
export interface DatasetOptions {
  /** Folders of games, or folders with such folders in them or in their `games`. */
  readonly folders: readonly string[];
  /** The folder to make; it must be new or empty. */
  readonly out: string;
  readonly shares: SplitShares;
  /** Characters of the messages of one row; a single exchange may be longer. */
  readonly maxChars: number;
}

/** About fifty thousand tokens. */
const MAX_ROW_CHARS = 200_000;
const MIN_ROW_CHARS = 1000;

/** Printed after an error in the command line. */
export const DATASET_USAGE = `npm run export -- FOLDER... --dataset DIR [options]
  FOLDER          a game, or a folder of games such as DATA_DIR; only games that have ended
  --split A,B,C   per cent of the seeds in train, validation and test; by default 80,10,10
  --max-chars N   characters of the messages of a row; by default ${MAX_ROW_CHARS}`;

/** Whether a command line asks for a dataset. */
export function asksForDataset(args: readonly string[]): boolean {
  return args.some((arg) => arg === '--dataset' || arg.startsWith('--dataset='));
}

/** Parses the command line. Throws an error with a sentence for the user. */
export function parseDatasetOptions(args: readonly string[]): DatasetOptions {
  const text = { type: 'string' } as const;
  const { values, positionals: folders } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { dataset: text, split: text, 'max-chars': text },
  });
  if (folders.length === 0) throw new Error('name the folder of a game, or of games');
  if (values.dataset === undefined || values.dataset === '')
    throw new Error('name the folder for the dataset');
  const maxChars = Number(values['max-chars'] ?? MAX_ROW_CHARS);
  if (!Number.isSafeInteger(maxChars) || maxChars < MIN_ROW_CHARS)
    throw new Error(`--max-chars takes a whole number from ${MIN_ROW_CHARS} on, not ${values['max-chars']}`);
  return { folders, out: values.dataset, shares: sharesOf(values.split ?? '80,10,10'), maxChars };
}

function sharesOf(text: string): SplitShares {
  const shares = text.split(',').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  const [train, validation, test] = shares;
  const isWhole = shares.length === 3 && shares.reduce((sum, share) => sum + share, 0) === 100;
  if (!isWhole || train === undefined || validation === undefined || test === undefined)
    throw new Error(`--split takes three whole numbers that make 100, such as 80,10,10, not ${text}`);
  return { train, validation, test };
}
