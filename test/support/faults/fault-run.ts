import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GameRound } from './game-round.js';
import { inject } from './inject.js';
import type { PlannedFault } from './plan.js';
import { ProcessWatch } from './process-watch.js';
import type { Injected, Scene } from './scene.js';

export interface FaultOptions {
  readonly seed: number;
  readonly games: number;
  /** These faults, one after the other; else random ones until the time is up. */
  readonly faults?: readonly PlannedFault[];
  readonly minutes?: number;
  /** How long a game may take after a fault until its next turn; Infinity leaves that to who waits. */
  readonly patienceMs: number;
  /** Where everything that the installation prints goes. */
  readonly logFile: string;
  readonly print: (line: string) => void;
  /** Ends the run after the fault under way. */
  readonly signal?: AbortSignal;
}

/** What a run of faults came to. */
export interface FaultReport {
  readonly faults: ReadonlyMap<string, number>;
  readonly turns: number;
  readonly restarts: number;
  /** What the games said was lost. */
  readonly named: number;
  readonly gamesLost: number;
  readonly violations: readonly string[];
}

const MAX_TURNS_OF_A_GAME = 40;
const MAX_LOG_LINES = 12;
const MAX_LINE_CHARS = 300;
const MAX_JOURNAL_CHARS = 1_000;

type Run = Omit<Scene, 'rounds'> & Pick<FaultOptions, 'seed' | 'patienceMs' | 'print'>;

/** The games under way in one installation, and what faults have done to them. */
export class FaultRun implements AsyncDisposable {
  readonly #run: Run;
  readonly #rounds: GameRound[] = [];
  readonly #faults = new Map<string, number>();
  readonly #violations: string[] = [];
  readonly #began = performance.now();
  #watch: ProcessWatch | undefined;
  #made = 0;
  #turns = 0;
  #named = 0;
  #lost = 0;
  #launcherEnds = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Starts so many games and waits for their second turn. */
  async begin(games: number): Promise<void> {
    for (let count = 0; count < games; count += 1) this.#rounds.push(this.#newRound());
    await Promise.all(this.#rounds.map((round) => round.reached(2)));
    this.#watch = new ProcessWatch(this.#run.installation, this.#rounds);
  }

  /** Does a fault, takes it back, waits until every game goes on, and says in a line what came of it. */
  async suffer(planned: PlannedFault, number: number, description: string): Promise<void> {
    const { installation, print } = this.#run;
    const logged = installation.lines.length;
    this.#faults.set(planned.kind, (this.#faults.get(planned.kind) ?? 0) + 1);
    const injected = await inject({ ...this.#run, rounds: this.#rounds }, planned, number);
    await injected.undo();
    const began = performance.now();
    const stalled = await this.#settle(injected);
    const violations = [...(injected.violations ?? []), ...stalled, ...(await this.#judge(injected))];
    const after = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    print(
      `${this.#clock()} #${number} ${description}: ${violations.length === 0 ? `all go on after ${after}` : 'VIOLATED'}`,
    );
    for (const each of violations) print(`    VIOLATION ${each}`);
    if (violations.length > 0)
      for (const line of installation.lines.slice(logged).slice(-MAX_LOG_LINES))
        print(`    | ${line.slice(0, MAX_LINE_CHARS)}`);
    this.#violations.push(
      ...violations.map((each) => `seed ${this.#run.seed} #${number} ${description}: ${each}`),
    );
    await this.#replaceOld();
  }

  report(): FaultReport {
    for (const { turn } of this.#rounds) this.#turns += turn;
    const { restarts = 0 } = this.#watch ?? {};
    return {
      faults: this.#faults,
      turns: this.#turns,
      restarts,
      named: this.#named,
      gamesLost: this.#lost,
      violations: this.#violations,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#rounds.map((round) => round.stop()));
  }

  /** Waits until each game has come one turn further or has said that it is lost; sentences of those that have not. */
  async #settle({ copies = [], mayLose }: Injected): Promise<readonly string[]> {
    const violations: string[] = [];
    const all = [...this.#rounds, ...copies];
    const goals = all.map((round) => ({ round, from: round.turn }));
    const waiting = Promise.all(
      goals.map(({ round, from }) =>
        mayLose.includes(round.gameId) ? round.reachedOrAway(from + 1) : round.reached(from + 1),
      ),
    );
    await this.#patiently(waiting);
    for (const { round, from } of goals) {
      if (round.turn > from || round.isGone) continue;
      round.lost = round.away;
      if (round.isGone) continue;
      violations.push(`${round.gameId} stands still at turn ${from}: ${await this.#describe(round)}`);
      round.lost = 'it stands still';
    }
    return violations;
  }

  /** Why a game may stand still: what its agents wait for, and what the gateway says of it. */
  async #describe({ gameId, agents }: GameRound): Promise<string> {
    const answer = await this.#run.installation.request('GET', `/api/games/${gameId}`).catch(() => undefined);
    const told = answer === undefined ? 'the gateway does not answer' : await answer.text();
    const journal = await lastOfJournal(join(this.#run.volume.dataDir, 'games', gameId, 'journal'));
    return `${agents.map(({ waitsFor }) => waitsFor).join('; ')}; ${told}; journal: ${journal}`;
  }

  /** Waits until then, or until patience is over. */
  async #patiently(until: Promise<unknown>): Promise<void> {
    const { patienceMs } = this.#run;
    await (Number.isFinite(patienceMs) ? Promise.race([until, pause(patienceMs)]) : until);
  }

  /** What must not be, of agents and processes; then those that are lost are replaced. */
  async #judge({ mayEnd, mayLose, copies = [] }: Injected): Promise<readonly string[]> {
    const violations: string[] = [];
    for (const round of [...this.#rounds, ...copies]) {
      round.judge();
      violations.push(...round.violations.splice(0).map((each) => `${round.gameId}: ${each}`));
      this.#named += round.named.splice(0).length;
      if (round.lost !== undefined) this.#lost += 1;
      if (round.lost !== undefined && !mayLose.includes(round.gameId) && round.lost !== 'it stands still')
        violations.push(`${round.gameId} was lost: ${round.lost}`);
    }
    for (const copy of copies) await this.#remove(copy);
    violations.push(...(this.#watch?.ended(mayEnd, this.#rounds) ?? []));
    for (; this.#launcherEnds < this.#run.installation.launcherEnds; this.#launcherEnds += 1)
      violations.push('the launcher ended');
    return violations;
  }

  /** Games that are lost or have grown long make room for others. */
  async #replaceOld(): Promise<void> {
    for (const [index, round] of this.#rounds.entries()) {
      if (!round.isGone && round.turn < MAX_TURNS_OF_A_GAME) continue;
      await this.#remove(round);
      this.#turns += round.turn;
      const next = this.#newRound();
      this.#rounds[index] = next;
      await this.#patiently(next.reached(2));
    }
    this.#watch?.ended(
      this.#rounds.map(({ gameId }) => gameId),
      this.#rounds,
    );
  }

  async #remove(round: GameRound): Promise<void> {
    await round.stop();
    const { installation, volume } = this.#run;
    const answer = await installation.request('DELETE', `/api/games/${round.gameId}`).catch(() => undefined);
    // What keeps an installation from starting is taken out of its way.
    if (answer?.status !== 200)
      await rm(join(volume.dataDir, 'games', round.gameId), { recursive: true, force: true });
  }

  #newRound(): GameRound {
    this.#made += 1;
    const { installation, relay, seed } = this.#run;
    return new GameRound({
      port: relay.port,
      token: installation.token,
      gameId: `game-${this.#made}`,
      seed: seed * 100 + this.#made,
    });
  }

  #clock(): string {
    const seconds = Math.floor((performance.now() - this.#began) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}

/** The last requests that the game server was sent. */
async function lastOfJournal(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => []);
  const last = names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .at(-1);
  if (last === undefined) return 'none';
  const text = await readFile(join(folder, last), 'utf8').catch((error: Error) => error.message);
  return `${last}: ${text.slice(-MAX_JOURNAL_CHARS)}`;
}
