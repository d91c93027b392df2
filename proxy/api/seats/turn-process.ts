import { BoundedMap } from '#shared/core/bounded-map.js';
import { jsonDigest } from '#shared/core/json-digest.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { TurnProcess } from '#shared/protocol/process-metrics.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { isIdle } from '../../rules/units/unit-activities.js';
import { turnOf, type World } from '../../world/world.js';

/** Far more than an agent is refused in two turns. */
const MAX_REFUSED = 1000;

/** What is counted of one turn; undefined is what is not known yet. */
interface TurnCounts extends Omit<TurnProcess, 'player' | 'threatened' | 'idle_units' | 'gold'> {
  /** As the agent's first state of the turn shows it, else as the turn is when it ends it. */
  threatened: number[] | undefined;
  left: Pick<TurnProcess, 'idle_units' | 'gold'> | undefined;
}

/**
 * Counts how the agent of a seat plays, turn by turn: by the turn of its world, as the push of a turn's end may be made after
 * the agent has begun with the next one. What is counted of a turn is lost with the process.
 */
export class TurnProcessCounter {
  readonly #threatened: () => number[];
  readonly #turns = new Map<number, TurnCounts>();
  /** The turn in which an action was refused last, by its digest. */
  readonly #refused = new BoundedMap<string, number>(MAX_REFUSED);

  /** `threatened`: the ids of own cities that are in grave danger now. */
  constructor(threatened: () => number[]) {
    this.#threatened = threatened;
  }

  /** A turn begins. */
  begin(world: World): void {
    const turn = turnOf(world);
    const before = this.#turns.get(turn - 1)?.threatened ?? [];
    const { player: me } = world.seat;
    this.#of(turn).lost = before.filter((id) => world.cities.get(id)?.owner !== me);
    for (const known of this.#turns.keys()) if (known < turn - 1) this.#turns.delete(known);
  }

  /** The agent gets a state that it asked for, or the brief of the turn that it waited for. */
  countState(world: World): void {
    const counts = this.#of(turnOf(world));
    if (counts.actions === 0) counts.checked = true;
    // The threats that the state tells of need not be found again.
    counts.threatened ??= this.#threatened();
  }

  /** The agent has sent an action for a turn, which was done or refused. */
  countAction(turn: number, { turn: _, ...action }: ActionData, isDone: boolean): void {
    const counts = this.#of(turn);
    counts.actions += 1;
    if (isDone) return;
    const key = jsonDigest(action);
    counts.refused += 1;
    if ((this.#refused.get(key) ?? Number.NEGATIVE_INFINITY) >= turn - 1) counts.repeated += 1;
    this.#refused.set(key, turn);
  }

  /** A standing plan of the agent has ended. */
  countPlan(turn: number, isDone: boolean): void {
    const counts = this.#of(turn);
    if (isDone) counts.plans_done += 1;
    else counts.plans_failed += 1;
  }

  /** The agent ends its turn: what it leaves behind is noted, before other players and the turn change alter it. */
  noteLeft(world: World): void {
    const counts = this.#of(turnOf(world));
    counts.left = leftIn(world);
    counts.threatened ??= this.#threatened();
  }

  /** What was counted of a turn that is over; undefined for a seat without a player. */
  end(turn: number, world: World): TurnProcess | undefined {
    const { player } = world.seat;
    const { left, threatened = this.#threatened(), ...counts } = this.#of(turn);
    // Without an end_turn: its time was up, or it is away.
    return player === undefined ? undefined : { player, ...counts, threatened, ...(left ?? leftIn(world)) };
  }

  #of(turn: number): TurnCounts {
    const counts = this.#turns.get(turn) ?? nothingDone();
    this.#turns.set(turn, counts);
    return counts;
  }
}

function nothingDone(): TurnCounts {
  return {
    ...{ actions: 0, checked: false, refused: 0, repeated: 0, plans_done: 0, plans_failed: 0 },
    ...{ threatened: undefined, lost: [], left: undefined },
  };
}

function leftIn(world: World): Pick<TurnProcess, 'idle_units' | 'gold'> {
  const { gold = 0 } = world.players.get(world.seat.player ?? -1) ?? {};
  return { idle_units: ownUnits(world).filter(isIdle).length, gold };
}
