import { setImmediate } from 'node:timers/promises';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import { isArchived } from '../disk/game-folder.js';
import { isOnOtherServer } from '../disk/game-record.js';
import type { RecordStore } from '../disk/record-file.js';
import { isLostToAnother } from '../disk/write-guard.js';
import { detach } from '../faults/game-bug.js';
import type { EndedTurns } from '../journal/ended-turns.js';
import type { Journal } from '../journal/journal.js';
import { JoinAttempts } from '../restore/join-attempts.js';
import { LaterRetry } from '../restore/later-retry.js';
import type { MissingParts } from '../restore/missing-parts.js';
import type { LoadingDraws } from '../restore/reconnect.js';
import { Remedies } from '../restore/remedies.js';
import type { RestoredGame } from '../restore/restore.js';
import { mayPass, restoreWithRetries } from '../restore/restore-with-retries.js';
import type { Ledger } from '../score/ledger.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { Seat } from '../seats/seat.js';
import type { SeatConnection } from '../seats/seat-connection.js';
import type { SeatTable } from '../seats/seat-table.js';
import { guardJoins } from '../seats/usernames.js';
import type { ServerExit } from '../server/server-child.js';
import type { ServerRun } from '../server/server-run.js';
import { recordDeath } from './game-end.js';
import type { GameOptions } from './game-options.js';
import { canTransition, type GameState, isOver, serverRunOf, unplayableReason } from './game-state.js';

/** The parts of a game that its lifecycle needs. */
export interface GameLifecycleOptions {
  readonly game: GameOptions;
  readonly recordStore: RecordStore;
  readonly table: SeatTable;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly queue: PacketQueue;
  readonly missing: MissingParts;
  /** Completes a restored game before agents act in it; `ended` tells who has ended the running turn. */
  prepare(serverRun: ServerRun, ended: EndedTurns | undefined): Promise<Result<void>>;
  /** Called after each change of state; `restartsTurn` when the running turn gets all of its time again. */
  onState(next: GameState, restartsTurn: boolean): void;
}

/** The state of a game and its server processes: when one ends before the game does, the next one continues the game. */
export class GameLifecycle {
  readonly #options: GameLifecycleOptions;
  readonly #loading: LoadingDraws;
  #state: GameState;
  #opening: Promise<Result<void>> | undefined;
  #archiving: Promise<void> | undefined;
  #isDeleting = false;
  readonly #retry: LaterRetry;
  readonly #joining: JoinAttempts;
  readonly #remedies: Remedies;
  readonly #detach: (work: Promise<unknown>) => void;
  #onOver: () => void = () => undefined;
  readonly #over = new Promise<void>((resolve) => {
    this.#onOver = resolve;
  });

  constructor(options: GameLifecycleOptions) {
    const { id, phase, loadingDraws } = options.recordStore.current;
    this.#detach = (work) => detach(id, work);
    this.#options = options;
    this.#loading = { draws: loadingDraws };
    const { game, journal, recordStore: records } = options;
    const onRemedy = (note: string): void => options.table.emit({ kind: 'game_recovering', note });
    this.#remedies = new Remedies({ ...game, journal, records, onRemedy });
    this.#retry = new LaterRetry(game.clock);
    this.#joining = new JoinAttempts(game.clock);
    this.#state = { kind: phase === 'ended' ? 'ended' : 'created' };
    if (phase !== 'ended') return;
    this.#onOver();
    if (isArchived(options.game.folder)) this.#state = { kind: 'archived' };
    // The proxy ended before the archive was made.
    else this.#archiving = this.#archive();
  }

  get state(): GameState {
    return this.#state;
  }

  get serverRun(): ServerRun | undefined {
    return serverRunOf(this.#state);
  }

  /** True also while a server process is being started. */
  get hasServer(): boolean {
    return this.serverRun !== undefined || this.#opening !== undefined;
  }

  /** Resolves once an ended game has its last save and archive; at once for a running game. */
  async whenSettled(): Promise<void> {
    if (this.#options.recordStore.current.phase !== 'ended') return;
    await this.#over;
    await this.#archiving;
  }

  /** Restores the game when it has no server. Concurrent calls wait for the same attempt. */
  async open(): Promise<Result<void>> {
    if (this.#isDeleting)
      return fail(unplayableReason(this.#state) ?? failure('E140', 'The game was deleted'));
    if (this.serverRun !== undefined || isOver(this.#state)) return ok(undefined);
    const recovered = this.#recover();
    return isOnOtherServer(this.#options.recordStore.current) ? this.#joining.within(recovered) : recovered;
  }

  /** The one place where the state changes: what the new one does not keep of the old is released. */
  async enter(next: GameState, restartsTurn = false): Promise<void> {
    const before = this.#state;
    if (!canTransition(before.kind, next.kind))
      throw new Error(`a game that is ${before.kind} cannot become ${next.kind}`);
    this.#state = next;
    this.#options.onState(next, restartsTurn);
    this.#options.table.recheck();
    const serverRun = serverRunOf(before);
    const isLeft = serverRun !== undefined && serverRun !== serverRunOf(next);
    const released = isLeft ? serverRun[Symbol.asyncDispose]() : Promise.resolve();
    if (next.kind === 'ended') this.#archiving = released.then(() => this.#archive());
    if (next.kind === 'ended' || next.kind === 'deleted' || next.kind === 'moved') this.#onOver();
    await released;
  }

  /** The game is over: its server ends, and its folder becomes an archive. Does nothing when it has ended already. */
  async end(): Promise<void> {
    if (canTransition(this.#state.kind, 'ended')) await this.enter({ kind: 'ended' });
  }

  /** Ends the server process; `open` restores the game. A game that was deleted or has moved stays as it is. */
  async unload(): Promise<void> {
    await this.#endAttempts();
    if (this.#options.recordStore.current.phase === 'ended') await this.end();
    else if (canTransition(this.#state.kind, 'idle')) await this.enter({ kind: 'idle' });
    await this.#archiving;
  }

  /** Ends the server process for good: later calls fail with E140. Resolves when no work is in progress. */
  async delete(): Promise<void> {
    this.#isDeleting = true;
    await this.#endAttempts();
    await this.#archiving;
    if (canTransition(this.#state.kind, 'deleted')) await this.enter({ kind: 'deleted' });
  }

  /** Another proxy owns the game now. Its server is killed before it can do anything more; later calls fail. */
  async abandon(): Promise<void> {
    this.#isDeleting = true;
    this.serverRun?.server.kill();
    await this.#endAttempts();
    this.serverRun?.server.kill();
    if (canTransition(this.#state.kind, 'moved')) await this.enter({ kind: 'moved' });
  }

  /** Attaches a connection to a seat. When that connection is lost while the server runs, the server is killed and the game restored. */
  attachSeat(seat: Seat, connection: SeatConnection, serverRun: ServerRun): void {
    seat.attach(connection);
    const { recordStore, table, game } = this.#options;
    game.diplomacy?.watch(connection);
    const { isOwn, password } = serverRun.server;
    if (isOwn && password === undefined && recordStore.current.config.humans === undefined)
      this.#detach(guardJoins({ serverRun, witness: seat, log: game.log, usernames: () => table.usernames }));
    const closed = connection.closed.then((cause) => {
      const isGone = recordStore.current.phase === 'ended' || table.get(seat.agentId) !== seat;
      if (serverRun.signal.aborted || this.serverRun !== serverRun || isGone || connection.isLeft) return;
      // The outcome of requests in flight on it is unknown: the game is restored to a known state.
      const lost = { agent: seat.agentId, reason: cause.message };
      game.log.warn(lost, 'a seat has lost its connection: the game is being restored');
      serverRun.server.kill();
    });
    this.#detach(closed);
  }

  /** Ends the attempts to restore the game; resolves when none is under way. */
  async #endAttempts(): Promise<void> {
    this.#retry.cancel();
    this.#joining.cancel();
    await this.#opening;
    this.#retry.cancel();
  }

  #recover(): Promise<Result<void>> {
    this.#retry.cancel();
    this.#opening ??= this.#restore()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  /** A bug in restoring a game costs that game, until somebody asks for it again. */
  async #failed(error: unknown): Promise<Result<void>> {
    this.#options.game.log.error({ err: error }, 'restoring the game failed because of a bug');
    const lost = failure('E500', 'The game cannot be restored: see the log of the proxy');
    if (canTransition(this.#state.kind, 'lost')) await this.enter({ kind: 'lost', failure: lost });
    return fail(lost);
  }

  async #restore(): Promise<Result<void>> {
    this.#joining.begin();
    const { recordStore, table, journal, game } = this.#options;
    const isNew = this.#state.kind === 'created' && recordStore.current.phase === 'lobby';
    // The agents of seats just read from the disk have seen nothing yet that is interrupted.
    const isKnown = this.#state.kind !== 'created';
    if (!isNew && this.#state.kind !== 'recovering') await this.enter({ kind: 'recovering' });
    if (isKnown) table.emit({ kind: 'game_recovering' });
    await recordStore.update({});
    const missing: MissingPart[] = [];
    const parts = {
      ...game,
      journal,
      loading: this.#loading,
      missing,
      remedies: this.#remedies,
      worldFor: table.worldFor.bind(table),
      // What is tried after a death may change it.
      get record() {
        return recordStore.current;
      },
    };
    const restored = isOnOtherServer(parts.record)
      ? await this.#joining.join(parts, isNew && parts.record.seats.length === 0)
      : await restoreWithRetries(parts, isNew ? 1 : undefined);
    await this.#options.missing.add(missing);
    if (!restored.ok) return this.#notRestored(restored.failure, isNew);
    this.#retry.reset();
    await this.#resumeOn(restored.value);
    if (isKnown || this.#options.missing.hasUnreported) this.#options.missing.tellRecovered();
    for (const action of restored.value.notRestored)
      table.get(action.agentId)?.emit({ kind: 'not_restored', ...action });
    return ok(undefined);
  }

  async #notRestored(failed: Failure, isNew: boolean): Promise<Result<void>> {
    // It is abandoned, and its owner tells the agents how it continues, or unloaded.
    if (isLostToAnother(failed) || this.#joining.isCancelled) return fail(failed);
    const { recordStore, ledger, table } = this.#options;
    if (failed.details?.over === true) {
      await recordDeath(recordStore, ledger, failed.message);
      await this.end();
      table.emit({ kind: 'game_ended' });
      return ok(undefined);
    }
    await this.enter({ kind: 'lost', failure: failed });
    table.emit({ kind: 'game_lost', reason: failed.message });
    // A game that never came to be is removed.
    if (!isNew && mayPass(failed))
      this.#retry.schedule(() => this.#state.kind === 'lost' && this.#detach(this.#recover()));
    return fail(failed);
  }

  async #resumeOn({ serverRun, connections, from, ended }: RestoredGame): Promise<void> {
    const { game, recordStore, table, ledger } = this.#options;
    // A server of others repeats nothing.
    if (serverRun.server.isOwn) this.#detach(ledger.recordRun(from));
    if (serverRun.server.isOwn) game.diplomacy?.recordRun(from);
    const { version: serverVersion, rulesetHash } = serverRun.server;
    // Answers to the first logins tell it.
    await recordStore.ensure({ rulesetHash });
    const { phase, paused: why } = recordStore.current;
    for (const [agentId, connection] of connections)
      this.attachSeat(table.require(agentId), connection, serverRun);
    const prepared = phase === 'running' ? await this.#options.prepare(serverRun, ended) : ok(undefined);
    if (!prepared.ok) game.log.error({ failure: prepared.failure }, 'a restored game is not complete');
    this.#detach(serverRun.server.exited.then((exit) => this.#serverExited(serverRun, exit)));
    if (phase !== 'lobby' && why !== undefined) await this.enter({ kind: 'paused', serverRun, why });
    else await this.enter({ kind: phase === 'lobby' ? 'lobby' : 'running', serverRun });
    // The next process that takes the game up then needs no trial.
    await recordStore.ensure({ isLive: true, loadingDraws: this.#loading.draws, serverVersion });
    // Where what was played again ends the game, it is over before anyone is told: see game-progress.ts.
    if (recordStore.current.phase === 'ended') await setImmediate();
  }

  async #archive(): Promise<void> {
    const { game, recordStore, ledger } = this.#options;
    try {
      await game.archives.write({ ...game, record: recordStore.current, ledger }, game.clock.now());
      await this.enter({ kind: 'archived' });
    } catch (error) {
      game.log.error({ err: error }, 'the ended game is not archived: the next start of the proxy does it');
    }
  }

  async #serverExited(serverRun: ServerRun, exit: ServerExit): Promise<void> {
    const { game, queue, recordStore } = this.#options;
    if (this.serverRun !== serverRun) return;
    if (recordStore.current.phase === 'ended') return this.end();
    // A server that died of what an agent did comes back without it.
    if (!queue.lostAction()) this.#remedies.note(exit);
    game.log.warn({ lastLines: exit.lastLines }, 'the server ended too early: the game is being restored');
    this.#detach(this.enter({ kind: 'recovering' }));
    if (this.#isDeleting) return;
    // It may have died while it was still being taken into use.
    await this.#opening;
    if (this.#state.kind === 'recovering') await this.#recover();
  }
}
