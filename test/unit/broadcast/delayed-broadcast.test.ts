import { expect, test } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import { DelayedBroadcast } from '../../../features/watching/delayed-broadcast.js';
import { RecordingReader } from '../../../features/watching/recording/recording-reader.js';
import { newRecordingFile, recordedState, recorderOf } from './support/record-game.js';

/** Only ends what hangs. */
const patience = { timeout: 20_000 };

function stateAt(version: number, turn: number): SpectatorSnapshot {
  return {
    ...{ stream: 's', version, turn, year: -4000, phase: 'movement' },
    map: { width: 1, height: 1, shape: 'square', wrap_x: false, wrap_y: false },
    rules: { ruleset: '', terrains: [], extras: [], unit_types: [] },
    ...{ tiles: [], units: [], cities: [], players: [], events: [], history: [] },
  };
}

function updateTo(version: number, turn: number, phase = 'movement'): SpectatorUpdate {
  return { stream: 's', since: version - 1, version, turn, year: -4000, phase };
}

test('a turn is shown when it is due, although the server raises the turn number before the turn begins', async () => {
  const file = await newRecordingFile();
  const recorder = recorderOf(file);
  recorder.writeSnapshot(recordedState(stateAt(0, 1)));
  recorder.writeTurn(updateTo(1, 2), () => recordedState(stateAt(1, 2)));
  recorder.writeUpdate(updateTo(2, 3, 'turn_change'));
  recorder.writeTurn(updateTo(3, 3), () => recordedState(stateAt(3, 3)));
  const recording = new RecordingReader(file);
  await expect
    .poll(async () => (await recording.refresh()) && recording.index.turns.at(-1), patience)
    .toBe(3);
  const show = new DelayedBroadcast(recording, { turns: 1, seconds: 0 }, createLogger('test', 'error'));
  const shown: number[] = [];
  const first = await show.subscribe(({ version }) => shown.push(version));
  expect(first.ok && first.value.version).toBe(1);
  recorder.writeUpdate(updateTo(4, 4, 'turn_change'));
  recorder.writeTurn(updateTo(5, 4), () => recordedState(stateAt(5, 4)));
  await recorder.close();
  await expect.poll(() => shown, patience).toEqual([2, 3]);
  show.close();
});
