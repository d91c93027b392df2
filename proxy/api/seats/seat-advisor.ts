import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { PlanEnded } from '#shared/protocol/event.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { PackedBrief, PassingEndReason, TurnsEnded } from '#shared/protocol/state/brief.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { TurnsWish } from '../../actions/nation/end-turn.js';

/** What a brief tells at the end of a wait. */
export interface BriefOccasion {
  /** The number of the server's messages before those that are told. */
  readonly since: number;
  /** Standing plans that ended since. */
  readonly plansEnded: readonly Pick<PlanEnded, 'sentence' | 'city_id'>[];
  readonly ended: TurnsEnded;
  /** Why passing turns has ended, in lines, where no other line says it. */
  readonly woke?: readonly string[] | undefined;
}

/** Why a wait for decisions ends, with the lines about it that no list of a brief has. */
interface DueDecision {
  readonly why: PassingEndReason;
  readonly lines: readonly string[];
}

/** Compares the position of a seat with that at the beginning of a wait. */
export interface DecisionWatch {
  /** Something that has happened and cannot wait for the turn to end. */
  sudden(): PassingEndReason | undefined;
  /** What needs a decision in a turn that has begun, and did not need it before. */
  due(): DueDecision | undefined;
}

/** What one seat's agent is told that is a judgement: what needs a decision, and what to do. It remembers what it has said. */
export interface SeatAdvisor {
  /** The brief as it is sent unasked, in the form that is wished. */
  brief(occasion: BriefOccasion, form: TurnsWish['brief']): PackedBrief | string;
  /** The digest of what has happened since the previous turn began. */
  digest(): TurnDigest;
  /** The lines of decisions that the agent has not been told. Notes them as told. */
  newDecisions(): readonly string[];
  watch(): DecisionWatch;
  /** Offers of moves of several turns. */
  journeys(): readonly Offer[];
  /** The ids of own cities in grave danger. */
  threatened(): number[];
  /** Does what it advises now. A failure after which no action can be done is returned instead of a verdict. */
  follow(
    perform: (action: ActionData) => Promise<Result<ActionResult>>,
    signal: AbortSignal,
  ): Promise<Result<ActionResult>>;
  /** Call it before an action is done; what it answers is to be called when the action was done or refused. */
  beginAction(action: ActionData): (isRefused: boolean) => void;
  /** Notes an order of the agent that the game has accepted, under its registered name. */
  noteOrder(action: ActionData): void;
}
