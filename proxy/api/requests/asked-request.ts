import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import type { Span, Tracing } from '#shared/core/tracing.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { Disk } from '#shared/protocol/disk.js';
import type { GameRequestData, GameRequestType } from '#shared/protocol/game-requests.js';
import type { LinkPush, LinkRequest } from '#shared/protocol/link.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { PerSeat } from '../../games/disk/per-seat.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { StoreProgress } from '../../games/lifecycle/game-store.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { Seat } from '../../games/seats/seat.js';
import type { SectionedAnswer } from '../answers/state-answer.js';
import type { StateFormats } from '../answers/state-formats.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { Notes } from '../notes.js';
import type { Outboxes } from '../outbox/outboxes.js';
import type { KeptSeat, KeptSeats } from '../seats/kept-seat.js';
import type { LinkPushSink } from '../seats/seat-outbox.js';
import type { LinkPresence } from './link-presence.js';
import type { RequestsInProgress } from './requests-in-progress.js';

/** What requests are answered with; the same for all links of a proxy. */
export interface LinkServices {
  readonly games: Games;
  readonly notes: PerSeat<Notes>;
  readonly tracker: ActivityTracker;
  readonly metrics: ProxyMetrics;
  readonly outboxes: Outboxes;
  /** What is kept of seats for their agents. */
  readonly seats: KeptSeats;
  /** The formats of states: those of the core, and those of the features. */
  readonly formats: StateFormats;
  /** Of the bucket that the games are in, if there is one. */
  readonly storage: StoreProgress | undefined;
  /** Undefined where no traces are wanted. */
  readonly tracing: Tracing | undefined;
  readonly inProgress: RequestsInProgress;
  /** Actions and batches that are being carried out. */
  readonly acting: RequestsInProgress;
  /** The rows of the core, and those of the features. */
  readonly table: LinkTable;
  disk(): Promise<Disk>;
  readonly log: Logger;
}

/** Is told what agents do at their seats. */
interface ActivityTracker {
  /** An agent has connected, and may have named its model. */
  recordModel(seat: Seat, model: string | undefined): void;
  /** An agent was sent a state. */
  recordState(seat: Seat, state: SectionedAnswer): void;
  /** An action is about to be sent. The returned function is called with its verdict. */
  beginAction(seat: Seat, data: ActionData): (id: string, result: Result<ActionResult>) => void;
}

/** What belongs to one link. */
export interface LinkState {
  /** Sends a push that is for no agent. */
  send(push: LinkPush): void;
  /** Aborts when the link is closed. */
  readonly closed: AbortSignal;
  readonly sink: LinkPushSink;
  readonly presence: LinkPresence;
  /** Whether its gateway takes the place in the journal with answers. */
  namesJournal: boolean;
}

/** A request that is being answered. */
export interface AskedRequest {
  readonly services: LinkServices;
  readonly link: LinkState;
  readonly request: LinkRequest;
  /** Its part of a trace; undefined for a request that is not traced. */
  readonly span: Span | undefined;
  /** Aborts when no request waits for the answer. */
  signal: AbortSignal;
  /** The game that it names, once the step `owned` has found it. */
  found: Result<Game | undefined>;
  /** The end of the journal that holds what the request has changed. */
  journal?: JournalPlace | undefined;
  /** Counts it among those that are not answered yet. */
  counted?: Disposable | undefined;
  /** Takes the answer for later requests with the same idempotency key. */
  keep?: ((answer: Answer) => void) | undefined;
}

/** The seat of the agent that a request comes from; undefined without one, and where the game is not in memory. */
export function agentOf({ services, found, request }: AskedRequest): KeptSeat | undefined {
  const game = found.ok ? found.value : undefined;
  const seat = game?.seat(request.agent_id);
  return game && seat && services.seats.of(game, seat);
}

/** A request of an agent, with the seat that can answer it. */
export interface AskedSeatRequest extends AskedRequest {
  readonly agent: KeptSeat;
}

/** The data of the answer to a request, or why there is none. */
export type Answer = Result<Record<string, unknown>>;

/** What is done before and after the handler of a request. */
export interface LinkStep {
  /** Answers the request in place of its handler; undefined where the handler answers. */
  before?(asked: AskedRequest): Answer | undefined | Promise<Answer | undefined>;
  /** What is answered in place of `answer`. Called where `before` has not answered. */
  after?(asked: AskedRequest, answer: Answer): Answer | Promise<Answer>;
}

/** `a_turn`: the seat's first turn has begun; `a_state`: also E121 when the game is over; `to_act`: it may act now. */
export type SeatNeed = 'a_turn' | 'a_state' | 'to_act';

/** A row of the table of link requests. */
export interface LinkRow {
  /** From the outermost to the innermost. */
  readonly steps: readonly LinkStep[];
  readonly needs?: undefined;
  handle(asked: AskedRequest): Answer | Promise<Answer>;
}

/**
 * The row of a request that a seat answers. The gateway has checked `data` against the schema in `gameRequests`, and the link is
 * authenticated, so it is not checked again; an action checks its own fields.
 */
export interface SeatRow<D = Readonly<Record<string, unknown>>> {
  readonly steps: readonly LinkStep[];
  readonly needs: SeatNeed;
  handle(asked: AskedSeatRequest, data: D): Answer | Promise<Answer>;
}

/** How each request of a gateway is answered. */
export type LinkTable = {
  readonly [T in LinkRequest['type']]: T extends GameRequestType ? SeatRow<GameRequestData<T>> : LinkRow;
};
