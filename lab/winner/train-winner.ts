import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basisNames, featureNames } from '../../features/winner/features.js';
import type { WinnerWeights } from '../../features/winner/winner-model.js';
import { brierScores, reliability, shareErrors } from './assess.js';
import { calibrate, type FitTarget, fitWeights } from './fit.js';
import { arenaGames, type PlayedGame, playGame, storedGame } from './play-games.js';
import { measuredPart, reliabilityPlot } from './report.js';
import { samplesOf, type TurnSample } from './samples.js';

/** The command line of the training. */
export interface TrainOptions {
  readonly games: number;
  readonly firstSeed: number;
  /** No new game is begun after that. */
  readonly minutes: number;
  /** Games that are played at the same time. */
  readonly parallel: number;
  /** Where games are stored: a game that is there is not played again. */
  readonly folder: string;
  /** Folders of arenas, whose games are added. */
  readonly arenas: readonly string[];
  readonly root: string;
}

const MARK = '<!-- measured by npm run train -->\n';

/** Plays the games, fits the model and writes weights, plot and document. */
export async function trainWinner(options: TrainOptions): Promise<void> {
  const ofAis = await playedGames(options);
  const withBots = (await Promise.all(options.arenas.map(arenaGames))).flat();
  const games = [...ofAis, ...withBots];
  const samples = divide(games);
  const win = calibrated(samples, 'won');
  const share = calibrated(samples, 'finalShares');
  const weights = { ...described(ofAis, withBots, samples), win, share };
  const [brier, error] = [brierScores(samples.heldOut, win), shareErrors(samples.heldOut, share)];
  const whole: WinnerWeights = {
    ...weights,
    provenance: {
      ...weights.provenance,
      held_out: {
        brier: rounded(brier.model),
        brier_by_share: rounded(brier.byShare),
        brier_by_number: rounded(brier.byNumber),
        share_error: rounded(error.model),
        share_error_as_now: rounded(error.asNow),
      },
    },
  };
  await writeResults(options.root, whole, samples.heldOut);
  process.stdout.write(`${JSON.stringify(whole.provenance, undefined, 2)}\n`);
}

async function playedGames(options: TrainOptions): Promise<readonly PlayedGame[]> {
  const until = performance.now() + options.minutes * 60_000;
  const seeds = Array.from({ length: options.games }, (_, i) => options.firstSeed + i);
  const games = new Map<number, PlayedGame>();
  const waiting = [...seeds];
  const work = async (): Promise<void> => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const game = await storedOrPlayed(options.folder, seed, until);
      if (game !== undefined) games.set(seed, game);
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  return seeds.flatMap((seed) => games.get(seed) ?? []);
}

async function storedOrPlayed(folder: string, seed: number, until: number): Promise<PlayedGame | undefined> {
  const stored = await storedGame(folder, seed);
  if (stored !== undefined || performance.now() > until) return stored;
  const began = performance.now();
  const game = await playGame(folder, seed);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`seed ${seed}: ${game === undefined ? 'no end' : 'played'} in ${seconds} s\n`);
  return game;
}

/** The samples of games by what they are for: seven of ten to fit, one to calibrate, two to measure. */
interface Divided {
  readonly fitted: readonly TurnSample[];
  readonly calibrated: readonly TurnSample[];
  readonly heldOut: readonly TurnSample[];
  readonly counts: Omit<WinnerWeights['provenance']['games'], 'with_bots'>;
}

function divide(games: readonly PlayedGame[]): Divided {
  const of = (digits: readonly number[]) => games.filter(({ seed }) => digits.includes(seed % 10));
  const [fitted, calibrated, heldOut] = [of([0, 1, 2, 3, 4, 5, 6]), of([7]), of([8, 9])];
  return {
    fitted: fitted.flatMap(samplesOf),
    calibrated: calibrated.flatMap(samplesOf),
    heldOut: heldOut.flatMap(samplesOf),
    counts: { fitted: fitted.length, calibrated: calibrated.length, held_out: heldOut.length },
  };
}

function calibrated({ fitted, calibrated: own }: Divided, target: FitTarget): number[] {
  const weights = fitWeights(fitted, target);
  const factor = calibrate(own, target, weights);
  return weights.map((weight) => rounded(weight * factor));
}

function described(ofAis: readonly PlayedGame[], withBots: readonly PlayedGame[], { counts }: Divided) {
  const games = [...ofAis, ...withBots];
  const hash = createHash('sha256');
  for (const game of games) hash.update(JSON.stringify(game));
  const seeds = ofAis.map(({ seed }) => seed);
  const distinct = (values: readonly string[]) => [...new Set(values)].sort();
  return {
    format: 1 as const,
    features: [...featureNames],
    basis: [...basisNames],
    provenance: {
      trained_at: new Date().toISOString(),
      games: { ...counts, with_bots: withBots.length },
      seeds: { first: Math.min(...seeds), last: Math.max(...seeds) },
      turns: games.reduce((sum, { turns }) => sum + turns.length, 0),
      versions: {
        gateway: process.env.npm_package_version ?? 'unknown',
        freeciv_server: distinct(games.map(({ server }) => server)),
      },
      rulesets: distinct(games.map(({ ruleset }) => ruleset)),
      data_sha256: hash.digest('hex'),
    },
  };
}

async function writeResults(
  root: string,
  weights: WinnerWeights,
  heldOut: readonly TurnSample[],
): Promise<void> {
  const bins = reliability(heldOut, weights.win);
  const document = join(root, 'docs/who-wins.md');
  const [before = ''] = (await readFile(document, 'utf8')).split(MARK);
  await writeFile(document, `${before}${MARK}\n${measuredPart({ weights, heldOut, bins })}`);
  await writeFile(join(root, 'docs/who-wins-reliability.svg'), reliabilityPlot(bins));
  await writeFile(join(root, 'features/winner/weights.json'), `${JSON.stringify(weights, undefined, 2)}\n`);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
