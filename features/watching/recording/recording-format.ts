import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { RecordingHeader } from '#shared/protocol/spectator/recording-format.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';

/** Version of new recordings. */
const RECORDING_VERSION = 2;
/** Version 1 has no agent activity and is otherwise the same. */
const READ_VERSIONS: readonly unknown[] = [1, RECORDING_VERSION];

/** The first line of a new recording. */
export function newRecordingHeader(header: Omit<RecordingHeader, 'format' | 'version'>): RecordingHeader {
  return { format: 'freeciv-recording', version: RECORDING_VERSION, ...header };
}

/** Parses the first line of a recording. Throws when it is not that of a readable version. */
export function readRecordingHeader(line: string): RecordingHeader {
  const header = parseHeader(line);
  if (header?.format === 'freeciv-recording' && READ_VERSIONS.includes(header.version)) return header;
  throw new Error(`not a recording of version 1 to ${RECORDING_VERSION}`);
}

/** Raises the version in the first line of an older recording. It is one digit, so that no record moves. */
export async function upgradeVersion(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(100), { position: 0 });
    const at = buffer.toString('latin1', 0, bytesRead).indexOf('"version":1,');
    if (at >= 0) await handle.write(String(RECORDING_VERSION), at + '"version":'.length);
  } finally {
    await handle.close();
  }
}

function parseHeader(line: string): RecordingHeader | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The JSON of each part of a state: `header` and `map` are objects, the others arrays; entities are in the order of their ids. */
export interface StateParts {
  readonly header: string;
  readonly map: string;
  readonly tiles: string;
  readonly units: string;
  readonly cities: string;
  readonly players: string;
  readonly events: string;
  readonly history: string;
  readonly agents: string;
  readonly actions: string;
  readonly transcript: string;
}

/** The text that the hash of a state is of. */
export function factsOf(parts: StateParts): string {
  const { header, map, tiles, units, cities, players, events, history } = parts;
  const activity = [parts.agents, parts.actions, parts.transcript];
  // Left out when empty, so that the hashes of version 1 stay valid.
  const shown = activity.some((text) => text !== '[]') ? activity : [];
  return `[${[header, map, tiles, units, cities, players, events, history, ...shown].join()}]`;
}

/** SHA-256 of a whole view in a fixed order, as base64url: equal for equal states, whatever led to them. */
export function stateHash(view: SpectatorView): string {
  return factsHash(stateFacts(view));
}

/** The text that the hash of a whole view is of. */
export function stateFacts(view: SpectatorView): string {
  const { header, map, tiles, units, cities, players, events, history, agents, actions, transcript } = view;
  return factsOf({
    header: JSON.stringify(header),
    map: JSON.stringify(map),
    tiles: jsonById(tiles),
    units: jsonById(units),
    cities: jsonById(cities),
    players: jsonById(players),
    events: JSON.stringify(events),
    history: JSON.stringify(history),
    agents: jsonById(agents),
    actions: JSON.stringify(actions),
    transcript: JSON.stringify(transcript),
  });
}

/** SHA-256 of such a text, as base64url. */
export function factsHash(facts: string): string {
  return createHash('sha256').update(facts).digest('base64url');
}

function jsonById(table: ReadonlyMap<number, unknown>): string {
  return JSON.stringify([...table].sort(([a], [b]) => a - b).map(([, entry]) => entry));
}
