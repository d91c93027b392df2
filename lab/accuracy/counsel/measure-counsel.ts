import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { type PlayedGame, playGame } from '../../../test/support/played-game.js';
import {
  leaveOpen,
  type Pending,
  type Trial,
  tryGovernment,
  tryTech,
  tryWonder,
  waitForFamine,
} from './after-turn.js';
import { tryAtOnce } from './at-once.js';
import { AwaitedEnds } from './awaited-ends.js';
import { CounselCases, MEASURED, type MeasuredKind } from './cases.js';
import { makeHunger, openCity, trySite, tryTrade, tryWithoutLuxury } from './staged.js';

/** How counsel is measured. */
interface CounselMeasure {
  /** Cases of each kind. */
  readonly samples: number;
  readonly seed: number;
  /** Games at most, and the turns at which each is looked at. */
  readonly games: number;
  readonly turns: readonly number[];
  /** The kinds that are measured, and the rulesets of the games in turn; all without them. */
  readonly kinds?: readonly MeasuredKind[] | undefined;
  readonly rulesets?: readonly string[] | undefined;
}

type LineOf<K extends CounselLine['kind']> = Extract<CounselLine, { kind: K }>;

const SEATS = 4;
const RULESETS = ['classic', 'civ2civ3'];

/**
 * Plays games with the server on all seats. At some turns it does for each seat in turn what the counsel is about, and
 * compares the forecast with the server's figures. A seed repeats a run.
 */
export async function measureCounsel({
  samples,
  seed,
  games,
  turns,
  kinds,
  rulesets = RULESETS,
}: CounselMeasure): Promise<CounselCases> {
  const cases = new CounselCases(samples, kinds);
  for (let number = 0; number < games && MEASURED.some((kind) => cases.wants(kind)); number += 1) {
    const ruleset = rulesets[number % rulesets.length] ?? 'classic';
    await using game = await started(ruleset, seed + number);
    const run = new MeasuredGame(game, cases);
    for (const turn of turns) {
      await run.playUntil(turn);
      for (const seat of game.seats) await run.tryCounsel(seat);
    }
    console.info(`${ruleset}, seed ${seed + number}: ${cases.soFar}`);
  }
  return cases;
}

function started(ruleset: string, seed: number): Promise<PlayedGame> {
  return playGame({
    ruleset,
    seats: SEATS,
    players: SEATS,
    commands: [
      ...[
        `set gameseed ${seed}`,
        `set mapseed ${seed}`,
        'set size 2',
        'set startpos ALL',
        'set dispersion 2',
      ],
      ...['set revolentype FIXED', 'set revolen 1', 'set barbarians DISABLED', 'set phasemode ALL', 'easy'],
    ],
  });
}

/** A game in which the server plays every seat, but for the one whose counsel is tried. */
class MeasuredGame {
  readonly #game: PlayedGame;
  readonly #cases: CounselCases;
  readonly #ends: AwaitedEnds;
  #isPlayed = false;

  constructor(game: PlayedGame, cases: CounselCases) {
    this.#game = game;
    this.#cases = cases;
    this.#ends = new AwaitedEnds(cases);
  }

  async playUntil(turn: number): Promise<void> {
    if (!this.#isPlayed) for (const seat of this.#game.seats) await this.#toggle(seat);
    this.#isPlayed = true;
    while ((this.#game.seat.world.game?.turn ?? turn) < turn) await this.#nextTurn();
  }

  /** What is told at once, then a turn in which the seat does one thing that takes a turn. */
  async tryCounsel(seat: Seat): Promise<void> {
    const { seats } = this.#game;
    const player = seat.world.players.get(seat.world.seat.player ?? -1);
    if (player?.isAlive !== true) return;
    await this.#toggle(seat);
    const trial = { game: this.#game, seat, cases: this.#cases };
    for (const line of counselOf(seat.world)) await tryAtOnce({ seat, seats, cases: this.#cases }, line);
    if (this.#cases.wants('disorder')) await tryWithoutLuxury(trial);
    if (this.#cases.wants('tech_trade')) await tryTrade(trial);
    if (this.#cases.wants('settling')) await trySite(trial);
    const pending = await this.#begin(trial);
    await this.#nextTurn();
    for (const compare of pending) compare();
    await this.#toggle(seat);
  }

  /** One government or one purchase a turn, as both change what the cities make; famine and open cities beside it. */
  async #begin(trial: Trial): Promise<readonly Pending[]> {
    if (this.#cases.wants('undefended')) await openCity(trial);
    const left = this.#linesOf(trial, 'undefended').map((line) => leaveOpen(trial, line));
    const tried = await this.#tryOne(trial);
    if (this.#cases.wants('famine')) await makeHunger(trial);
    const starving = this.#linesOf(trial, 'famine').map((line) => waitForFamine(trial, line));
    return [...left, tried, ...starving].filter((one) => one !== undefined);
  }

  #linesOf<K extends CounselLine['kind']>({ seat }: Trial, kind: K): readonly LineOf<K>[] {
    if (!this.#cases.wants(kind)) return [];
    return counselOf(seat.world).filter((line): line is LineOf<K> => line.kind === kind);
  }

  /** The first that can be tried, kinds with few cases first. */
  async #tryOne(trial: Trial): Promise<Pending | undefined> {
    const lines = counselOf(trial.seat.world).filter(({ kind }) => this.#cases.wants(kind));
    lines.sort((a, b) => this.#cases.count(a.kind) - this.#cases.count(b.kind));
    for (const line of lines) {
      const tried = await tryForTurn(trial, line);
      if (tried !== undefined) return tried;
    }
    return undefined;
  }

  async #nextTurn(): Promise<void> {
    for (const seat of this.#game.seats) this.#ends.note(seat);
    await this.#game.nextTurn();
    for (const seat of this.#game.seats) await seat.request('client_heartbeat', {});
    this.#ends.compare();
  }

  async #toggle(seat: Seat): Promise<void> {
    const name = seat.world.players.get(seat.world.seat.player ?? -1)?.name;
    await this.#game.command(`aitoggle "${name}"`);
  }
}

async function tryForTurn(trial: Trial, line: CounselLine): Promise<Pending | undefined> {
  switch (line.kind) {
    case 'government':
      return tryGovernment(trial, line);
    case 'tech':
      return tryTech(trial, line);
    case 'wonder':
      return line.figures.gain === null ? undefined : tryWonder(trial, line);
    default:
      return undefined;
  }
}
