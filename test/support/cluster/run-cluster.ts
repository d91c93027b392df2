import { setTimeout as pause } from 'node:timers/promises';
import { DataVolume } from '../faults/data-volume.js';
import { fakeClock } from '../faults/fake-clock.js';
import { describeMachine } from '../machine.js';
import { seededRandom } from '../seeded-random.js';
import { type ClusterFault, describeFault, drawFault } from './cluster-plan.js';
import type { ClusterReport, SufferedFault } from './cluster-report.js';
import { ClusterStack } from './cluster-stack.js';
import { type AgentCounts, CountingAgent } from './counting-agent.js';
import { type ClusterScene, injectFault } from './inject.js';
import { ReturningSpectators } from './returning-spectators.js';

export interface ClusterRunOptions {
  readonly gateways: number;
  readonly proxies: number;
  readonly games: number;
  readonly agents: number;
  readonly spectators: number;
  readonly seed: number;
  readonly minutes: number;
  /** These faults, one after the other; else random ones until the time is up. */
  readonly faults?: readonly ClusterFault[];
  /** Milliseconds between two actions of an agent, on average. */
  readonly paceMs: number;
  /** How long an agent may wait for an answer after a fault is over; Infinity leaves that to who waits. */
  readonly patienceMs: number;
  readonly logFile?: string;
  /** The repository whose build is started, with a slash at its end; this one without it. */
  readonly root?: string;
  readonly print: (line: string) => void;
  readonly signal?: AbortSignal;
}

const LOGINS_AT_ONCE = 8;
/** Half as much was measured. */
const MB_PER_GAME_MINUTE = 2;
/** Between two faults, so that what one has left behind is not lost with the next: sessions are written anew, leases taken. */
const REST_MS = 6_000;
const LOOK_MS = 100;

/** Plays on a cluster while faults happen to it, and says what did not hold. */
export async function runCluster(options: ClusterRunOptions): Promise<ClusterReport> {
  const { gateways, proxies, games, seed, minutes, print, signal } = options;
  const machine = describeMachine();
  await using volume = await DataVolume.create(256 + Math.ceil(minutes * games * MB_PER_GAME_MINUTE));
  const clock = await fakeClock();
  const environment = { ...clock?.environment, ABSENT_WAIT_S: '3600', GAME_IDLE_S: '86400' };
  const stackOptions = { gateways, proxies, maxGames: games + 2, environment, dataDir: volume.dataDir };
  const { logFile, root } = options;
  await using stack = await ClusterStack.start({ ...stackOptions, logFile, root });
  const run = new ClusterRun(stack, options);
  await run.begin();
  const random = seededRandom(seed);
  const scene: ClusterScene = { stack, volume, clock, random };
  const until = performance.now() + minutes * 60_000;
  const planned = options.faults?.values();
  for (let number = 1; performance.now() < until && signal?.aborted !== true; number += 1) {
    const fault = planned === undefined ? drawFault(random, { gateways, proxies }) : planned.next().value;
    if (fault === undefined) break;
    await run.suffer(scene, fault, number);
    await pause(planned === undefined ? REST_MS : 0, undefined, signal === undefined ? {} : { signal }).catch(
      () => {},
    );
  }
  const report = await run.end({ machine, minutes: (performance.now() - until) / 60_000 + minutes });
  await clock?.[Symbol.asyncDispose]();
  print(`${report.faults.length} faults, ${report.violations.length} violations`);
  return report;
}

/** The agents and spectators of a run, and what faults did to them. */
class ClusterRun {
  readonly #stack: ClusterStack;
  readonly #options: ClusterRunOptions;
  readonly #agents: CountingAgent[] = [];
  readonly #spectators: ReturningSpectators;
  readonly #faults: SufferedFault[] = [];
  readonly #violations: string[] = [];
  readonly #began = performance.now();
  #playing: Promise<unknown> = Promise.resolve();

  constructor(stack: ClusterStack, options: ClusterRunOptions) {
    this.#stack = stack;
    this.#options = options;
    this.#spectators = new ReturningSpectators(stack.url, stack.token);
  }

  /** Logs all in, founds their cities and begins to play. */
  async begin(): Promise<void> {
    const { agents, games, spectators, print } = this.#options;
    for (let index = 0; index < agents; index += 1) this.#agents.push(this.#agent(index));
    for (let first = 0; first < agents; first += LOGINS_AT_ONCE * games)
      await Promise.all(
        this.#agents.slice(first, first + LOGINS_AT_ONCE * games).map((agent) => agent.settle()),
      );
    this.#spectators.open(
      Array.from({ length: games }, (_, index) => `game-${index}`),
      spectators,
    );
    this.#playing = Promise.all(this.#agents.map((agent) => agent.play()));
    print(`${agents} agents play ${games} games, ${spectators} watch`);
  }

  /** Does a fault, waits until every agent has got an answer since, and says in a line what came of it. */
  async suffer(scene: ClusterScene, fault: ClusterFault, number: number): Promise<void> {
    const description = describeFault(fault);
    if (!(await injectFault(scene, fault))) return;
    const over = performance.now();
    const known = new Set(this.#all());
    await this.#untilAnswered(description);
    const recoveredMs = performance.now() - over;
    const more = this.#all().filter((each) => !known.has(each));
    this.#faults.push({ at: this.#clock(), description, recoveredMs });
    this.#options.print(
      `${this.#clock()} #${number} ${description}: ${more.length > 0 ? 'VIOLATED' : `all answered after ${(recoveredMs / 1000).toFixed(1)} s`}`,
    );
    for (const each of more) this.#options.print(`    VIOLATION ${each}`);
  }

  /** Ends the play; what came of it. */
  async end(about: Pick<ClusterReport, 'machine' | 'minutes'>): Promise<ClusterReport> {
    const quiet = performance.now();
    await this.#untilWatched(quiet);
    await Promise.all(this.#agents.map((agent) => agent.leave()));
    await this.#playing;
    await this.#spectators.leave();
    for (const { name, unasked } of this.#stack.members)
      if (unasked > 0) this.#violations.push(`${name} ended ${unasked} times by itself`);
    const { gateways, proxies, games, agents, spectators, seed } = this.#options;
    return {
      ...about,
      ...{ gateways, proxies, games, agents, spectators, seed, faults: this.#faults },
      counts: this.#counts(),
      spectated: { messages: this.#spectators.messages, returns: this.#spectators.returns },
      violations: this.#all(),
    };
  }

  /** Waits until each agent has had an answer to a request since now. */
  async #untilAnswered(description: string): Promise<void> {
    const { patienceMs } = this.#options;
    const before = this.#agents.map(({ answered }) => answered);
    const began = performance.now();
    for (;;) {
      const waiting = this.#agents.filter((agent, index) => agent.answered <= (before[index] ?? 0));
      if (waiting.length === 0) return;
      if (performance.now() - began > patienceMs) {
        for (const { waitsFor } of waiting)
          this.#violations.push(
            `after ${description}: ${waitsFor.what} since ${(waitsFor.ms / 1000).toFixed(0)} s`,
          );
        return;
      }
      await pause(LOOK_MS);
    }
  }

  /** Waits until every spectator has heard something since then. */
  async #untilWatched(moment: number): Promise<void> {
    const began = performance.now();
    while (this.#spectators.silentSince(moment) > 0) {
      if (performance.now() - began > this.#options.patienceMs) {
        this.#violations.push(`${this.#spectators.silentSince(moment)} spectators hear nothing any more`);
        return;
      }
      await pause(LOOK_MS);
    }
  }

  #agent(index: number): CountingAgent {
    const { agents, games, seed, paceMs } = this.#options;
    const game = index % games;
    const seats = Math.floor(agents / games) + (game < agents % games ? 1 : 0);
    const game_config = {
      players: Math.max(2, seats),
      min_agents: seats,
      ai_skill: 'novice',
      seeds: { game: seed + game, map: seed + game },
      turn_time_limit: 0,
    } as const;
    return new CountingAgent({
      url: this.#stack.url,
      token: this.#stack.token,
      agentId: `agent-${index}`,
      gameId: `game-${game}`,
      login: { game_config },
      random: seededRandom(seed * 1000 + index),
      paceMs,
    });
  }

  #counts(): AgentCounts {
    const all = this.#agents.map(({ counts }) => counts);
    const sum = (key: keyof AgentCounts) => all.reduce((total, each) => total + each[key], 0);
    return {
      acknowledged: sum('acknowledged'),
      unknown: sum('unknown'),
      requests: sum('requests'),
      pushes: sum('pushes'),
      turns: sum('turns'),
      resumes: sum('resumes'),
      takenOver: sum('takenOver'),
    };
  }

  #all(): readonly string[] {
    return [...this.#agents.flatMap(({ violations }) => violations), ...this.#violations];
  }

  #clock(): string {
    const seconds = Math.floor((performance.now() - this.#began) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
