import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { RecordedView, RecordingFacts } from '#shared/protocol/spectator/recording-format.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { World } from '../../proxy/world/world.js';
import type { AgentEvent } from './agents/agent-event.js';
import { agentStatusOf } from './agents/agent-status.js';
import { DelayedBroadcast } from './delayed-broadcast.js';
import { GameBroadcast } from './game-broadcast.js';
import {
  type ObservationOptions,
  type ObservationSource,
  openObserver,
  openSeatObservation,
} from './observation.js';
import type { RecordWriting } from './recording/record-thread.js';
import { viewIn } from './recording/recording-file.js';
import type { WatchSource } from './watch-source.js';

/** How often games are checked for having started, or come back. */
const POLL_MS = 100;

/** What the broadcasts need. */
export interface BroadcastsOptions {
  readonly dataDir: string;
  readonly log: Logger;
  readonly disk: DiskMonitor;
  readonly writing: RecordWriting;
  /** The games that have a game server. */
  games(): Iterable<Game>;
  /** Is called for each of them at every poll. */
  onPoll?(game: Game): void;
}

/** The broadcasts and recordings of all games: one of the whole game, and one for each seat of an agent. */
export class Broadcasts {
  readonly #options: BroadcastsOptions;
  readonly #broadcasts = new Map<string, GameBroadcast>();
  readonly #delayed = new Map<string, DelayedBroadcast>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: BroadcastsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      for (const game of options.games()) this.#poll(game);
    }, POLL_MS).unref();
  }

  /** Publishes what the agent of a seat did, in every view that may show it. */
  recordAgentEvent(game: Game, seat: Seat, event: AgentEvent): void {
    for (const broadcast of this.#broadcastsFor(game, seat)) broadcast.recordAgentEvent(event);
  }

  /** The observer's world, after an attempt to connect; undefined when the game cannot be observed. */
  async currentWorld(game: Game): Promise<World | undefined> {
    const whole = this.#getOrCreate(game.id, 'whole');
    whole.observe(game);
    return whole.currentWorld();
  }

  /** The broadcast of a view. E140 for an unknown game, E122 for an agent or player that has no recorded seat in it. */
  async find(gameId: string, view: Watched['view']): Promise<Result<GameBroadcast>> {
    if (view === undefined) return this.#findWhole(gameId);
    const recorded = await this.recordedSeats(gameId);
    const seat = recorded.find(({ player, agent }) =>
      'player' in view ? player === view.player : agent === view.agent,
    );
    if (seat !== undefined) return ok(this.#getOrCreate(gameId, seat));
    const name = 'player' in view ? `player ${view.player}` : view.agent;
    return fail(failure('E122', `No seat of ${name} has been seen in a game ${gameId}`));
  }

  /** What spectators of a view subscribe to: the live broadcast, or a delayed one. Errors as for `find`. */
  async findSource(gameId: string, { view, delay }: Watched): Promise<Result<WatchSource>> {
    const broadcast = await this.find(gameId, view);
    if (!broadcast.ok || (delay.turns === 0 && delay.seconds === 0)) return broadcast;
    const key = `${gameId} ${JSON.stringify([view, delay])}`;
    let delayed = this.#delayed.get(key);
    delayed ??= new DelayedBroadcast(
      broadcast.value.recording,
      delay,
      this.#options.log.child({ game: gameId }),
    );
    this.#delayed.set(key, delayed);
    return ok(delayed);
  }

  /** The seats of a game whose view was recorded. */
  async recordedSeats(gameId: string): Promise<readonly Exclude<RecordedView, 'whole'>[]> {
    const folder = this.#folderOf(gameId);
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.fcr'));
    const views = await Promise.all(names.sort().map((name) => viewIn(join(folder, name))));
    return views.flatMap((view) => (view === undefined || view === 'whole' ? [] : view));
  }

  /** Ends the broadcasts of a game, which are made anew when they are asked for; resolves when its recordings are complete. */
  async forget(gameId: string): Promise<void> {
    for (const [key, delayed] of this.#delayed) {
      if (!key.startsWith(`${gameId} `)) continue;
      delayed.close();
      this.#delayed.delete(key);
    }
    const own = [...this.#broadcasts].filter(([, broadcast]) => broadcast.gameId === gameId);
    for (const [key] of own) this.#broadcasts.delete(key);
    await Promise.all(own.map(([, broadcast]) => broadcast.close()));
  }

  /** Ends all broadcasts; resolves when the recordings are complete. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const delayed of this.#delayed.values()) delayed.close();
    await Promise.all([...this.#broadcasts.values()].map((broadcast) => broadcast.close()));
  }

  #poll(game: Game): void {
    this.#getOrCreate(game.id, 'whole').observe(game);
    for (const seat of game.seats) {
      const status = agentStatusOf(game, seat);
      if (status === undefined) continue;
      for (const broadcast of this.#broadcastsFor(game, seat)) {
        broadcast.observe(game);
        broadcast.updateAgentStatus(status);
      }
    }
    this.#options.onPoll?.(game);
  }

  /** The broadcasts that may show what the agent of a seat does: the whole game, and the seat itself. */
  #broadcastsFor({ id }: Game, { world, agentId: agent }: Seat): readonly GameBroadcast[] {
    const { player } = world.seat;
    return player === undefined
      ? []
      : [this.#getOrCreate(id, 'whole'), this.#getOrCreate(id, { player, agent })];
  }

  async #findWhole(gameId: string): Promise<Result<GameBroadcast>> {
    const known = this.#broadcasts.get(keyOf(gameId, 'whole'));
    if (known !== undefined) return ok(known);
    // Nothing is kept for a game id that may be made up.
    const isRecorded = (await viewIn(this.#fileOf(gameId, 'whole'))) !== undefined;
    const running = [...this.#options.games()].find(({ id }) => id === gameId);
    if (!isRecorded && running === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    const whole = this.#getOrCreate(gameId, 'whole');
    if (running !== undefined) whole.observe(running);
    return ok(whole);
  }

  #getOrCreate(gameId: string, view: RecordedView): GameBroadcast {
    const { log, disk, writing } = this.#options;
    const key = keyOf(gameId, view);
    let broadcast = this.#broadcasts.get(key);
    if (broadcast !== undefined) return broadcast;
    broadcast = new GameBroadcast({
      gameId,
      view,
      facts: factsOf([...this.#options.games()].find(({ id }) => id === gameId)),
      file: this.#fileOf(gameId, view),
      log: log.child({ game: gameId, view }),
      disk: disk.reporterFor(gameId),
      writing,
      openObservation: (options) => openView(view, options),
    });
    this.#broadcasts.set(key, broadcast);
    return broadcast;
  }

  #folderOf(gameId: string): string {
    return gameFolder(this.#options.dataDir, gameId).recordings;
  }

  #fileOf(gameId: string, view: RecordedView): string {
    return join(this.#folderOf(gameId), view === 'whole' ? 'whole.fcr' : `player-${view.player}.fcr`);
  }
}

/** A server of others has no observer for us: what is watched of its game is what the seat sees. */
function openView(view: RecordedView, options: ObservationOptions): Promise<Result<ObservationSource>> {
  if (view !== 'whole') return openSeatObservation(view.player, options);
  if (!options.game.isOnOtherServer) return openObserver(options);
  return openSeatObservation(options.game.record.seats[0]?.player ?? -1, options);
}

/** Made for each seat at every poll. */
function keyOf(gameId: string, view: RecordedView): string {
  return view === 'whole' ? gameId : `${gameId} ${view.player}`;
}

/** A game that is on the disk only has its recording already. */
function factsOf(game: Game | undefined): RecordingFacts {
  if (game === undefined) return {};
  return { ruleset_sha256: game.record.rulesetHash, sealed: game.config.sealed || undefined };
}
