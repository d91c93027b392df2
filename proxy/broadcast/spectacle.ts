import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import { type SpectatorView, snapshotFrom } from '#shared/protocol/spectator/view.js';
import type { DiskNotes } from '../games/disk/disk-alarm.js';
import type { Game } from '../games/lifecycle/game.js';
import type { RecordedView } from '../recording/frame.js';
import { Recorder } from '../recording/recorder.js';
import { RecordingReader } from '../recording/recording-reader.js';
import type { World } from '../world/world.js';
import { AgentBook, type Standing } from './agents/agent-book.js';
import type { AgentNews } from './agents/agent-news.js';
import { Chronicle } from './chronicle.js';
import type { Eyes, OpenEyes } from './eyes.js';
import type { Listener, Show } from './show.js';
import { Telling } from './telling.js';

export interface SpectacleOptions {
  readonly gameId: string;
  readonly view: RecordedView;
  /** The recording. */
  readonly file: string;
  readonly logger: Logger;
  /** Hears of a recording that is damaged or cannot be written. */
  readonly disk: DiskNotes;
  readonly openEyes: OpenEyes;
}

interface Live {
  readonly eyes: Eyes;
  readonly telling: Telling;
}

/**
 * A game as it is seen in one way: while it runs it is watched and recorded, by one connection whoever else looks on;
 * after that the recording shows its last state.
 */
export class Spectacle implements Show {
  readonly recording: RecordingReader;
  readonly #options: SpectacleOptions;
  readonly #recorder: Recorder;
  readonly #listeners = new Set<Listener>();
  readonly #agents = new AgentBook();
  #chronicle: Chronicle | undefined;
  #game: Game | undefined;
  #opening: Promise<Result<Live>> | undefined;
  #live: Live | undefined;
  /** Somebody may be looking at another stream than the next one. */
  #wasShown = false;
  #isClosed = false;

  constructor(options: SpectacleOptions) {
    this.#options = options;
    this.#recorder = new Recorder(options);
    this.recording = new RecordingReader(options.file);
  }

  /** What is seen while the game is being watched. */
  get world(): World | undefined {
    return this.#live?.telling.world;
  }

  /** True when nobody and nothing needs it. */
  get isIdle(): boolean {
    return this.#game === undefined && this.#listeners.size === 0;
  }

  /** Sees to it that the game is watched when it can be. To be called now and then: it comes and goes. */
  attend(game: Game): void {
    if (this.#isClosed) return;
    this.#game = game;
    // A lobby is only looked at when somebody asks: who joins it is given a player first.
    if (isVisible(game) && game.state.kind !== 'lobby') void this.#open(game);
  }

  /** An agent that this view may know of did something. */
  hear(news: AgentNews): void {
    this.#agents.note(news);
    this.#live?.telling.changed();
  }

  /** How such an agent stands now. */
  look(standing: Standing): void {
    this.#agents.look(standing, Date.now());
    if (this.#agents.hasNews) this.#live?.telling.changed();
  }

  /** The game as it is now, or as it was last; from then on the listener hears every update, until it leaves. */
  async watch(listener: Listener): Promise<Result<SpectatorSnapshot>> {
    this.#listeners.add(listener);
    const snapshot = await this.#snapshot();
    if (snapshot.ok) this.#wasShown = true;
    else this.leave(listener);
    return snapshot;
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** What is seen now; undefined where nothing can be. */
  async glance(): Promise<World | undefined> {
    if (this.#game !== undefined && isVisible(this.#game)) await this.#open(this.#game);
    return this.world;
  }

  /** Resolves when the recording has all that was seen. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    this.#live?.eyes.close();
    await this.#end();
  }

  async #snapshot(): Promise<Result<SpectatorSnapshot>> {
    const game = this.#game;
    if (game !== undefined && isVisible(game)) {
      const opened = await this.#open(game);
      if (!opened.ok) return opened;
      if (this.#live !== undefined) return ok(this.#live.telling.snapshot());
    }
    const recorded = await this.#recorded();
    if (recorded !== undefined) return ok(snapshotFrom(recorded));
    if (game?.state.kind === 'lost') return fail(game.state.failure);
    if (game !== undefined) return fail(failure('E123', `The game ${game.id} cannot be seen at the moment`));
    return fail(failure('E140', `There is no game ${this.#options.gameId}`));
  }

  #open(game: Game): Promise<Result<Live>> {
    this.#opening ??= this.#look(game)
      .catch((error: unknown) => {
        this.#options.logger.error({ err: error }, 'a game cannot be watched');
        return fail(failure('E500', `The game ${game.id} cannot be watched: see the log of the proxy`));
      })
      .then((opened) => {
        if (!opened.ok) this.#opening = undefined;
        return opened;
      });
    return this.#opening;
  }

  async #look(game: Game): Promise<Result<Live>> {
    const { openEyes, logger } = this.#options;
    const chronicle = await this.#past();
    const changed = () => this.#live?.telling.changed();
    const opened = await openEyes({ game, chronicle, onChange: changed });
    if (!opened.ok) return opened;
    const eyes = opened.value;
    const tell = { recorder: this.#recorder, onUpdate: (update: SpectatorUpdate) => this.#tell(update) };
    const telling = new Telling({ world: eyes.world, chronicle, agents: this.#agents, ...tell });
    const live = { eyes, telling };
    this.#live = live;
    logger.info('a game is being watched');
    if (this.#wasShown) telling.announce();
    void eyes.closed.then(() => this.#end());
    return ok(live);
  }

  /** Events, history and what agents did go on where the recording has them, whoever saw them. */
  async #past(): Promise<Chronicle> {
    if (this.#chronicle !== undefined) return this.#chronicle;
    await this.#recorder.prepare();
    const recorded = await this.#recorded();
    this.#chronicle = new Chronicle(recorded);
    if (recorded !== undefined) this.#agents.restore(recorded);
    return this.#chronicle;
  }

  /** The last recorded state; undefined where there is none that can be read. */
  async #recorded(): Promise<SpectatorView | undefined> {
    try {
      return (await this.recording.refresh()) ? await this.recording.lastState() : undefined;
    } catch (error) {
      this.#options.disk.failed('recording', error);
      return undefined;
    }
  }

  async #end(): Promise<void> {
    this.#live?.telling.flush();
    if (this.#live !== undefined) this.#options.logger.info('a game is not being watched any more');
    this.#live = undefined;
    await this.#recorder.close();
    this.#opening = undefined;
  }

  #tell(update: SpectatorUpdate): void {
    // A game that is watched is not idle.
    if (this.#listeners.size > 0) this.#game?.touch();
    for (const listener of this.#listeners) listener(update);
  }
}

/** While a game is being restored its seats are played again packet by packet: nobody looks on. */
function isVisible({ state, serverPort }: Game): boolean {
  return serverPort > 0 && ['lobby', 'running', 'paused'].includes(state.kind);
}
