import { randomBytes } from 'node:crypto';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { Recorder } from '../recording/recorder.js';
import type { World } from '../world/world.js';
import type { AgentBook } from './agents/agent-book.js';
import type { Chronicle } from './chronicle.js';
import { type StreamPlace, snapshotOf, type Told, toldNow, updateOf } from './picture.js';

/** Changes are told together after this: an AI's turn is hundreds of them. */
const TOGETHER_MS = 100;

export interface TellingOptions {
  readonly world: World;
  readonly chronicle: Chronicle;
  readonly agents: AgentBook;
  readonly recorder: Recorder;
  onUpdate(update: SpectatorUpdate): void;
}

/** One world, told from its present version on: to the recording, and to all who listen, in the same updates. */
export class Telling {
  readonly #options: TellingOptions;
  readonly #stream = randomBytes(6).toString('base64url');
  #version = 0;
  #told: Told;
  /** The last turn whose beginning was told. */
  #turn = -1;
  #soon: NodeJS.Timeout | undefined;
  /** The game as it ended: after that the server takes it apart, borders first. */
  #final: SpectatorSnapshot | undefined;

  constructor(options: TellingOptions) {
    const { world, chronicle, agents, recorder } = options;
    this.#options = options;
    agents.takeBack(turnOf(world));
    this.#told = toldNow(world, chronicle);
    if (this.#hasTurnBegun()) this.#turn = turnOf(world);
    recorder.begin(this.#picture());
  }

  get world(): World {
    return this.#options.world;
  }

  /** The state, at the version that all who listen have been told. */
  snapshot(): SpectatorSnapshot {
    this.flush();
    return this.#final ?? this.#picture();
  }

  /** To be called whenever the world has a new version, or agents did something. A turn's beginning, and the end, are told at once and exactly. */
  changed(): void {
    if (this.#final !== undefined) return;
    if (this.#options.world.turn.phase === 'game_over') {
      this.flush();
      this.#final = this.#picture();
    } else if (this.#hasTurnBegun()) this.flush();
    else this.#soon ??= setTimeout(() => this.flush(), TOGETHER_MS);
  }

  /** Tells what has not been told yet. */
  flush(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    const { world, agents } = this.#options;
    const isNews = world.version !== this.#told.version || agents.hasNews;
    if (isNews && this.#final === undefined) this.#tell();
  }

  /** Tells those who listened to another telling that this one has taken its place. */
  announce(): void {
    this.#tell();
  }

  #tell(): void {
    const { world, chronicle, agents, recorder, onUpdate } = this.#options;
    const isTurn = this.#hasTurnBegun();
    const update = updateOf(world, chronicle, agents.take(), this.#place, this.#told);
    this.#version = update.version;
    this.#told = toldNow(world, chronicle);
    if (isTurn) this.#turn = turnOf(world);
    if (!isTurn) recorder.update(update);
    else if (recorder.hasGap) recorder.begin(this.#picture());
    else recorder.turn(update, this.#picture());
    onUpdate(update);
  }

  #picture(): SpectatorSnapshot {
    const { world, chronicle, agents } = this.#options;
    return snapshotOf(world, chronicle, agents.all(), this.#place);
  }

  get #place(): StreamPlace {
    return { stream: this.#stream, version: this.#version };
  }

  #hasTurnBegun(): boolean {
    const { world } = this.#options;
    return world.turn.phase === 'movement' && turnOf(world) !== this.#turn;
  }
}

function turnOf({ game }: World): number {
  return game?.turn ?? 0;
}
