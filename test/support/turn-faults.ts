import { setTimeout as pause } from 'node:timers/promises';
import type { AgentConnection } from '../../agent/agent-connection.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { ManualClock } from './manual-clock.js';
import type { Stack } from './stack.js';
import type { TwoAgents } from './two-agents.js';

/** What happens to a game in the middle of a turn. Each agent asks once for the end of its turn at most, and never again. */
export const turnFaults = [
  'server killed with all ends under way',
  'server killed with one turn ended',
  'agent gone, and server killed with one turn ended',
  'agent gone, and server killed with the end under way',
  'server hung with all ends under way',
  'server killed as the turn changes',
] as const;

export type TurnFault = (typeof turnFaults)[number];

export interface FaultyTurn {
  readonly fault: TurnFault;
  /** Seconds of the game's own clock, from the turn's begin or the last end that was asked for where an agent is away. */
  readonly seconds: number;
  /** Whether an agent that had to wait was told for whom and until when. */
  readonly isTold: boolean;
}

const STEP_MS = 1_000;
/** While nobody is waited for it is the server's turn to act: real time, and only then the game's. */
const MAX_REAL_STEPS = 100;
const REAL_STEP_MS = 50;

/** Does faults to a game of two agents whose turns are timed by a manual clock, and measures how long each turn takes. */
export class TurnFaults {
  readonly #stack: Stack;
  readonly #clock: ManualClock;
  readonly #players: TwoAgents;

  constructor(stack: Stack, clock: ManualClock, players: TwoAgents) {
    this.#stack = stack;
    this.#clock = clock;
    this.#players = players;
  }

  /** One turn with a fault in it; resolves when the next has begun for both and all is well again. */
  async run(fault: TurnFault): Promise<FaultyTurn> {
    const { turn } = this.#players;
    await this.#isBegun(turn);
    await this.#inject(fault);
    const seconds = await this.#secondsUntil(turn + 1);
    const isTold = !fault.includes('one turn ended') || (await this.#isTold(turn));
    if (fault.includes('agent gone')) await this.#comeBack();
    this.#players.turn = this.#turn;
    return { fault, seconds, isTold };
  }

  async #inject(fault: TurnFault): Promise<void> {
    const [ann, ben] = this.#players.agents;
    const { turn } = this.#players;
    const { serverPid } = this.#game;
    const signal = (name: NodeJS.Signals): boolean => process.kill(serverPid, name);
    const isGone = fault.includes('agent gone');
    if (isGone) {
      await ben?.close();
      await until(() => this.#game.presenceOf('ben') === 'away');
    }
    if (fault.includes('one turn ended')) {
      await ann?.act('end_turn');
      signal('SIGKILL');
    } else if (fault === 'server killed as the turn changes') {
      for (const agent of [ann, ben]) endTurn(agent);
      // The next may have begun before one has looked.
      await until(() => this.#game.pendingPlayers.length === 0 || this.#turn > turn);
      signal('SIGKILL');
    } else {
      signal('SIGSTOP');
      for (const agent of isGone ? [ann] : [ann, ben]) endTurn(agent);
      await until(() => this.#game.pendingPlayers.every(({ isAway }) => isAway));
      if (!fault.includes('hung')) signal('SIGKILL');
    }
    await until(() => this.#game.serverPid !== serverPid && this.#game.state.kind === 'running');
  }

  /** Lets the game's clock run until that turn has begun, second by second while somebody is waited for. */
  async #secondsUntil(turn: number): Promise<number> {
    const hasBegun = (): boolean => this.#turn >= turn && this.#game.state.kind === 'running';
    const hasEnded = (): boolean => this.#game.seats.some(({ world }) => (world.game?.turn ?? 0) >= turn);
    for (let seconds = 0; ; seconds += 1) {
      for (let step = 0; step < MAX_REAL_STEPS; step += 1) {
        if (hasEnded()) {
          await until(hasBegun);
          return seconds;
        }
        if (this.#game.pendingPlayers.length > 0) break;
        await pause(REAL_STEP_MS);
      }
      this.#clock.pass(STEP_MS);
      await pause(0);
    }
  }

  /** Resolves when an agent that has ended that turn is told of a wait. */
  async #isTold(turn: number): Promise<boolean> {
    const [ann] = this.#players.agents;
    const told = await ann?.push('status', (data) => data.status === 'waiting' && data.turn === turn);
    const awaited = told?.status === 'waiting' ? told.waiting_for[0] : undefined;
    return awaited !== undefined && 'until' in awaited && 'player' in awaited;
  }

  async #comeBack(): Promise<void> {
    const ben = await this.#stack.agent('ben');
    await ben.connect({ api_token: this.#stack.token, game_id: this.#players.gameId, create: false });
    this.#players.agents[1] = ben;
  }

  async #isBegun(turn: number): Promise<void> {
    const { seats } = this.#game;
    await until(() =>
      seats.every(({ world }) => world.turn.phase === 'movement' && (world.game?.turn ?? 0) >= turn),
    );
    await until(() => this.#game.pendingPlayers.length === seats.length);
  }

  /** The turn that has begun for all. */
  get #turn(): number {
    const begun = this.#game.seats.map(({ world }) =>
      world.turn.phase === 'movement' ? (world.game?.turn ?? 0) : 0,
    );
    return Math.min(...begun);
  }

  get #game(): Game {
    const game = this.#stack.games.get(this.#players.gameId);
    if (game === undefined) throw new Error('the game is gone');
    return game;
  }
}

/** What becomes of it the agent does not hear: it asks once. */
function endTurn(agent: AgentConnection | undefined): void {
  agent?.act('end_turn').catch(() => undefined);
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(REAL_STEP_MS / 5);
}
