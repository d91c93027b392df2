import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { RecordingReader } from '../recording/recording-reader.js';

/** The turns of a recording within these bounds, each as the state with which it began. Rejects when there are none. */
export async function* recordedTurns(file: string, from: number, to: number): AsyncGenerator<SpectatorView> {
  const recording = new RecordingReader(file);
  if (!(await recording.refresh())) throw new Error(`there is no recording ${file}`);
  const turns = recording.index.turns.filter((turn) => turn > 0 && turn >= from && turn <= to);
  if (turns.length === 0) throw new Error(`the recording has ${spanOf(recording)}`);
  for (const turn of turns) {
    const view = await recording.stateAt(turn);
    if (view !== undefined) yield view;
  }
}

function spanOf({ index: { turns } }: RecordingReader): string {
  const played = turns.filter((turn) => turn > 0);
  return played.length === 0 ? 'no turns' : `only turns ${played[0]} to ${played.at(-1)}`;
}
