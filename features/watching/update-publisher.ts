import { randomBytes } from 'node:crypto';
import type {
  SpectatorSnapshot,
  SpectatorUpdate,
  StreamPosition,
} from '#shared/protocol/spectator/messages.js';
import { detach } from '../../proxy/games/faults/game-bug.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import type { AgentActivity } from './agents/agent-activity.js';
import type { EventLog } from './event-log.js';
import type { Recorder } from './recording/recorder.js';
import { type PublishedState, publishedState, snapshotOf, updateOf } from './spectator-state.js';
import { StateTexts } from './state-texts.js';

/** Changes are collected for this long and published as one update: an AI's turn makes hundreds. */
const BATCH_MS = 100;
/** The same without spectators: then the updates are for the recording alone. */
const UNWATCHED_BATCH_MS = 1000;

/** What is published, and where to. */
export interface UpdatePublisherOptions {
  readonly gameId: string;
  readonly world: World;
  readonly eventLog: EventLog;
  readonly agents: AgentActivity;
  readonly recorder: Recorder;
  /** Whether anybody watches now. */
  hasSubscribers(): boolean;
  onUpdate(update: SpectatorUpdate): void;
}

/** Publishes a world from its current version on: the recording and all subscribers get the same updates. */
export class UpdatePublisher {
  readonly #options: UpdatePublisherOptions;
  readonly #stream = randomBytes(6).toString('base64url');
  readonly #texts: StateTexts;
  #version = 0;
  #published: PublishedState;
  /** The last turn whose start was published. */
  #turn = -1;
  #timer: NodeJS.Timeout | undefined;
  /** The state at the end of the game: what the server tells while it takes the game apart is not part of it. */
  #final: SpectatorSnapshot | undefined;

  constructor(options: UpdatePublisherOptions) {
    const { world, eventLog, agents, recorder } = options;
    this.#options = options;
    this.#texts = new StateTexts(options);
    agents.rewind(turnOf(world));
    this.#published = publishedState(world, eventLog);
    if (this.#hasTurnBegun()) this.#turn = turnOf(world);
    recorder.writeSnapshot(this.#texts.at(this.#position));
  }

  get world(): World {
    return this.#options.world;
  }

  /** The state at the version that every subscriber has. */
  snapshot(): SpectatorSnapshot {
    this.flush();
    return this.#final ?? this.#snapshot();
  }

  /**
   * Publishes soon what has changed; call it for each new version of the world and each agent event. The start of a turn
   * and the end of the game are published at once, so that their state is exact.
   */
  onChange(): void {
    if (this.#final !== undefined) return;
    if (this.#options.world.turn.phase === 'game_over') {
      this.flush();
      this.#final = this.#snapshot();
    } else if (this.#hasTurnBegun()) this.flush();
    // As a rejection an exception ends this game; thrown in a timer it would end the process.
    else this.#timer ??= setTimeout(() => detach(this.#options.gameId, this.#flushed()), this.#batchMs);
  }

  /** Publishes now what is not published yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { world, agents } = this.#options;
    const isNews = world.version !== this.#published.version || agents.hasUnpublished;
    if (isNews && this.#final === undefined) this.#publish();
  }

  async #flushed(): Promise<void> {
    this.flush();
  }

  /** Tells the subscribers of an earlier stream that this one has replaced it. */
  announceStream(): void {
    this.#publish();
  }

  #publish(): void {
    const { world, eventLog, agents, recorder, onUpdate } = this.#options;
    const isTurn = this.#hasTurnBegun();
    const update = updateOf(world, eventLog, agents.drain(), this.#position, this.#published);
    this.#version = update.version;
    this.#published = publishedState(world, eventLog);
    if (isTurn) this.#turn = turnOf(world);
    if (!isTurn) recorder.writeUpdate(update);
    else if (recorder.hasGap) recorder.writeSnapshot(this.#texts.at(this.#position));
    else recorder.writeTurn(update, () => this.#texts.at(this.#position));
    onUpdate(update);
  }

  #snapshot(): SpectatorSnapshot {
    const { world, eventLog, agents } = this.#options;
    return snapshotOf(world, eventLog, agents.published(), this.#position);
  }

  get #batchMs(): number {
    return this.#options.hasSubscribers() ? BATCH_MS : UNWATCHED_BATCH_MS;
  }

  get #position(): StreamPosition {
    return { stream: this.#stream, version: this.#version };
  }

  #hasTurnBegun(): boolean {
    const { world } = this.#options;
    return world.turn.phase === 'movement' && turnOf(world) !== this.#turn;
  }
}
