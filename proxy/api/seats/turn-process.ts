import type { ActionData } from '#shared/protocol/actions.js';
import type { TurnProcess } from '#shared/protocol/process-metrics.js';
import { isIdle, situationOf } from '../../views/optimized/situation.js';
import { stackThreats } from '../../views/optimized/stack-threats.js';
import type { World } from '../../world/world.js';

function nothingDone() {
  return { actions: 0, checked: false, refused: 0, repeated: 0, plans_done: 0, plans_failed: 0 };
}

/** Counts how the agent of a seat plays, turn by turn. What is counted of a turn is lost with the process. */
export class TurnProcessCounter {
  #counts = nothingDone();
  /** What was left when the agent ended its turn. */
  #left: Pick<TurnProcess, 'idle_units' | 'gold'> | undefined;
  #threatened: number[] = [];
  #lost: number[] = [];
  /** The actions that were refused in this turn, and in the one before. */
  #refused = new Set<string>();
  #refusedBefore: ReadonlySet<string> = new Set();

  /** A turn begins. `isTold`: the agent gets its state with the answer to its last end_turn. */
  begin(world: World, isTold: boolean): void {
    const situation = situationOf(world);
    const grave = stackThreats(situation).worst.filter(({ severity }) => severity === 'high');
    const threatened = grave.flatMap(({ city_id: id }) => (id === undefined ? [] : [id]));
    const isOwn = (id: number) => world.cities.get(id)?.owner === situation.me;
    this.#lost = this.#threatened.filter((id) => !isOwn(id));
    this.#threatened = threatened;
    if (isTold) this.countState();
  }

  /** The agent has asked for a state. */
  countState(): void {
    if (this.#counts.actions === 0) this.#counts.checked = true;
  }

  /** The agent has sent an action, which was done or refused. */
  countAction({ turn: _, ...action }: ActionData, isDone: boolean): void {
    this.#counts.actions += 1;
    if (isDone) return;
    const key = JSON.stringify(action);
    this.#counts.refused += 1;
    if (this.#refused.has(key) || this.#refusedBefore.has(key)) this.#counts.repeated += 1;
    this.#refused.add(key);
  }

  /** A standing plan of the agent has ended. */
  countPlan(isDone: boolean): void {
    if (isDone) this.#counts.plans_done += 1;
    else this.#counts.plans_failed += 1;
  }

  /** The agent ends its turn: what it leaves behind is noted, before other players and the turn change alter it. */
  noteLeft(world: World): void {
    const { units, player } = situationOf(world);
    this.#left = { idle_units: units.filter(isIdle).length, gold: player?.gold ?? 0 };
  }

  /** What was counted of a turn that is over; undefined for a seat without a player. The next turn is counted from now on. */
  end(world: World): TurnProcess | undefined {
    // Its time was up, or it is away.
    if (this.#left === undefined) this.noteLeft(world);
    const { player } = world.seat;
    const [counts, left] = [this.#counts, this.#left ?? { idle_units: 0, gold: 0 }];
    this.#counts = nothingDone();
    this.#left = undefined;
    this.#refusedBefore = this.#refused;
    this.#refused = new Set();
    if (player === undefined) return undefined;
    return { player, ...counts, ...left, threatened: this.#threatened, lost: this.#lost };
  }
}
