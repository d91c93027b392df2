import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#shared/core/log.js';
import { viewOf } from '#shared/protocol/spectator/view.js';
import { AgentBook } from '../../../../proxy/broadcast/agents/agent-book.js';
import { Chronicle } from '../../../../proxy/broadcast/chronicle.js';
import { Telling } from '../../../../proxy/broadcast/telling.js';
import { loggedOnly } from '../../../../proxy/games/disk/disk-alarm.js';
import { Recorder } from '../../../../proxy/recording/recorder.js';
import { stateHash } from '../../../../proxy/recording/state-hash.js';
import { type Recording, replay } from '../../../support/recorded-world.js';

export async function newRecordingFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'freeciv-recording-')), 'whole.fcr');
}

export function recorderOf(file: string, logger = createLogger('test', 'error')): Recorder {
  return new Recorder({ file, gameId: 'g', view: 'whole', logger, disk: loggedOnly(logger) });
}

interface RecordedPart {
  readonly from: number;
  readonly to: number;
  readonly game: Recording;
  readonly every?: number;
  /** Called when each turn has begun: what agents do, and whenever that is to be told. */
  agents?(book: AgentBook, turn: number, tell: () => void): void;
}

/**
 * Records those turns of a game that a real server played, until the last has begun, as they are recorded live: a frame
 * every so many versions.
 * Answers the hash of the state as each turn began, taken from the world itself.
 */
export async function recordGame(
  file: string,
  { from, to, game, every = 500, agents = () => {} }: RecordedPart,
): Promise<ReadonlyMap<number, string>> {
  const recorder = recorderOf(file);
  const chronicle = new Chronicle();
  const hashes = new Map<number, string>();
  const book = new AgentBook();
  let telling: Telling | undefined;
  let turn = 0;
  replay(
    undefined,
    (world) => {
      chronicle.look(world);
      const now = world.game?.turn ?? 0;
      if (telling === undefined && (now < from || world.turn.phase !== 'movement')) return true;
      const hasBegun = world.turn.phase === 'movement' && now !== turn;
      telling ??= new Telling({ world, chronicle, agents: book, recorder, onUpdate: () => {} });
      telling.changed();
      if (world.version % every === 0) telling.flush();
      if (hasBegun) {
        const told = telling;
        hashes.set(now, stateHash(viewOf(told.snapshot())));
        agents(book, now, () => told.flush());
        turn = now;
      }
      return turn < to;
    },
    game,
    (world, packet) => {
      if (world.turn.beganAt.size > 0) chronicle.note(world, packet);
    },
  );
  telling?.flush();
  await recorder.close();
  return hashes;
}
