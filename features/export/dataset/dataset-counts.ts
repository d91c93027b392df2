import type { DatasetRow } from './dataset-row.js';
import type { Split, SplitShares } from './split.js';

/** What is counted while a dataset is made, for its data card. */
export interface DatasetCounts {
  readonly rows: Record<Split, number>;
  /** Games with rows in it. */
  readonly games: Record<Split, number>;
  /** Different seeds. */
  readonly seeds: Record<Split, number>;
  readonly sources: Record<DatasetRow['source'], number>;
  /** Bytes of the JSON Lines. */
  readonly bytes: Record<Split, number>;
  notEnded: number;
  /** Rows that were left out, as an earlier one has the same messages. */
  duplicates: number;
  /** Games of which every row was such a one. */
  duplicateGames: number;
  /** Parts of messages that could not be read. */
  unreadable: number;
  /** Secrets that were removed. */
  secrets: number;
  readonly shares: SplitShares;
  /** Of this package. */
  readonly version: string;
  readonly maxChars: number;
}

/** Counts before the first game. */
export function newCounts(fixed: Pick<DatasetCounts, 'shares' | 'version' | 'maxChars'>): DatasetCounts {
  const none = () => ({ train: 0, validation: 0, test: 0 });
  return {
    ...fixed,
    ...{ rows: none(), games: none(), seeds: none(), bytes: none() },
    sources: { conversation: 0, decisions: 0 },
    ...{ notEnded: 0, duplicates: 0, duplicateGames: 0, unreadable: 0, secrets: 0 },
  };
}
