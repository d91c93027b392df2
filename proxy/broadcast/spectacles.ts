import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { Protocol } from '../freeciv/protocol.js';
import type { DiskAlarm } from '../games/disk/disk-alarm.js';
import { gameFolder } from '../games/disk/game-folder.js';
import { currentGame } from '../games/lifecycle/current-game.js';
import type { Game } from '../games/lifecycle/game.js';
import type { Seat } from '../games/seats/seat.js';
import type { RecordedView } from '../recording/frame.js';
import { RecordingFile } from '../recording/recording-file.js';
import type { World } from '../world/world.js';
import type { AgentNews } from './agents/agent-news.js';
import { standingOf } from './agents/standing.js';
import { DelayedShow } from './delayed-show.js';
import { openObserver } from './observer.js';
import { openSeatEyes } from './seat-eyes.js';
import type { Show } from './show.js';
import { Spectacle } from './spectacle.js';

/** Between two looks for games that have begun, or come back. */
const LOOK_MS = 100;

export interface SpectaclesOptions {
  readonly protocol: Protocol;
  readonly dataDir: string;
  readonly logger: Logger;
  readonly disk: DiskAlarm;
  /** Those with a game server. */
  games(): Iterable<Game>;
  /** Each of them is being looked at. */
  onLook?(game: Game): void;
}

/** Every game as it is, or was, watched and recorded: as a whole, and as each seat knows it. */
export class Spectacles {
  readonly #options: SpectaclesOptions;
  readonly #spectacles = new Map<string, Spectacle>();
  readonly #delayed = new Map<string, DelayedShow>();
  readonly #looking: NodeJS.Timeout;

  constructor(options: SpectaclesOptions) {
    this.#options = options;
    this.#looking = setInterval(() => {
      for (const game of options.games()) currentGame.run(game.id, () => this.#attend(game));
    }, LOOK_MS).unref();
  }

  /** The observer's world while the game is being watched. */
  worldOf(game: Game): World | undefined {
    return this.#spectacles.get(this.#fileOf(game.id, 'whole'))?.world;
  }

  /** The agent of a seat has done something. */
  hear(game: Game, seat: Seat, news: AgentNews): void {
    for (const spectacle of this.#knowing(game, seat)) spectacle.hear(news);
  }

  /** What an observer sees now; undefined where there can be none. */
  async glance(game: Game): Promise<World | undefined> {
    const whole = this.#of(game.id, 'whole');
    whole.attend(game);
    return whole.glance();
  }

  /** E140 for a game that is not there and was not recorded, E122 for an agent or player without a seat in it. */
  async find(gameId: string, view: Watched['view']): Promise<Result<Spectacle>> {
    if (view === undefined) return this.#findWhole(gameId);
    const recorded = await this.recordedSeats(gameId);
    const seat = recorded.find(({ player, agent }) =>
      'player' in view ? player === view.player : agent === view.agent,
    );
    if (seat !== undefined) return ok(this.#of(gameId, seat));
    const name = 'player' in view ? `player ${view.player}` : view.agent;
    return fail(failure('E122', `No seat of ${name} has been seen in a game ${gameId}`));
  }

  /** What is to be watched so: the game as it is, or as it was some time ago. */
  async show(gameId: string, { view, delay }: Watched): Promise<Result<Show>> {
    const spectacle = await this.find(gameId, view);
    if (!spectacle.ok || (delay.turns === 0 && delay.seconds === 0)) return spectacle;
    const key = `${gameId} ${JSON.stringify([view, delay])}`;
    let delayed = this.#delayed.get(key);
    delayed ??= new DelayedShow(
      spectacle.value.recording,
      delay,
      this.#options.logger.child({ game: gameId }),
    );
    this.#delayed.set(key, delayed);
    return ok(delayed);
  }

  /** The seats whose view was recorded. */
  async recordedSeats(gameId: string): Promise<readonly Exclude<RecordedView, 'whole'>[]> {
    const folder = this.#folderOf(gameId);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.fcr'));
    const views = await Promise.all(names.sort().map((name) => viewIn(join(folder, name))));
    return views.flatMap((view) => (view === undefined || view === 'whole' ? [] : view));
  }

  /** Ends all watching; resolves when the recordings are complete. */
  async close(): Promise<void> {
    clearInterval(this.#looking);
    for (const show of this.#delayed.values()) show.close();
    await Promise.all([...this.#spectacles.values()].map((spectacle) => spectacle.close()));
  }

  #attend(game: Game): void {
    this.#of(game.id, 'whole').attend(game);
    for (const seat of game.seats) {
      const standing = standingOf(game, seat);
      if (standing === undefined) continue;
      for (const spectacle of this.#knowing(game, seat)) {
        spectacle.attend(game);
        spectacle.look(standing);
      }
    }
    this.#options.onLook?.(game);
  }

  /** Who may know what the agent of that seat does: who sees the whole game, and the seat itself. */
  #knowing({ id }: Game, { world, agentId: agent }: Seat): readonly Spectacle[] {
    const { player } = world.seat;
    return player === undefined ? [] : [this.#of(id, 'whole'), this.#of(id, { player, agent })];
  }

  async #findWhole(gameId: string): Promise<Result<Spectacle>> {
    const known = this.#spectacles.get(this.#fileOf(gameId, 'whole'));
    if (known !== undefined) return ok(known);
    // A name that anybody may make up is not kept.
    const isRecorded = (await viewIn(this.#fileOf(gameId, 'whole'))) !== undefined;
    const running = [...this.#options.games()].find(({ id }) => id === gameId);
    if (!isRecorded && running === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    const whole = this.#of(gameId, 'whole');
    if (running !== undefined) whole.attend(running);
    return ok(whole);
  }

  #of(gameId: string, view: RecordedView): Spectacle {
    const { protocol, logger, disk } = this.#options;
    const file = this.#fileOf(gameId, view);
    let spectacle = this.#spectacles.get(file);
    if (spectacle !== undefined) return spectacle;
    spectacle = new Spectacle({
      gameId,
      view,
      file,
      logger: logger.child({ game: gameId, view }),
      disk: disk.of(gameId),
      openEyes: (options) =>
        view === 'whole' ? openObserver(protocol, options) : openSeatEyes(view.player, options),
    });
    this.#spectacles.set(file, spectacle);
    return spectacle;
  }

  #folderOf(gameId: string): string {
    return gameFolder(this.#options.dataDir, gameId).recordings;
  }

  #fileOf(gameId: string, view: RecordedView): string {
    return join(this.#folderOf(gameId), view === 'whole' ? 'whole.fcr' : `player-${view.player}.fcr`);
  }
}

/** What a file is a recording of; undefined when it is none. */
async function viewIn(file: string): Promise<RecordedView | undefined> {
  const recording = new RecordingFile(file);
  return (await recording.refresh().catch(() => false)) ? recording.header?.view : undefined;
}
