import { timeLimit } from '#shared/core/clock.js';
import type { PushMessage } from '#shared/protocol/state/messages.js';
import { AgentError, type AgentSeat, GatewayLost, SeatClosed } from '../client.js';
import { type BegunTurn, currentTurn, endTurn, turnsToPass } from './end-turn.js';
import type { LessonsKeeper } from './lessons-keeper.js';
import type { Consumption, Meter } from './meter.js';
import type { ModelSession } from './model-session.js';
import { NO_USAGE } from './models/messages.js';
import type { NotesKeeper } from './notes-keeper.js';
import type { OperatorChat } from './operator-chat.js';
import type { GameReport, PlayListener, TurnReport } from './play-report.js';
import type { TurnEnd, TurnPlay } from './turn-loop.js';

/** What a player plays with. */
export interface PlayerParts {
  readonly seat: AgentSeat;
  readonly session: ModelSession;
  readonly play: TurnPlay;
  readonly notes: NotesKeeper;
  /** Keeps what the model learns for its next games, where that is wanted. */
  readonly lessons: LessonsKeeper | undefined;
  readonly chat: OperatorChat;
  readonly listener: PlayListener;
  readonly turnMeter: Meter;
  readonly gameMeter: Meter;
  /** Turns of the game to play at most. */
  readonly maxTurns: number;
  /** After this many turns in a row without a model the player leaves its seat to the game's turn_policy. */
  readonly maxFailedTurns: number;
}

const NOTHING: Consumption = { calls: 0, usage: NO_USAGE, seconds: 0, costUsd: 0 };

/** Plays a seat with a model, turn after turn. Each turn ends, whatever the model does, and is reported for what it was. */
export class ModelPlayer {
  readonly #parts: PlayerParts;
  readonly #turns: TurnReport[] = [];
  #turnOver = new AbortController();
  #turn = 0;
  #failedInRow = 0;
  #isOver = false;

  constructor(parts: PlayerParts) {
    this.#parts = parts;
  }

  /** Plays until the game is over, the turns are played, a limit of the game is reached, or the signal aborts. */
  async run(signal: AbortSignal): Promise<GameReport> {
    const { seat, notes, lessons, chat, session, listener, gameMeter } = this.#parts;
    const over = new AbortController();
    const watching = [this.#watch(over.signal), chat.listen(over.signal)].map((watch) =>
      watch.catch((error: unknown) => {
        if (!over.signal.aborted) listener.onNotice(String(error));
      }),
    );
    gameMeter.restart();
    try {
      const begun = await currentTurn(seat, signal);
      const noted = await notes.load();
      if (noted !== '') session.conversation.remark(noted);
      const stopped = await this.#playFrom(begun, signal);
      if (stopped === GAME_OVER) await lessons?.keep(this.#turns.at(-1)?.score ?? null, signal);
      return { turns: this.#turns, total: gameMeter.consumption, stopped };
    } catch (error) {
      const stopped = signal.aborted ? STOPPED : lossOf(error);
      if (stopped === undefined) throw error;
      return { turns: this.#turns, total: gameMeter.consumption, stopped };
    } finally {
      over.abort();
      await Promise.all(watching);
    }
  }

  /** Turn after turn; why it has stopped. */
  async #playFrom(first: BegunTurn, signal: AbortSignal): Promise<string> {
    for (let begun = first; ; ) {
      const stopped = this.#reasonToStop(begun, signal);
      if (stopped !== undefined) return stopped;
      begun = await this.#playTurn(begun, signal);
    }
  }

  #reasonToStop({ isOver }: BegunTurn, signal: AbortSignal): string | undefined {
    const { maxTurns, maxFailedTurns, gameMeter } = this.#parts;
    if (isOver || this.#isOver) return GAME_OVER;
    if (signal.aborted) return STOPPED;
    if (this.#turns.length >= maxTurns) return 'all turns are played';
    if (this.#failedInRow >= maxFailedTurns)
      return this.#failedInRow === 1
        ? 'no model in this turn'
        : `no model in ${this.#failedInRow} turns in a row`;
    const limit = gameMeter.msLeft <= 0 ? 'time' : gameMeter.reached;
    return limit && `the game's limit of ${limit} is reached`;
  }

  /** The model's part of a turn, then its end; the turn that comes. */
  async #playTurn(begun: BegunTurn, signal: AbortSignal): Promise<BegunTurn> {
    const { seat, turnMeter, maxTurns } = this.#parts;
    turnMeter.restart();
    this.#turn = begun.turn;
    let next = begun;
    let end: TurnEnd = { kind: 'played', until: undefined };
    // Something may need the model again in the same turn.
    while (next.turn === begun.turn && !next.isOver && !signal.aborted) {
      end = await this.#modelPart(next, signal);
      if (signal.aborted) break;
      const until = end.kind === 'played' ? turnsToPass(end.until, maxTurns - this.#turns.length) : 'turn';
      next = await endTurn(seat, { turn: begun.turn, until, ...markOf(end) }, signal).catch((error) => {
        if (signal.aborted) return next;
        throw error;
      });
    }
    const reason = end.kind === 'played' ? undefined : end.reason;
    this.#failedInRow = end.kind === 'agent_error' || end.kind === 'timed_out' ? this.#failedInRow + 1 : 0;
    if (reason !== undefined)
      this.#parts.session.conversation.remark(`Your last turn was ended for you: ${reason}.`);
    const { score } = next;
    const { consumption } = turnMeter;
    await this.#report({ turn: begun.turn, outcome: end.kind, reason, score, consumption });
    for (let turn = begun.turn + 1; turn < next.turn; turn += 1)
      await this.#report({ turn, outcome: 'played', score, consumption: NOTHING });
    return next;
  }

  /** Tells the model the brief and lets it play, within the limits of time. */
  async #modelPart({ brief }: BegunTurn, signal: AbortSignal): Promise<TurnEnd> {
    const { session, play, notes, turnMeter, gameMeter } = this.#parts;
    this.#turnOver = new AbortController();
    const over = AbortSignal.any([signal, this.#turnOver.signal]);
    const ms = Math.max(0, Math.min(turnMeter.msLeft, gameMeter.msLeft, MAX_TIMER_MS));
    using limit = timeLimit(over, ms);
    // A talk with a person may be under way: messages to the model wait for its end.
    const summary = await session.step(async () => {
      const made = await session.summarizeIfLong(limit.signal);
      session.conversation.tell(brief);
      return made;
    });
    if (summary !== undefined) await notes.keep(summary);
    const end = await play.play(limit.signal);
    await session.step(async () => session.conversation.untell());
    return end;
  }

  async #report(report: TurnReport): Promise<void> {
    this.#turns.push(report);
    await this.#parts.listener.onTurnEnded(report);
  }

  /** Ends the model's part when the game has ended the turn, or itself. */
  async #watch(signal: AbortSignal): Promise<void> {
    for await (const push of this.#parts.seat.events({ signal })) {
      if (isEnd(push)) this.#isOver = true;
      if (this.#isOver) this.#turnOver.abort(new Error('the game is over'));
      else if (push.type === 'turn_start' && push.data.turn > this.#turn)
        this.#turnOver.abort(new Error('the game has ended the turn'));
    }
  }
}

const STOPPED = 'it was stopped';
const GAME_OVER = 'the game is over';

/** What ended the seat, where it was not the player itself; undefined for what is an error of the player. */
function lossOf(error: unknown): string | undefined {
  const isLoss = error instanceof AgentError || error instanceof GatewayLost || error instanceof SeatClosed;
  return isLoss ? `the seat is lost: ${error.message}` : undefined;
}

/** The longest time that a timer of Node takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function isEnd(push: PushMessage): boolean {
  return push.type === 'game_ended' || (push.type === 'event' && push.data.event === 'defeated');
}

/** How the game is told that the model has not ended the turn itself. */
function markOf(end: TurnEnd): { readonly auto?: boolean; readonly failed?: string } {
  switch (end.kind) {
    case 'played':
      return {};
    case 'auto_ended':
    case 'timed_out':
      return { auto: true };
    case 'agent_error':
      return { failed: end.reason };
  }
}
