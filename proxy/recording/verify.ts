import { advance, type RecordingReader } from './recording-reader.js';
import { stateHash } from './state-hash.js';

export interface Verified {
  /** Turns and gaps whose state is the one that was recorded of the game itself. */
  readonly states: number;
  /** One line for each that is not. */
  readonly faults: readonly string[];
}

/** Replays a recording from its beginning and compares every state that it has a hash of. */
export async function verifyRecording(recording: RecordingReader): Promise<Verified> {
  const faults: string[] = [];
  let states = 0;
  let view: ReturnType<typeof advance> | undefined;
  for (const at of recording.index.stretches.keys()) {
    for (const { head, body } of await recording.framesIn(at)) {
      // A keyframe is compared with what the updates before it have led to.
      if (head.kind !== 'keyframe') view = advance(view, body);
      if (view === undefined || !('hash' in body)) continue;
      states += 1;
      if (stateHash(view) !== body.hash) faults.push(`turn ${head.turn} (${head.kind}) is not as it was`);
    }
  }
  return { states, faults };
}
