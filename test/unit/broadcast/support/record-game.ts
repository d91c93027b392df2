import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '#shared/core/log.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import type { RecordedView } from '#shared/protocol/spectator/recording-format.js';
import { viewOf } from '#shared/protocol/spectator/view.js';
import { AgentActivity } from '../../../../features/watching/agents/agent-activity.js';
import { EventLog } from '../../../../features/watching/event-log.js';
import { type RecordedState, Recorder } from '../../../../features/watching/recording/recorder.js';
import { stateFacts, stateHash } from '../../../../features/watching/recording/recording-format.js';
import { UpdatePublisher } from '../../../../features/watching/update-publisher.js';
import { loggingReporter } from '../../../../proxy/games/disk/disk-monitor.js';
import { type Recording, replay } from '../../../support/recorded-world.js';
import { recordsAtOnce } from '../../../support/records-at-once.js';

export async function newRecordingFile(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'freeciv-recording-')), 'whole.fcr');
}

export function recorderOf(
  file: string,
  logger = createLogger('test', 'error'),
  view: RecordedView = 'whole',
): Recorder {
  const disk = loggingReporter(logger);
  return new Recorder({ file, gameId: 'g', view, facts: {}, log: logger, disk, writing: recordsAtOnce() });
}

/** A snapshot as a recorder takes it. */
export function recordedState(snapshot: SpectatorSnapshot): RecordedState {
  const facts = stateFacts(viewOf(snapshot));
  return { turn: snapshot.turn, facts, snapshot: () => JSON.stringify(snapshot) };
}

interface RecordedPart {
  readonly from: number;
  readonly to: number;
  readonly game: Recording;
  readonly every?: number;
  readonly view?: RecordedView;
  /** Called when each turn has begun: what agents do, and whenever that is to be current. */
  agents?(book: AgentActivity, turn: number, tell: () => void): void;
}

/**
 * Records those turns of a game that a real server played, until the last has begun, as they are recorded live: a frame
 * every so many versions.
 * Answers the hash of the state as each turn began, taken from the world itself.
 */
export async function recordGame(
  file: string,
  { from, to, game, every = 500, view, agents = () => {} }: RecordedPart,
): Promise<ReadonlyMap<number, string>> {
  const recorder = recorderOf(file, undefined, view);
  const eventLog = new EventLog();
  const hashes = new Map<number, string>();
  const book = new AgentActivity();
  let publisher: UpdatePublisher | undefined;
  let turn = 0;
  replay(
    undefined,
    (world) => {
      eventLog.recordTurn(world);
      const now = world.game?.turn ?? 0;
      if (publisher === undefined && (now < from || world.turn.phase !== 'movement')) return true;
      const hasBegun = world.turn.phase === 'movement' && now !== turn;
      publisher ??= new UpdatePublisher({
        gameId: 'game',
        world,
        eventLog,
        agents: book,
        recorder,
        hasSubscribers: () => false,
        onUpdate: () => {},
      });
      publisher.onChange();
      if (world.version % every === 0) publisher.flush();
      if (hasBegun) {
        const current = publisher;
        hashes.set(now, stateHash(viewOf(current.snapshot())));
        agents(book, now, () => current.flush());
        turn = now;
      }
      return turn < to;
    },
    game,
    (world, packet) => {
      if (world.turn.beganAt.size > 0) eventLog.recordPacket(world, packet);
    },
  );
  publisher?.flush();
  await recorder.close();
  return hashes;
}
