import type { Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { ScenarioResult, ScenarioState } from '#shared/protocol/scenario.js';
import type { RecordStore } from '../disk/record-file.js';
import type { ScenarioPlan } from '../disk/scenario-plan.js';
import type { Seat } from '../seats/seat.js';
import type { SeatTable } from '../seats/seat-table.js';
import type { ServerRun } from '../server/server-run.js';

/** How a game of a scenario is made: its configuration, and what is staged and scored. */
export interface ResolvedConfig {
  readonly config: GameConfig;
  readonly scenario: ScenarioPlan | undefined;
}

/** The parts of a game that its scenario needs. */
export interface ScenarioParts {
  readonly recordStore: RecordStore;
  readonly table: SeatTable;
  readonly console: {
    /** Runs a command on the console of that server; what it printed. */
    runOn(serverRun: ServerRun, line: string): Promise<Result<readonly string[]>>;
  };
  /** Called once when all goals are reached. */
  onDone(): void;
}

/** The scenario of a game. In a game without one it stages and scores nothing. */
export interface GameScenario {
  readonly mustStage: boolean;
  /** Stages the world on a server whose first turn has begun for all seats; does nothing when that is done. E142, E123. */
  stage(serverRun: ServerRun): Promise<Result<void>>;
  /** Checks whether all goals are reached, after what the seat is doing. */
  check(seat: Seat): void;
  /** Notes how all seats stand, until the game ends. Call it also when a turn ends. */
  updateStandings(): void;
  /** What all seats have reached; undefined without a scenario, and before its world was staged. */
  result(): ScenarioResult | undefined;
  /** The scenario as that seat sees it; undefined without one. */
  stateFor(seat: Seat): ScenarioState | undefined;
}

/** The scenarios that games can be made for. */
export interface Scenarios {
  /** The configuration with what its scenario decides. E105: the scenario does not exist, or its file is wrong. */
  resolve(config: GameConfig): Promise<Result<ResolvedConfig>>;
  /** The scenario of a game in memory. */
  open(parts: ScenarioParts): GameScenario;
}
