import { open } from 'node:fs/promises';
import type { RecordingHeader } from './frame.js';

/** Of the recordings that are written. */
const RECORDING_VERSION = 2;
/** Those of version 1 know nothing of agents, and are the same in all else. */
const READ_VERSIONS: readonly unknown[] = [1, RECORDING_VERSION];

export function newHeader(header: Omit<RecordingHeader, 'format' | 'version'>): RecordingHeader {
  return { format: 'freeciv-recording', version: RECORDING_VERSION, ...header };
}

/** The first line of a recording. Throws when it is none that can be read. */
export function readHeader(line: string): RecordingHeader {
  const header = parsedHeader(line);
  if (header?.format === 'freeciv-recording' && READ_VERSIONS.includes(header.version)) return header;
  throw new Error(`not a recording of version 1 to ${RECORDING_VERSION}`);
}

/** Says in a recording of an older version that what follows is of ours: one digit, so nothing else moves. */
export async function raiseVersion(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), { position: 0 });
    const at = buffer.toString('latin1', 0, bytesRead).indexOf('"version":1,');
    if (at >= 0) await handle.write(String(RECORDING_VERSION), at + '"version":'.length);
  } finally {
    await handle.close();
  }
}

function parsedHeader(line: string): RecordingHeader | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
