import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
import { Presences } from '../../proxy/games/seats/presence.js';
import type { SeatEvent } from '../../proxy/games/seats/seat-events.js';
import type { TurnSeat } from '../../proxy/games/turns/pending-seats.js';
import { TurnManager } from '../../proxy/games/turns/turn-manager.js';
import { createWorld, type World } from '../../proxy/world/world.js';
import type { ManualClock } from './manual-clock.js';
import { worldAtTurn } from './recorded-world.js';

/** How the game server's connection of a seat looks to the turn keeper. */
export interface ModelSeat extends TurnSeat {
  world: World;
  readonly player: number;
  readonly told: SeatEvent[];
}

interface Sent {
  readonly seat: ModelSeat;
  readonly turn: number;
  settle(isAnswered: boolean): void;
}

const recorded = worldAtTurn(1);
const [player] = recorded.players.values();
const { game } = recorded;

/** Settles when all that promises had to do at this moment is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The turns of a game server as far as a turn keeper sees them: packets wait until `deliver`, a lost server forgets all
 * that it has not dealt with, and what its journal lacks when it is restored.
 */
export class TurnModel {
  readonly presences = new Presences();
  readonly seats: ModelSeat[];
  readonly keeper: TurnManager<ModelSeat>;
  readonly paused: string[] = [];
  /** Where another than end_turn. */
  readonly policies = new Map<string, TurnPolicy>();
  /** How each turn ended for each seat, by turn. */
  readonly marks = new Map<number, readonly TurnMark[]>();
  turn = 0;
  isUp = true;
  isPaused = false;
  readonly #clock: ManualClock;
  readonly #done = new Set<ModelSeat>();
  #queue: Sent[] = [];

  constructor(
    clock: ManualClock,
    agentIds: readonly string[],
    limits: { timeLimit: number; absentWait: number; endsTurns?: boolean },
  ) {
    this.#clock = clock;
    this.seats = agentIds.map((agentId, index) => {
      const told: SeatEvent[] = [];
      return {
        agentId,
        player: index,
        told,
        world: createWorld(),
        updateTurnTime: () => undefined,
        emit: (event: SeatEvent) => void told.push(event),
      };
    });
    this.keeper = new TurnManager<ModelSeat>({
      endsTurns: true,
      ...limits,
      clock,
      presences: this.presences,
      seats: () => this.seats,
      humans: () => [],
      policyOf: ({ agentId }) => this.policies.get(agentId) ?? 'end_turn',
      effects: {
        endTurnOf: (seat) => this.#request(seat, undefined).catch(() => undefined),
        endTurnOfHumans: () => undefined,
        warn: () => undefined,
        pause: (why) => {
          this.paused.push(why);
          this.isPaused = true;
          this.keeper.pause();
        },
      },
    });
    this.#beginTurn();
    this.keeper.resume();
  }

  seat(agentId: string): ModelSeat {
    const seat = this.seats.find((one) => one.agentId === agentId);
    if (seat === undefined) throw new Error(`no seat of ${agentId}`);
    return seat;
  }

  /** The agent ends its turn; settles when the server has dealt with that, rejects when it is lost before that. */
  end(seat: ModelSeat, declares?: TurnMark): Promise<void> {
    return this.#request(seat, declares === undefined ? {} : { declares });
  }

  #request(seat: ModelSeat, action: Parameters<TurnManager<ModelSeat>['onEndRequested']>[2]): Promise<void> {
    const answered = new Promise<void>((resolve, reject) => {
      const settle = (isAnswered: boolean): void => (isAnswered ? resolve() : reject(new Error('lost')));
      this.#queue.push({ seat, turn: this.turn, settle });
    });
    this.keeper.onEndRequested(seat, answered, action);
    return answered;
  }

  presence(agentId: string, presence: 'connected' | 'away' | 'gone'): void {
    this.presences.set(agentId, presence, this.#clock.monotonic());
    if (presence === 'connected' && this.isPaused) {
      this.isPaused = false;
      if (this.isUp) this.keeper.resume();
    }
    this.keeper.update();
  }

  /** The server deals with all that was sent. */
  deliver(): void {
    if (!this.isUp) return;
    for (const { seat, turn, settle } of this.#queue.splice(0)) {
      if (turn === this.turn) this.#markDone(seat);
      settle(true);
    }
    if (this.#done.size === this.seats.length) this.#beginTurn();
  }

  lose(): void {
    this.isUp = false;
    this.keeper.pause();
    for (const { settle } of this.#queue.splice(0)) settle(false);
  }

  /** Another server takes the game up; without a journal it knows of no end of the running turn. */
  restore(hasJournal: boolean): void {
    if (this.isUp) return;
    this.isUp = true;
    const known = hasJournal ? [...this.#done] : [];
    this.#done.clear();
    for (const seat of this.seats) this.#tellTurn(seat);
    for (const seat of known) this.#markDone(seat);
    if (!this.isPaused) this.keeper.resume();
  }

  #markDone(seat: ModelSeat): void {
    this.#done.add(seat);
    this.#setDone(seat, true);
  }

  #setDone({ world, player: playerno }: ModelSeat, phaseDone: boolean): void {
    if (player === undefined) throw new Error('the recording has no players');
    world.players.set(playerno, { ...player, playerno, isAlive: true, phaseDone }, world.version);
    this.keeper.update();
  }

  /** Seats hear of it one by one, and that they are waited for only behind that. */
  #beginTurn(): void {
    if (this.turn > 0)
      this.marks.set(
        this.turn,
        this.keeper.outcomesOf(this.turn).map(({ mark }) => mark),
      );
    this.turn += 1;
    this.#done.clear();
    for (const seat of this.seats) this.#tellTurn(seat);
  }

  #tellTurn(seat: ModelSeat): void {
    if (game === undefined) throw new Error('the recording has no game');
    seat.world = { ...seat.world, seat: { connectionId: 1, player: seat.player, observer: false } };
    seat.world.turn = { ...seat.world.turn, phase: 'movement' };
    seat.world.game = { ...game, turn: this.turn };
    this.keeper.begin(this.turn);
    this.#setDone(seat, false);
  }
}
