import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { OrderNews, PlanEnded } from '#shared/protocol/event.js';
import type { PlayerKind } from '#shared/protocol/player-kind.js';
import type { Message } from '../../world/messages.js';
import type { TurnPhase } from '../../world/turn.js';
import type { World } from '../../world/world.js';
import type { PauseReason } from '../disk/game-record.js';

/** Events of a seat that no request of its agent caused. */
export type SeatEvent =
  /** The first turn of this seat has begun: its agent can query and act. */
  | { readonly kind: 'game_ready'; readonly turn: number }
  | { readonly kind: 'turn_start'; readonly turn: number }
  | { readonly kind: 'turn_end'; readonly turn: number }
  | { readonly kind: 'game_ended' }
  | { readonly kind: 'chat_message'; readonly message: Message }
  | StatusEvent
  | NewsEvent;

/** Events about the state of the game: it can be played, waits, or is lost. */
export type StatusEvent =
  /** The game server ended before the game was over; the game is being restored. */
  | {
      readonly kind: 'game_recovering';
      /** The remedy that is tried, after further deaths of its server in one turn. */
      readonly note?: string;
    }
  | { readonly kind: 'game_recovered'; readonly missing: readonly MissingPart[] }
  | { readonly kind: 'game_lost'; readonly reason: string }
  | { readonly kind: 'game_paused'; readonly why: PauseReason }
  | { readonly kind: 'game_resumed' }
  /** The seat has ended its turn; the turn waits for these players. */
  | { readonly kind: 'waiting'; readonly turn: number; readonly pending: readonly PendingPlayer[] }
  | { readonly kind: 'game_deleted' };

/** Events about the seat: its orders, plans and turn, and who plays it. */
export type NewsEvent =
  /** A standing order came to its end, or woke its unit. */
  | { readonly kind: 'order_news'; readonly news: OrderNews }
  /** A standing plan came to its end. */
  | { readonly kind: 'plan_ended'; readonly news: PlanEnded }
  /** An acknowledged action is not in the restored game. */
  | {
      readonly kind: 'not_restored';
      readonly turn: number;
      readonly actionId: string;
      readonly actionType: string;
    }
  /** The milliseconds that this seat has left to end its turn. */
  | { readonly kind: 'turn_warning'; readonly turn: number; readonly left: number }
  /** The seat's player has lost its last city and unit; the agent can still query. */
  | { readonly kind: 'defeated'; readonly turn: number }
  /** A person plays the seat with an ordinary client now, or its agent does again. */
  | { readonly kind: 'played_by'; readonly who: PlayerKind };

/** The part of a world that events are derived from. */
export interface SeatSnapshot {
  readonly phase: TurnPhase;
  readonly turn: number;
  readonly version: number;
  /** Undefined while the seat has no player. */
  readonly isAlive: boolean | undefined;
}

/** What seatEvents compares of this world. */
export function snapshotOf(world: World): SeatSnapshot {
  const { turn, game, version, players, seat } = world;
  const isAlive = players.get(seat.player ?? -1)?.isAlive;
  return { phase: turn.phase, turn: game?.turn ?? 0, version, isAlive };
}

/** What is told at once of a server of others: what its owner says, and what is voted on. Its greeting is one of these. */
const FOREIGN_NEWS: ReadonlySet<string> = new Set([
  'E_MESSAGE_WALL',
  'E_VOTE_NEW',
  'E_VOTE_RESOLVED',
  'E_VOTE_ABORTED',
]);

/** The events between `before` and now, in order: news of orders come after the end of their turn. */
export function seatEvents(before: SeatSnapshot, world: World, news: readonly OrderNews[]): SeatEvent[] {
  const now = snapshotOf(world);
  const events: SeatEvent[] = world.messages
    .since(before.version)
    .filter(({ event }) => event === 'E_CHAT_MSG' || (world.isForeign && FOREIGN_NEWS.has(event)))
    .map((message) => ({ kind: 'chat_message', message }));
  if (before.isAlive === true && now.isAlive === false) events.push({ kind: 'defeated', turn: now.turn });
  const sameTurn = now.phase === 'movement' && before.phase === 'movement' && now.turn === before.turn;
  if (before.phase === 'movement' && !sameTurn) events.push({ kind: 'turn_end', turn: before.turn });
  events.push(...news.map((one) => ({ kind: 'order_news' as const, news: one })));
  if (now.phase === 'movement' && !sameTurn) {
    if (world.turn.beganAt.size === 1) events.push({ kind: 'game_ready', turn: now.turn });
    events.push({ kind: 'turn_start', turn: now.turn });
  }
  if (now.phase === 'game_over' && before.phase !== 'game_over') events.push({ kind: 'game_ended' });
  return events;
}

/** A player for whom the running turn waits. */
export interface PendingPlayer {
  readonly playerId: number;
  /** Undefined for a human on an ordinary client. */
  readonly agentId: string | undefined;
  /** When the turn continues without it, epoch milliseconds; undefined when it waits without limit. */
  readonly until: number | undefined;
  /** True for an agent without a connection. */
  readonly isAway: boolean;
}

/** Whether the server waits for that player in that turn. */
export function isTurnPending(
  { game, turn, players }: Pick<World, 'game' | 'turn' | 'players'>,
  playerId: number | undefined,
  inTurn = game?.turn,
): boolean {
  const player = players.get(playerId ?? -1);
  return turn.phase === 'movement' && game?.turn === inTurn && player?.isAlive === true && !player.phaseDone;
}

/** The events of a seat until its listener has got them, in order. */
export class SeatEventQueue {
  readonly #waiting: SeatEvent[] = [];
  #listener: ((event: SeatEvent) => void) | undefined;
  #holds = 0;

  /** Passes all events to `listener` from now on, first those that waited. Later calls change nothing. */
  subscribe(listener: (event: SeatEvent) => void): void {
    this.#listener ??= listener;
    this.#deliver();
  }

  add(event: SeatEvent): void {
    this.#waiting.push(event);
    this.#deliver();
  }

  /** Keeps all events back until `release`, once for each hold. */
  hold(): void {
    this.#holds += 1;
  }

  /** Passes on what was kept back, after the events in `first`. */
  release(first: readonly SeatEvent[]): void {
    this.#holds -= 1;
    this.#waiting.unshift(...first);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#holds > 0 || this.#listener === undefined) return;
    for (const event of this.#waiting.splice(0)) this.#listener(event);
  }
}
