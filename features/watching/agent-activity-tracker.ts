import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { TranscriptData } from '#shared/protocol/transcript.js';
import type { SeatRun, UsageReport } from '#shared/protocol/usage.js';
import { withoutNumber } from '../../proxy/actions/legal-actions.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import { type AgentEvent, tokensOf } from './agents/agent-event.js';
import { ActionQuota, TranscriptQuota } from './agents/display-quota.js';
import { actionText, outcomeOf, recordedVerdict, sentenceOf } from './agents/shown-action.js';
import type { Broadcasts } from './broadcasts.js';
import type { DecisionLogs } from './trajectories/decision-logs.js';
import type { DecisionLine, ShownState } from './trajectories/decisions-file.js';

/** Where activity is published and kept. */
export interface AgentActivityTrackerOptions {
  readonly broadcasts: Broadcasts;
  readonly logs: DecisionLogs;
  games(): Iterable<Game>;
}

/** The limits of one seat. */
interface DisplayQuota {
  readonly blocks: TranscriptQuota;
  readonly actions: ActionQuota;
}

type RecordVerdict = (id: string, result: Result<ActionResult>) => void;
type AgentEventBody = AgentEvent extends infer E ? (E extends AgentEvent ? Omit<E, 'player'> : never) : never;

/** Publishes to spectators what agents do at their seats, and writes it to the decision logs. */
export class AgentActivityTracker {
  readonly #options: AgentActivityTrackerOptions;
  readonly #quotas = new WeakMap<Seat, DisplayQuota>();
  /** Serial of the last turn result that was recorded. */
  readonly #lastResults = new WeakMap<Game, number>();
  /** The turn whose score was written last. */
  readonly #scored = new WeakMap<Seat, string>();

  constructor(options: AgentActivityTrackerOptions) {
    this.#options = options;
  }

  /** Records the model of an agent that has connected, when it names one. */
  recordModel(seat: Seat, model: string | undefined): void {
    if (model === undefined) return;
    this.#publish(seat, { kind: 'model', model });
    this.#log(seat, { transcript: { turn: turnOf(seat.world), blocks: [], model } });
  }

  /** Records how turns ended, and the scores of seats that have a decision log. Call it periodically. */
  recordTurns(game: Game): void {
    this.#recordTurnResults(game);
    for (const seat of game.seats) {
      const { world } = seat;
      const { phase } = world.turn;
      const turn = turnOf(world);
      const moment = `${turn} ${phase === 'game_over'}`;
      const log = this.#options.logs.find(game.id, world.seat.player ?? -1);
      if (log === undefined || this.#scored.get(seat) === moment) continue;
      if (phase !== 'movement' && phase !== 'game_over') continue;
      this.#scored.set(seat, moment);
      log.add(turn, { score: { turn, score: scoreOf(world) } });
    }
  }

  #recordTurnResults(game: Game): void {
    for (const { serial, turn, outcomes } of game.turnResults.after(this.#lastResults.get(game) ?? 0)) {
      this.#lastResults.set(game, serial);
      for (const { agentId, mark } of outcomes) {
        const seat = game.seat(agentId);
        if (seat === undefined) continue;
        this.#publish(seat, { kind: 'turn', turn, mark });
        this.#write(game, seat, { turn_mark: { turn, mark } });
      }
    }
  }

  /** Records a state that an agent was sent, as its format and its data. */
  recordState(seat: Seat, { format, data }: Pick<ShownState, 'format' | 'data'>): void {
    this.#log(seat, { shown: { turn: turnOf(seat.world), format, data } });
  }

  /** Begins an action that is about to be sent. Call the returned function with its verdict. */
  beginAction(seat: Seat, data: ActionData): RecordVerdict {
    const { world } = seat;
    const named = withoutNumber(world, data);
    const plain = named.ok ? named.value : data;
    const text = actionText(world, plain);
    const [turn, score, at] = [turnOf(world), scoreOf(world), Date.now()];
    const began = performance.now();
    return (id, result) => {
      const ms = Math.round(performance.now() - began);
      const type = result.ok ? result.value.action_type : (plain.action_type ?? plain.type ?? 'unnamed');
      const outcome = outcomeOf(result);
      const isShown = this.#quotaOf(seat).actions.admit(turn, this.#agentCount(seat));
      const { player = -1 } = world.seat;
      const action = { turn, player, type, ...text, outcome, ...sentenceOf(result), ms };
      this.#publish(seat, isShown ? { kind: 'action', action } : { kind: 'verdict', action });
      this.#log(seat, { taken: { turn, at, score, action: data, verdict: recordedVerdict(id, result, ms) } });
    };
  }

  /** Records a part of an agent's transcript about a turn. Returns how many parts of it spectators are shown. */
  recordTranscript(seat: Seat, { blocks, model, usage }: TranscriptData, turn: number): number {
    if (model !== undefined) this.#publish(seat, { kind: 'model', model });
    const tokens = usage && tokensOf(usage);
    if (tokens !== undefined) this.#publish(seat, { kind: 'tokens', tokens });
    const kept = {
      turn,
      blocks,
      model,
      usage,
    };
    this.#log(seat, { transcript: kept });
    const { player } = seat.world.seat;
    if (player === undefined) return 0;
    const shown = this.#quotaOf(seat).blocks.admit(blocks, { turn, player }, this.#agentCount(seat));
    if (shown.length > 0) this.#publish(seat, { kind: 'transcript', blocks: shown });
    return shown.length;
  }

  /** Records what a turn took, and the run of the seat with it. */
  recordUsage(seat: Seat, report: UsageReport, run: SeatRun): void {
    this.#publish(seat, { kind: 'run', run });
    this.#log(seat, { usage: report });
  }

  #quotaOf(seat: Seat): DisplayQuota {
    const quota = this.#quotas.get(seat) ?? { blocks: new TranscriptQuota(), actions: new ActionQuota() };
    this.#quotas.set(seat, quota);
    return quota;
  }

  #agentCount(seat: Seat): number {
    return this.#gameOf(seat)?.seats.length ?? 1;
  }

  #publish(seat: Seat, event: AgentEventBody): void {
    const game = this.#gameOf(seat);
    const { player } = seat.world.seat;
    if (game === undefined || player === undefined) return;
    this.#options.broadcasts.recordAgentEvent(game, seat, { ...event, player });
  }

  /** A reader takes the marks of a turn to stand before the actions of the next one. */
  #log(seat: Seat, line: DecisionLine): void {
    const game = this.#gameOf(seat);
    if (game === undefined) return;
    this.#recordTurnResults(game);
    this.#write(game, seat, line);
  }

  #write(game: Game, seat: Seat, line: DecisionLine): void {
    const { player } = seat.world.seat;
    if (player === undefined) return;
    const log = this.#options.logs.getOrCreate({ gameId: game.id, player, agent: seat.agentId });
    log?.add(turnOf(seat.world), line);
  }

  #gameOf(seat: Seat): Game | undefined {
    for (const game of this.#options.games()) if (game.seat(seat.agentId) === seat) return game;
    return undefined;
  }
}

function scoreOf({ players, seat }: World): number {
  return players.get(seat.player ?? -1)?.score ?? 0;
}
