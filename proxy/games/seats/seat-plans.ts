import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { PlanEnded } from '#shared/protocol/event.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import { type ActingPort, performAction } from '../../actions/perform-action.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { stopUnits } from '../../plans/delegation.js';
import type { Plan, PlanChange, PlanEnd } from '../../plans/plan.js';
import { type AgentAction, PlanList } from '../../plans/plan-list.js';
import { planStep } from '../../plans/plan-step.js';
import { TOO_MUCH_IN_A_TURN } from '../../plans/sending.js';
import type { SiteChooser } from '../../plans/settle.js';
import { turnOf, type World } from '../../world/world.js';
import type { ActionLabel } from './packet-queue.js';
import type { PlanFile, PlanLine } from './plan-file.js';

/** The seat whose plans are carried out. */
export interface PlanSeat extends Pick<ActingPort, 'request' | 'trackOrder'> {
  readonly world: World;
  readonly chooseSite: SiteChooser;
  /** Until the answer is disposed, packets belong to an action of a plan. Call it in the order of the seat's actions. */
  label(action: ActionLabel): Disposable;
}

/** A plan that has more to do continues in the next turn. */
const MAX_ACTIONS_PER_RUN = 100;
/** A plan that acted is looked at again, because what it did may have ended it. */
const MAX_ROUNDS = 5;

/** Carries out the plans of a seat as actions with verdict and journal. Each step compares with the world: none is repeated. */
export class SeatPlans {
  readonly list: PlanList;
  readonly #seat: PlanSeat;
  readonly #file: PlanFile | undefined;
  #actionsLeft = MAX_ACTIONS_PER_RUN;
  #isRunning = false;

  constructor(seat: PlanSeat, file: PlanFile | undefined) {
    this.#seat = seat;
    this.#file = file;
    this.list = new PlanList(file?.read());
  }

  /** Whether plans wait to be carried out in this turn, or are being carried out. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether plans are due now and not being carried out yet; from then on `isRunning`, until `run` has ended. */
  begin(): boolean {
    const { turn } = this.#seat.world;
    if (this.#isRunning || turn.phase !== 'movement' || !this.list.isDue(this.#seat.world)) return false;
    this.#isRunning = true;
    return true;
  }

  /** Carries out all plans of the turn. Returns those that ended by it; undefined when the server is lost: they stay due. */
  async run(): Promise<readonly PlanEnded[] | undefined> {
    try {
      return await this.#runAll(turnOf(this.#seat.world));
    } catch (cause) {
      if (cause instanceof ConnectionLost) return undefined;
      this.list.markRan(this.#seat.world, turnOf(this.#seat.world));
      throw cause;
    } finally {
      this.#isRunning = false;
    }
  }

  /** Sets a plan, or cancels some; answers how it ended where it did at once. Rejects with ConnectionLost. */
  async change(change: PlanChange): Promise<PlanEnd | undefined> {
    if (change.kind === 'cancel') {
      const cancelled = change.ids.flatMap((id) => this.list.get(id) ?? []);
      for (const { id } of cancelled) this.#remove(id);
      this.#actionsLeft = MAX_ACTIONS_PER_RUN;
      const stops = cancelled.flatMap((plan) => stopUnits(this.#seat.world, plan));
      for (const stop of stops) await this.#act([stop]);
      return undefined;
    }
    this.#actionsLeft = MAX_ACTIONS_PER_RUN;
    this.list.setAtOnce(change.plan, this.#seat.world);
    this.#save({ kind: 'set', turn: turnOf(this.#seat.world), plan: change.plan });
    const end = await this.#carryOut(change.plan);
    if (end !== undefined) this.#remove(change.plan.id);
    return end;
  }

  /** Ends the plans that an action of the agent overrides; their ids. */
  async endBy(action: AgentAction, actorId: number | undefined): Promise<readonly string[]> {
    for (const plan of this.list.changedBy(action, actorId)) this.#keep(plan);
    const ids = this.list.endedBy(action, actorId);
    for (const id of ids) this.#remove(id);
    return ids;
  }

  async #runAll(turn: number): Promise<readonly PlanEnded[]> {
    this.#actionsLeft = MAX_ACTIONS_PER_RUN;
    const ended: PlanEnded[] = [];
    for (const plan of this.list.all) {
      const end = await this.#carryOut(plan);
      if (end !== undefined) ended.push(this.list.end(plan, end, turn));
    }
    this.list.markRan(this.#seat.world, turn);
    this.#save({ kind: 'ran', turn });
    return ended;
  }

  async #carryOut(plan: Plan): Promise<PlanEnd | undefined> {
    let current = plan;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const context = { chooseSite: this.#seat.chooseSite, plans: this.list.all };
      const step = planStep(this.#seat.world, current, context);
      if (step.kind === 'end') {
        this.#save({ kind: 'removed', turn: turnOf(this.#seat.world), id: plan.id });
        return step.end;
      }
      // Saved after it has acted: after a crash an action may be done twice, but none is left out.
      const problem = step.kind === 'wait' ? undefined : await this.#act(step.actions);
      const next = step.kind === 'wait' || !problem ? step.plan : step.ifFailed(problem.why, problem.done);
      if (JSON.stringify(next) !== JSON.stringify(current)) this.#keep(next);
      if (step.kind === 'wait' || problem !== undefined) return undefined;
      current = next;
    }
    return undefined;
  }

  /** Why one did not succeed after how many that did, so that the plan tries again in the next turn; undefined when all did. */
  async #act(
    actions: readonly ActionData[],
  ): Promise<{ readonly why: string; readonly done: number } | undefined> {
    for (const [done, data] of actions.entries()) {
      if (this.#actionsLeft === 0) return { why: TOO_MUCH_IN_A_TURN, done };
      this.#actionsLeft -= 1;
      const result = await this.#perform(data);
      if (!result.ok) return { why: clauseOf(result.failure), done };
      const { success, already, reason } = result.value;
      if (!success && already !== true) return { why: reason ?? 'nothing came of it', done };
    }
    return undefined;
  }

  async #perform(data: ActionData): Promise<Result<ActionResult>> {
    const seat = this.#seat;
    const port: ActingPort = {
      get world() {
        return seat.world;
      },
      chooseSite: seat.chooseSite,
      request: (name, fields) => seat.request(name, fields),
      trackOrder: (unitId, wakeOn) => seat.trackOrder(unitId, wakeOn),
      changePlan: async () => undefined,
      endPlansBy: async () => [],
    };
    const label = { id: `plan-${randomUUID()}`, type: data.action_type ?? '' };
    using _label = seat.label(label);
    return await performAction(port, data, label.id);
  }

  #keep(plan: Plan): void {
    this.list.set(plan);
    this.#save({ kind: 'set', turn: turnOf(this.#seat.world), plan });
  }

  #remove(id: string): void {
    this.list.remove(id);
    this.#save({ kind: 'removed', turn: turnOf(this.#seat.world), id });
  }

  #save(line: PlanLine): void {
    this.#file?.append([line]);
  }
}

/** What is wrong with an action, with the server's own reasons where it gave some. */
function clauseOf({ message, details }: Failure): string {
  const reasons = z.array(z.string()).catch([]).parse(details?.reasons);
  return reasons.length === 0 ? message : `${message}: ${reasons.join(' ')}`;
}
