import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  RecordingReader,
  verifyRecording,
} from '../../../../features/watching/recording/recording-reader.js';

/** Headers that show a token. */
export function bearing(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
}

export interface FetchedRecording {
  readonly turns: readonly number[];
  /** What does not replay to the states it was taken of. */
  readonly faults: readonly string[];
  readonly view: unknown;
}

/** Downloads a recording and reads it as `npm run replay -- <file> --verify` does. */
export async function recordingAt(address: string, token?: string): Promise<FetchedRecording> {
  const response = await fetch(address, bearing(token));
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-download-'));
  try {
    const file = join(folder, 'downloaded.fcr');
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const reader = new RecordingReader(file);
    await reader.refresh();
    const { faults } = await verifyRecording(reader);
    return { turns: reader.index.turns, faults, view: reader.header?.view };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The turns of which the scores of all players are told. */
export async function scoredTurns(address: string, token?: string): Promise<readonly number[]> {
  const { turns }: { turns: { turn: number }[] } = JSON.parse(
    await (await fetch(address, bearing(token))).text(),
  );
  return turns.map(({ turn }) => turn);
}
