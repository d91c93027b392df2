import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ScenarioResult, ScenarioState } from '#shared/protocol/scenario.js';
import type { ScenarioPlan, Sides } from '../../proxy/games/disk/scenario-plan.js';
import { detach } from '../../proxy/games/faults/game-bug.js';
import type { GameScenario, ScenarioParts } from '../../proxy/games/lifecycle/game-scenario.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { ServerRun } from '../../proxy/games/server/server-run.js';
import {
  finalStanding,
  isDone,
  isRevealed,
  type ScenarioStanding,
  scenarioState,
  standingOf,
  standingsOf,
} from './scenario-score.js';
import { STAGE_ERROR, stageCommands } from './stage-script.js';

const AI_SIDES = ['rival', 'rival2', 'rival3', 'rival4'] as const;

/** The scenario of a game: stages its world before anybody acts in it, notices when its goals are reached, and scores it. */
export class ScenarioRun implements GameScenario {
  readonly #options: ScenarioParts;
  #staging: { readonly on: ServerRun; readonly done: Promise<Result<void>> } | undefined;
  /** How each seat stood at the last update. */
  readonly #standings = new Map<Seat, ScenarioStanding>();
  #isChecking = false;
  #isDone = false;

  constructor(options: ScenarioParts) {
    this.#options = options;
  }

  get mustStage(): boolean {
    return this.#plan?.isStaged === false;
  }

  /**
   * Stages the world on a server whose first turn has begun for all seats; does nothing when that is done. When the server
   * is lost during it, the done part is repeated with the turn, and the rest is done on the next server. E142 when the
   * script of the scenario is wrong; agents then hear of the turn, too.
   */
  stage(serverRun: ServerRun): Promise<Result<void>> {
    const plan = this.#plan;
    if (plan === undefined || plan.isStaged) return Promise.resolve(ok(undefined));
    if (this.#staging?.on !== serverRun)
      this.#staging = { on: serverRun, done: this.#stage(plan, serverRun) };
    return this.#staging.done;
  }

  /** Checks whether all goals are reached, after what the seat is doing. */
  check(seat: Seat): void {
    const plan = this.#plan;
    if (plan?.isStaged !== true || this.#isChecking || this.#isDone) return;
    this.#isChecking = true;
    const checked = seat.runInOrder(async () => {
      this.#isChecking = false;
      this.updateStandings();
      const standings = [...this.#standings.values()];
      if (plan.ends !== 'when_done' || this.#isDone || !standings.every(isDone)) return;
      this.#isDone = true;
      this.#options.onDone();
    });
    detach(this.#options.recordStore.current.id, checked);
  }

  /** Notes how all seats stand, until the game ends. Call it also when a turn ends. */
  updateStandings(): void {
    const plan = this.#plan;
    if (plan?.isStaged !== true) return;
    for (const [seat, standing] of standingsOf(plan, this.#options.table.all))
      this.#standings.set(seat, standing);
  }

  /** What all seats have reached; undefined without a scenario, and before its world was staged. */
  result(): ScenarioResult | undefined {
    const plan = this.#plan;
    if (plan?.isStaged !== true) return undefined;
    const { name, difficulty, goal, turns } = plan;
    const seats = this.#options.table.all.map((seat) => ({
      agent_id: seat.agentId,
      player_id: seat.world.seat.player ?? -1,
      ...copied(this.#standing(plan, seat)),
    }));
    return { name, difficulty, goal, turn_limit: turns, seats };
  }

  /** The scenario as that seat sees it; undefined without one. */
  stateFor({ world }: Seat): ScenarioState | undefined {
    return this.#plan === undefined ? undefined : scenarioState(this.#plan, world);
  }

  #standing(plan: ScenarioPlan, seat: Seat): ScenarioStanding {
    if (!isRevealed(seat.world)) return standingOf(plan, seat.world);
    return finalStanding(plan, seat.world, this.#standings.get(seat));
  }

  get #plan(): ScenarioPlan | undefined {
    return this.#options.recordStore.current.scenario;
  }

  async #stage(plan: ScenarioPlan, serverRun: ServerRun): Promise<Result<void>> {
    const { recordStore, table, console } = this.#options;
    const sides = sidesOf(table.all);
    for (const command of stageCommands(plan, sides)) {
      const printed = await console.runOn(serverRun, command);
      if (!printed.ok) return printed;
      const wrong = printed.value.find((line) => line.includes(STAGE_ERROR) || line.includes('lua error'));
      if (wrong === undefined) continue;
      for (const seat of table.all) seat.holdEvents(false);
      return fail(failure('E142', `The scenario ${plan.name} cannot be staged: ${wrong}`));
    }
    const told = await syncSeats(table.all);
    if (!told) return fail(failure('E123', 'The game server was lost while the scenario was staged'));
    await recordStore.update({ scenario: { ...plan, isStaged: true, sides } });
    for (const seat of table.all) seat.holdEvents(false);
    return ok(undefined);
  }
}

/** Setting the rates unchanged brings player_info with the gold, behind all that was staged. False: the server is lost. */
async function syncSeats(seats: readonly Seat[]): Promise<boolean> {
  const told = await Promise.allSettled(
    seats.map((seat) => {
      const { tax = 0, luxury = 0, science = 0 } = seat.world.players.get(seat.world.seat.player ?? -1) ?? {};
      return seat.request('player_rates', { tax, luxury, science });
    }),
  );
  return told.every(({ status }) => status === 'fulfilled');
}

/** Seats in the order of their arrival, then AIs by their numbers. */
function sidesOf(seats: readonly Seat[]): Sides {
  const [you, partner] = seats.map(({ world }) => world.seat.player);
  const players = [...(seats[0]?.world.players.values() ?? [])];
  const ais = players
    .filter(({ playerno, barbarianType }) => barbarianType === 'NOT_A_BARBARIAN' && playerno !== you)
    .map(({ playerno }) => playerno)
    .filter((player) => player !== partner)
    .sort((a, b) => a - b);
  const rivals = Object.fromEntries(AI_SIDES.flatMap((side, at) => entry(side, ais[at])));
  return { ...rivals, ...(you !== undefined && { you }), ...(partner !== undefined && { partner }) };
}

function entry(side: string, player: number | undefined): readonly (readonly [string, number])[] {
  return player === undefined ? [] : [[side, player]];
}

/** As it is written to files. */
function copied({
  score,
  progress,
}: ScenarioStanding): Pick<ScenarioResult['seats'][number], 'score' | 'progress'> {
  return { score, progress: progress.map((one) => ({ ...one })) };
}
