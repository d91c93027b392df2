import { setTimeout as pause } from 'node:timers/promises';
import { timeLimit } from '#shared/core/clock.js';
import { describeMachine } from '../../test/support/machine.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { GameLives, type LivesOptions } from './game-lives.js';
import { Samples } from './samples.js';
import type { SoakReport } from './soak-report.js';

/** What is played, and how long it is watched. */
export interface SoakOptions extends Omit<LivesOptions, 'gateway' | 'token'> {
  readonly minutes: number;
  /** Seconds between two measurements. */
  readonly everyS: number;
  readonly print: (line: string) => void;
  /** Ends the run before its time; its figures are told all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** Kinds of figures that must be back where they were once everybody has left. */
const RETURNING = /descriptors$|^game servers$/;
/** Threads that a proxy begins with its first game and keeps: records and saves. */
const THREADS = 2;
/** Of the event loop of a thread. */
const DESCRIPTORS_OF_THREAD = 4;
/** An installation that has served keeps some files open: its journals, its log of audits, and its threads. */
const MAX_LEFT = 6 + THREADS * DESCRIPTORS_OF_THREAD;
const MAX_SETTLING_MS = 60_000;

/** Plays games on an installation of its own and watches what it holds. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { everyS, print, signal } = options;
  const machine = describeMachine();
  const environment = {
    MAX_GAMES: String(options.games + 2),
    // An hour by default, until which the gateway holds more and more of those whose games are over.
    SESSION_EXPIRES_S: '300',
    NODE_OPTIONS: `--import ${new URL('collect-on-signal.mjs', import.meta.url)}`,
  };
  await using stack = await SplitStack.start({ isBuilt: true, environment });
  const samples = new Samples([
    {
      name: 'gateway',
      pid: () => stack.gateway.pid,
      metricsUrl: () => `http://127.0.0.1:${stack.gateway.port}/api/metrics`,
      prefix: '',
    },
    {
      name: 'proxy',
      pid: () => stack.proxy.pid,
      metricsUrl: () => `http://127.0.0.1:${stack.proxy.port}/metrics`,
      prefix: 'freeciv_proxy_',
    },
  ]);
  const before = await samples.take();
  const gateway = `ws://127.0.0.1:${stack.gateway.port}`;
  const lives = new GameLives({ ...options, gateway, token: stack.token });
  using limit = timeLimit(signal ?? new AbortController().signal, options.minutes * 60_000);
  const until = limit.signal;
  const began = performance.now();
  const playing = lives.run(until);
  while (!until.aborted) {
    await pause(everyS * 1000, undefined, { signal: until }).catch(() => {});
    if (until.aborted) break;
    const now = await samples.take();
    const memory = (name: string) => `${now[`${name}: resident memory`]?.toFixed(0)} MB`;
    print(
      `${lives.figures.gamesEnded} games ended, gateway ${memory('gateway')}, proxy ${memory('proxy')}, ${now['game servers']} game servers`,
    );
  }
  await playing;
  const minutes = (performance.now() - began) / 60_000;
  const left = await untilBack(samples, before);
  return { machine, minutes, lives: lives.figures, series: samples.series, left };
}

/** Waits until what must come back has; what has not, in sentences. */
async function untilBack(
  samples: Samples,
  before: Readonly<Record<string, number>>,
): Promise<readonly string[]> {
  const deadline = performance.now() + MAX_SETTLING_MS;
  for (;;) {
    const now = await samples.take();
    const left = Object.entries(now).filter(
      ([name, value]) =>
        RETURNING.test(name) && value > (before[name] ?? 0) + (name === 'game servers' ? 0 : MAX_LEFT),
    );
    if (left.length === 0 || performance.now() > deadline)
      return left.map(([name, value]) => `${name}: ${before[name]} before, ${value} after all had left`);
    await pause(250);
  }
}
