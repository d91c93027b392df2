import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#shared/core/seeded-random.js';
import { describeMachine } from '../../../test/support/machine.js';
import { measureParts, type ServerParts } from '../../../test/support/process-usage.js';
import { GameTurns } from './game-turns.js';
import { Latencies } from './latencies.js';
import { LoadAgent } from './load-agent.js';
import { LoadFigures } from './load-figures.js';
import type { LoadOptions } from './load-options.js';
import type { LoadReport } from './load-report.js';
import { LoadSpectators } from './load-spectators.js';

/** Where the load goes. */
export interface LoadTarget {
  readonly name: string;
  readonly url: string;
  readonly token: string;
  /** The processes of the server by what they are, where they are known. */
  readonly parts: ServerParts;
}

const LOGINS_AT_ONCE = 10;
/** The monitor looks every 10 ms, and counts them in. */
const LOOK_MS = 10;

/** Plays, watches and measures. Rejects when an agent or a spectator cannot come in at all. */
export async function runLoad(
  target: LoadTarget,
  options: LoadOptions,
  print: (line: string) => void,
): Promise<LoadReport> {
  const machine = describeMachine();
  const run = new LoadRun(target, options);
  const logins = await run.begin();
  print(`${options.agents} agents and ${options.spectators} spectators are in; playing`);
  try {
    const measured = await run.play();
    return {
      ...{ format: 'freeciv-load/1', made_at: new Date().toISOString(), target: target.name },
      ...{ options, machine, logins: logins.summary(), ...measured },
    };
  } finally {
    await run.end();
  }
}

/** One run: its agents, games and spectators. */
class LoadRun {
  readonly #target: LoadTarget;
  readonly #options: LoadOptions;
  readonly #agents: LoadAgent[] = [];
  readonly #spectators = new LoadSpectators();
  readonly #changes = new Latencies();
  readonly #turns: readonly GameTurns[];
  readonly #prefix = `load-${Date.now().toString(36)}`;
  #figures = new LoadFigures(Number.POSITIVE_INFINITY);

  constructor(target: LoadTarget, options: LoadOptions) {
    this.#target = target;
    this.#options = options;
    this.#turns = Array.from({ length: options.games }, () => new GameTurns(this.#changes));
  }

  /** Logs all agents in, waits until all games are played, and opens the spectators; the times of the logins. */
  async begin(): Promise<Latencies> {
    const { agents, games, spectators } = this.#options;
    const times = new Latencies();
    for (let index = 0; index < agents; index += 1) this.#agents.push(this.#agent(index));
    const logIn = async (agent: LoadAgent) => {
      const began = performance.now();
      const refused = await agent.logIn();
      if (refused !== undefined) throw new Error(`an agent may not log in: ${refused}`);
      times.record(performance.now() - began);
    };
    for (let first = 0; first < agents; first += LOGINS_AT_ONCE)
      await Promise.all(this.#agents.slice(first, first + LOGINS_AT_ONCE).map(logIn));
    await Promise.all(this.#agents.map((agent) => agent.whenPlaying()));
    const names = Array.from({ length: Math.min(games, agents) }, (_, index) => this.#gameId(index));
    await this.#spectators.open(this.#target.url, this.#target.token, names, spectators);
    return times;
  }

  /** Plays for the time of the run; what was measured after the warm-up. */
  async play() {
    const { duration, warm_up, rate, agents } = this.#options;
    const everyMs = 1000 / rate;
    const from = performance.now();
    const [measured, until] = [from + warm_up * 1000, from + (warm_up + duration) * 1000];
    this.#figures = new LoadFigures(measured);
    // Spread over half an interval: what is left of it is for the change of the turn.
    const begins = (index: number) => from + ((index / agents) * everyMs) / 2;
    const playing = Promise.all(
      this.#agents.map((agent, index) => agent.play({ from: begins(index), everyMs, until })),
    );
    await pause(warm_up * 1000);
    this.#spectators.measure();
    for (const turns of this.#turns) turns.measure();
    const loop = monitorEventLoopDelay({ resolution: LOOK_MS });
    loop.enable();
    const [own, servers] = [process.cpuUsage(), measureParts(this.#target.parts)];
    await pause(duration * 1000);
    loop.disable();
    const parts = servers.end();
    const { user, system } = process.cpuUsage(own);
    // The last requests get their answers.
    await playing;
    return this.#measured(duration, parts, {
      cpu_percent: (user + system) / duration / 10_000,
      loop_p99_ms: Math.max(0, loop.percentile(99) / 1e6 - LOOK_MS),
    });
  }

  /** All leave. */
  async end(): Promise<void> {
    this.#spectators.leave();
    await Promise.all(this.#agents.map((agent) => agent.leave()));
  }

  #measured(
    seconds: number,
    servers: LoadReport['servers'],
    own: Omit<LoadReport['generator'], 'late'>,
  ): Omit<LoadReport, 'format' | 'made_at' | 'target' | 'options' | 'machine' | 'logins'> {
    const requests = this.#figures.latencies();
    const answered = Object.values(requests).reduce((sum, { due }) => sum + due.count, 0);
    const played = this.#turns.reduce((sum, { changed }) => sum + changed, 0);
    const { errors, refusals, reconnects, turnsNotChanged } = this.#figures;
    return {
      seconds,
      requests_per_second: answered / seconds,
      requests,
      turns: {
        played,
        per_second: played / seconds,
        change: this.#changes.summary(),
        not_changed: turnsNotChanged,
      },
      spectators: this.#spectators.figures(),
      ...{ errors, refusals, reconnects },
      generator: { ...own, late: this.#figures.late },
      servers,
    };
  }

  #agent(index: number): LoadAgent {
    const { agents, games, players, seed } = this.#options;
    const game = index % games;
    const seats = Math.floor(agents / games) + (game < agents % games ? 1 : 0);
    const turns = this.#turns[game];
    if (turns === undefined) throw new Error(`there is no game ${game}`);
    return new LoadAgent({
      gateway: this.#target.url,
      token: this.#target.token,
      agentId: `${this.#prefix}-${index}`,
      gameId: this.#gameId(game),
      gameConfig: {
        players: players ?? Math.max(2, seats),
        min_agents: seats,
        seeds: { game: seed + game, map: seed + game },
      },
      turns,
      figures: () => this.#figures,
      random: seededRandom(seed * 1000 + index),
    });
  }

  #gameId(game: number): string {
    return `${this.#prefix}-game-${game}`;
  }
}
