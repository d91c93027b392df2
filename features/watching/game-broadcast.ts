import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordedView, RecordingFacts } from '#shared/protocol/spectator/recording-format.js';
import { type SpectatorView, snapshotFrom } from '#shared/protocol/spectator/view.js';
import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import { detach } from '../../proxy/games/faults/game-bug.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { World } from '../../proxy/world/world.js';
import { AgentActivity } from './agents/agent-activity.js';
import type { AgentEvent } from './agents/agent-event.js';
import { type AgentStatus, restingAgents } from './agents/agent-status.js';
import { EventLog } from './event-log.js';
import type { ObservationSource, OpenObservation } from './observation.js';
import type { RecordWriting } from './recording/record-thread.js';
import { Recorder } from './recording/recorder.js';
import { RecordingReader } from './recording/recording-reader.js';
import { UpdatePublisher } from './update-publisher.js';
import type { UpdateListener, WatchSource } from './watch-source.js';

/** What a game broadcast needs. */
export interface GameBroadcastOptions {
  readonly gameId: string;
  readonly view: RecordedView;
  /** What the first line says of the game. */
  readonly facts: RecordingFacts;
  /** Path of the recording file. */
  readonly file: string;
  readonly log: Logger;
  /** Is told when the recording is damaged or cannot be written. */
  readonly disk: DiskReporter;
  readonly writing: RecordWriting;
  /** Connects to the running game. */
  readonly openObservation: OpenObservation;
}

/** A running game that is being observed. */
interface Live {
  readonly source: ObservationSource;
  readonly publisher: UpdatePublisher;
}

/**
 * One view of one game, for any number of subscribers. While the game runs, one connection observes it, and each update
 * is recorded and published. After that the recording provides the last state.
 */
export class GameBroadcast implements WatchSource {
  readonly recording: RecordingReader;
  readonly #options: GameBroadcastOptions;
  readonly #recorder: Recorder;
  readonly #listeners = new Set<UpdateListener>();
  readonly #agentActivity = new AgentActivity();
  #eventLog: EventLog | undefined;
  #game: Game | undefined;
  #opening: Promise<Result<Live>> | undefined;
  #live: Live | undefined;
  /** True once a snapshot was given out: its subscribers must be told when another stream begins. */
  #hadSubscribers = false;
  #isClosed = false;

  constructor(options: GameBroadcastOptions) {
    this.#options = options;
    this.#recorder = new Recorder(options);
    this.recording = new RecordingReader(options.file);
  }

  get gameId(): string {
    return this.#options.gameId;
  }

  /** Starts observing the game as soon as that is possible. Call it periodically: a game server comes and goes. */
  observe(game: Game): void {
    if (this.#isClosed) return;
    this.#game = game;
    // A lobby is observed only on demand: agents that join it must get their players first.
    if (isVisible(game) && game.state.kind !== 'lobby') detach(game.id, this.#ensureLive(game));
  }

  /** Publishes what an agent did that this view may show. */
  recordAgentEvent(event: AgentEvent): void {
    this.#agentActivity.record(event);
    this.#live?.publisher.onChange();
  }

  /** Publishes the status of such an agent when it has changed. */
  updateAgentStatus(status: AgentStatus): void {
    this.#agentActivity.updateStatus(status, Date.now());
    if (this.#agentActivity.hasUnpublished) this.#live?.publisher.onChange();
  }

  /**
   * Answers with the current or last state; after that the listener gets every update. E123 while the game cannot be
   * observed, E140 for a game that does not exist and was not recorded, or the reason why the game was lost.
   */
  async subscribe(listener: UpdateListener): Promise<Result<SpectatorSnapshot>> {
    const snapshot = await this.#snapshot();
    if (!snapshot.ok) return snapshot;
    // Not before: making the snapshot publishes what waits, and the snapshot has that.
    this.#listeners.add(listener);
    this.#hadSubscribers = true;
    return snapshot;
  }

  unsubscribe(listener: UpdateListener): void {
    this.#listeners.delete(listener);
  }

  /** The observed world, after an attempt to connect; undefined when the game cannot be observed. */
  async currentWorld(): Promise<World | undefined> {
    if (this.#game !== undefined && isVisible(this.#game)) await this.#ensureLive(this.#game);
    return this.#live?.publisher.world;
  }

  /** Reads what is new in the recording once all that was published is written; false when there is no recording. */
  async refreshRecording(): Promise<boolean> {
    await this.#recorder.written();
    return this.recording.refresh();
  }

  /** The last recorded state; undefined when there is none or it cannot be read. */
  async lastRecorded(): Promise<SpectatorView | undefined> {
    try {
      return (await this.recording.refresh()) ? await this.recording.lastState() : undefined;
    } catch (error) {
      this.#options.disk.writeFailed('recording', error);
      return undefined;
    }
  }

  /** Stops observing; resolves when the recording is complete. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // Remaining watchers hold this broadcast, and must not hold the game.
    this.#game = undefined;
    await this.#opening;
    this.#live?.source.close();
    await this.#stopObserving();
  }

  async #snapshot(): Promise<Result<SpectatorSnapshot>> {
    const game = this.#game;
    if (game !== undefined && isVisible(game)) {
      const opened = await this.#ensureLive(game);
      if (!opened.ok) return opened;
      if (this.#live !== undefined) return ok(this.#live.publisher.snapshot());
    }
    const recorded = await this.lastRecorded();
    if (recorded !== undefined)
      return ok(snapshotFrom({ ...recorded, agents: restingAgents(recorded.agents) }));
    if (game?.state.kind === 'lost') return fail(game.state.failure);
    if (game !== undefined) return fail(failure('E123', `The game ${game.id} cannot be seen at the moment`));
    return fail(failure('E140', `There is no game ${this.#options.gameId}`));
  }

  #ensureLive(game: Game): Promise<Result<Live>> {
    this.#opening ??= this.#startObserving(game)
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'game cannot be observed');
        return fail(failure('E500', `The game ${game.id} cannot be watched: see the log of the proxy`));
      })
      .then((opened) => {
        if (!opened.ok) this.#opening = undefined;
        return opened;
      });
    return this.#opening;
  }

  async #startObserving(game: Game): Promise<Result<Live>> {
    const { openObservation, log } = this.#options;
    const eventLog = await this.#openEventLog();
    const changed = () => this.#live?.publisher.onChange();
    const opened = await openObservation({ game, eventLog, onChange: changed });
    if (!opened.ok) return opened;
    const source = opened.value;
    const output = {
      recorder: this.#recorder,
      hasSubscribers: () => this.#listeners.size > 0,
      onUpdate: (update: SpectatorUpdate) => this.#publish(update),
    };
    const publisher = new UpdatePublisher({
      gameId: game.id,
      world: source.world,
      eventLog,
      agents: this.#agentActivity,
      ...output,
    });
    const live = { source, publisher };
    this.#live = live;
    log.info('observing the game');
    if (this.#hadSubscribers) publisher.announceStream();
    detach(
      game.id,
      source.closed.then(() => this.#stopObserving()),
    );
    return ok(live);
  }

  /** The event log, continued from the recording with its history and agent activity. */
  async #openEventLog(): Promise<EventLog> {
    if (this.#eventLog !== undefined) return this.#eventLog;
    await this.#recorder.open();
    const recorded = await this.lastRecorded();
    this.#eventLog = new EventLog(recorded);
    if (recorded !== undefined) this.#agentActivity.restore(recorded);
    return this.#eventLog;
  }

  async #stopObserving(): Promise<void> {
    this.#live?.publisher.flush();
    if (this.#live !== undefined) this.#options.log.info('stopped observing the game');
    this.#live = undefined;
    await this.#recorder.close();
    this.#opening = undefined;
  }

  #publish(update: SpectatorUpdate): void {
    // A game with subscribers is not idle.
    if (this.#listeners.size > 0) this.#game?.usage.touch();
    for (const listener of this.#listeners) listener(update);
  }
}

/** False while a game is being restored: its seats replay old packets then, which are not news. */
function isVisible({ state, serverPort }: Game): boolean {
  return serverPort > 0 && ['lobby', 'running', 'paused'].includes(state.kind);
}
