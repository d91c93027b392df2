import type { Clock } from '#shared/core/clock.js';
import { type TurnTimer, UNTIMED } from '../../world/turn.js';
import type { World } from '../../world/world.js';
import { isOnOtherServer } from '../disk/game-record.js';
import { detach } from '../faults/game-bug.js';
import type { Ledger } from '../score/ledger.js';
import { publicPlayers } from '../seats/public-players.js';
import type { Seat } from '../seats/seat.js';
import type { SeatEvent } from '../seats/seat-events.js';
import { humanPlayers } from '../seats/usernames.js';
import type { ServerRun } from '../server/server-run.js';
import { clearServerTimeout, returnFromAi, type TurnGame } from '../turns/turn-effects.js';
import type { TurnJournal } from '../turns/turn-journal.js';
import type { TurnResults } from '../turns/turn-results.js';
import { gameEndOf, isDefeated } from './game-end.js';
import type { GameScenario } from './game-scenario.js';
import type { SeatAllocatorOptions } from './seat-allocator.js';

/** The parts of a game that GameProgress needs. */
export interface GameProgressOptions
  extends Pick<SeatAllocatorOptions, 'control' | 'lifecycle' | 'recordStore' | 'table' | 'turns'> {
  readonly clock: Clock;
  readonly game: TurnGame;
  readonly ledger: Ledger;
  readonly turnJournal: TurnJournal;
  readonly turnResults: TurnResults;
  readonly scenario: GameScenario;
}

/** A server that does not say what is left of a turn has a turn without an end. */
const TIMER_WAIT_MS = 5_000;

/** Handles what its seats report of a game: turns that begin and end, defeated players, the end of the game. */
export class GameProgress {
  readonly #options: GameProgressOptions;
  readonly #sawEnd = new Set<Seat>();

  constructor(options: GameProgressOptions) {
    this.#options = options;
  }

  /** Handles an event of a seat; called before the agent is notified. */
  onSeatEvent(seat: Seat, event: SeatEvent): void {
    const { scenario, turnJournal, turnResults, turns } = this.#options;
    turnJournal.record(seat, event);
    if (event.kind === 'turn_end') scenario.updateStandings();
    if (event.kind === 'turn_start') this.#onTurnStart(seat, event.turn);
    else if (event.kind === 'turn_end') turnResults.add(event.turn, turns.outcomesOf(event.turn));
    else if (event.kind === 'game_ended') this.#onGameEnd(seat);
    else if (event.kind === 'defeated') this.#onDefeat();
  }

  #onTurnStart(seat: Seat, turn: number): void {
    const { control, game, ledger, lifecycle, recordStore, scenario, table, turns } = this.#options;
    const isOnOther = isOnOtherServer(recordStore.current);
    // A server of others has its saves elsewhere.
    if (!isOnOther) ledger.onTurnBegan(turn);
    if (table.get(seat.agentId) !== seat) return;
    if (scenario.mustStage) seat.holdEvents(true);
    else scenario.check(seat);
    const { timeLeft, shown } = recordStore.current;
    if (isOnOther) this.#detach(this.#followTimer(seat));
    turns.begin(turn, timeLeft?.turn === turn ? timeLeft.ms : undefined);
    if (shown?.turn !== turn) {
      this.#detach(recordStore.update({ shown: { turn, players: publicPlayers(seat.world) } }));
      if (humanPlayers(table.all).length > 0 && !isOnOther) this.#detach(clearServerTimeout(game));
    }
    const { state } = lifecycle;
    if (isOnOther) {
      if (state.kind === 'lobby') this.#detach(control.follow(state.serverRun));
      return;
    }
    this.#detach(returnFromAi(game, seat));
    const haveBegun = table.all.every(({ world }) => world.turn.phase === 'movement');
    if (state.kind === 'starting' && haveBegun) this.#detach(this.#begin(state.serverRun));
  }

  #detach(work: Promise<unknown>): void {
    detach(this.#options.game.id, work);
  }

  /** Takes the timer of a server of others over, which tells the limit before its turn begins, and what is left of it then or a moment later. */
  async #followTimer(seat: Seat): Promise<void> {
    const isTold = ({ game, secondsToTurnEnd }: World): boolean =>
      (game?.timeout ?? 0) === 0 || secondsToTurnEnd !== undefined;
    await seat.until(isTold, AbortSignal.timeout(TIMER_WAIT_MS));
    seat.updateTurnTime(serverTimer(seat.world, this.#options.clock));
  }

  /** Stages the scenario of the game, if it has one; then agents may act. */
  async #begin(serverRun: ServerRun): Promise<void> {
    const { control, lifecycle, scenario, table } = this.#options;
    const staged = scenario.mustStage ? await scenario.stage(serverRun) : undefined;
    const { state } = lifecycle;
    if (state.kind !== 'starting' || state.serverRun !== serverRun) return;
    if (staged?.ok === false) {
      if (staged.failure.code === 'E142') await control.end('not_begun', staged.failure.message);
      return;
    }
    await lifecycle.enter({ kind: 'running', serverRun });
    if (table.all.some(isDefeated)) this.#onDefeat();
  }

  /** Ends the game when no agent and no human is left to play; otherwise the turn may have waited for the dead player. */
  #onDefeat(): void {
    const { control, scenario, table, turns } = this.#options;
    // A player without units may get some: its world is still being staged.
    if (scenario.mustStage) return;
    if (humanPlayers(table.all).length > 0 || !table.all.every(isDefeated)) turns.nudge();
    else this.#detach(control.end('defeat'));
  }

  #onGameEnd(seat: Seat): void {
    const { control, lifecycle, recordStore, scenario, table } = this.#options;
    if (recordStore.current.phase !== 'ended') {
      const ended = gameEndOf(seat.world, control.ending, scenario.result());
      const shown = { turn: ended.turn, players: publicPlayers(seat.world) };
      this.#detach(recordStore.update({ phase: 'ended', ended, shown }));
    }
    // A seat that has seen the end keeps its world as it was then; the process ends with the last of them.
    setImmediate(() => seat.close());
    this.#sawEnd.add(seat);
    const isLast = table.all.every((each) => this.#sawEnd.has(each));
    if (isLast) setImmediate(() => this.#detach(lifecycle.end()));
  }
}

/** The timer of a turn on a game server that others run, from the seconds that it sent at the turn's beginning. The limit is its setting `timeout`. */
export function serverTimer(
  { game, secondsToTurnEnd }: Pick<World, 'game' | 'secondsToTurnEnd'>,
  clock: Clock,
): TurnTimer {
  if (secondsToTurnEnd === undefined) return UNTIMED;
  const ends = clock.monotonic() + secondsToTurnEnd * 1000;
  return {
    limitSeconds: game?.timeout ?? 0,
    endsAtMs: clock.now() + secondsToTurnEnd * 1000,
    remainingMs: () => Math.max(0, ends - clock.monotonic()),
  };
}
