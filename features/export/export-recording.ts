import { readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { TurnChances } from '#shared/protocol/chances.js';
import { processMetricsOf } from '#shared/protocol/process-metrics.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import { type GameFolder, gameFolderAt } from '../../proxy/games/disk/game-folder.js';
import { readLedger, seatProcess } from '../../proxy/games/score/ledger-entry.js';
import { diplomacyOf } from '../diplomacy/game-diplomacy.js';
import { svgToPng } from '../maps/map-image.js';
import { turnPicture } from '../maps/turn-picture.js';
import { stateHash } from '../watching/recording/recording-format.js';
import { RecordingReader } from '../watching/recording/recording-reader.js';
import { type DecisionLine, readDecisions } from '../watching/trajectories/decisions-file.js';
import { decisionsIn } from '../watching/trajectories/trajectory.js';
import { chancesIn } from '../winner/game-chances.js';
import type { ExportOptions } from './export-options.js';
import { encodeGif, writeMp4 } from './video.js';

/** Writes the output file. Rejects with a sentence for the user. */
export async function exportRecording(options: ExportOptions): Promise<void> {
  const turns = recordedTurns(options.recording, options.from, options.to);
  switch (options.format) {
    case 'gif':
      return writeFile(options.out, await encodeGif(turns, options));
    case 'mp4':
      return writeMp4(turns, options);
    case 'jsonl':
      return writeFile(options.out, jsonLines(turns, await chancesBeside(options.recording)));
    case 'trajectories':
      return writeFile(options.out, await trajectoryLines(options));
    case 'diplomacy':
      return writeFile(options.out, await treatyLines(options));
    case 'png':
      return writeFile(options.out, await lastPng(turns, options.scale));
  }
}

async function lastPng(turns: AsyncIterable<SpectatorView>, scale: number): Promise<Buffer> {
  let svg = '';
  for await (const view of turns) svg = turnPicture(view, scale).svg;
  return svgToPng(svg);
}

/** The states at the start of the turns `from` to `to`. Rejects when none of these turns was recorded. */
async function* recordedTurns(file: string, from: number, to: number): AsyncGenerator<SpectatorView> {
  const recording = new RecordingReader(file);
  if (!(await recording.refresh())) throw new Error(`there is no recording ${file}`);
  const turns = recording.index.turns.filter((turn) => turn > 0 && turn >= from && turn <= to);
  if (turns.length === 0) throw new Error(`the recording has ${spanOf(recording)}`);
  for (const turn of turns) {
    const view = await recording.stateAt(turn);
    if (view !== undefined) yield view;
  }
}

function spanOf({ index: { turns } }: RecordingReader): string {
  const played = turns.filter((turn) => turn > 0);
  return played.length === 0 ? 'no turns' : `only turns ${played[0]} to ${played.at(-1)}`;
}

/** One line of JSON for each turn: players and cities at its start with their chances, and the events since the line before. */
async function* jsonLines(
  turns: AsyncIterable<SpectatorView>,
  chances: ReadonlyMap<number, TurnChances>,
): AsyncGenerator<string> {
  let seen = -1;
  for await (const view of turns) {
    const { header, players, cities, units } = view;
    const events = view.events.filter(({ id }) => id > seen);
    seen = Math.max(seen, ...events.map(({ id }) => id));
    const line = {
      ...header,
      players: [...players.values()],
      cities: [...cities.values()],
      units: units.size,
      events,
      chances: chances.get(header.turn)?.players ?? [],
      hash: stateHash(view),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

/** One line of JSON for each decision of the agents, seat after seat. Rejects with a sentence when none were kept. */
async function trajectoryLines(options: ExportOptions): Promise<AsyncIterable<string>> {
  const files = await filesOf(options);
  if (files.length > 0) return linesOf(files, options);
  const whose = options.seat === undefined ? '' : ` of ${options.seat}`;
  throw new Error(`no decisions were kept beside ${options.recording}${whose}`);
}

/** One line of JSON for each treaty of the game in whose folder the recording is, by the turn it was made in. */
async function treatyLines({ recording, from, to }: ExportOptions): Promise<string> {
  const folder = folderOf(recording);
  const { turns } = await readLedger(folder);
  const { treaties } = await diplomacyOf(folder, basename(folder.path), turns);
  const shown = treaties.filter(({ turn }) => turn >= from && turn <= to);
  return shown.map((treaty) => `${JSON.stringify(treaty)}\n`).join('');
}

/** The decision files of the selected seats, by player number. */
async function filesOf({ recording, seat }: ExportOptions): Promise<readonly string[]> {
  const folder = dirname(recording);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fcd'));
  const files: string[] = [];
  for (const name of names.toSorted((a, b) => numberIn(a) - numberIn(b))) {
    const file = join(folder, name);
    const { agent, player } = (await readDecisions(file)).header;
    if (seat === undefined || seat === agent || seat === String(player)) files.push(file);
  }
  return files;
}

async function* linesOf(
  files: readonly string[],
  { recording, from, to }: ExportOptions,
): AsyncGenerator<string> {
  const chances = await chancesBeside(recording);
  const ledger = await readLedger(folderOf(recording));
  for (const file of files) {
    const { header, lines } = await readDecisions(file);
    const process = processMetricsOf(seatProcess(ledger, header.player, reportsIn(lines())));
    for (const decision of decisionsIn(header, lines())) {
      const { turn, player } = decision;
      if (turn < from || turn > to) continue;
      yield `${JSON.stringify({ ...decision, chance: chanceOf(chances.get(turn), player), process })}\n`;
    }
  }
}

/** The last report of a model about each turn. */
function reportsIn(lines: Iterable<DecisionLine>): readonly UsageReport[] {
  const reports = new Map<number, UsageReport>();
  for (const line of lines) if ('usage' in line) reports.set(line.usage.turn, line.usage);
  return [...reports.values()];
}

/** The folder of the game that a recording is of. */
function folderOf(recording: string): GameFolder {
  return gameFolderAt(dirname(dirname(resolve(recording))));
}

/** The chances of players to win, by turn, from the ledger in the folder of the recording; empty without a ledger. */
async function chancesBeside(recording: string): Promise<ReadonlyMap<number, TurnChances>> {
  const folder = folderOf(recording);
  const { turns } = await chancesIn(folder, await readLedger(folder));
  return new Map(turns.map((one) => [one.turn, one]));
}

function chanceOf(turn: TurnChances | undefined, player: number): { win: number; share: number } | null {
  const own = turn?.players.find((one) => one.player === player);
  return own === undefined ? null : { win: own.win, share: own.share };
}

function numberIn(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}
