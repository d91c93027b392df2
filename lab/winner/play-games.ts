import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { readSave, SaveSections } from '../../proxy/games/saves/save-file.js';
import { playerScores } from '../../proxy/games/score/player-scores.js';
import { isolationOf, ServerHost } from '../../proxy/games/server/isolation.js';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';
import { type ServerProcess, startServerProcess } from '../../proxy/games/server/server-process.js';
import { readConfig } from '../../shared/core/config.js';
import type { Result } from '../../shared/core/result.js';
import { gameConfigSchema } from '../../shared/protocol/game-config.js';
import { gameScoreSchema, playerScoreSchema } from '../../shared/protocol/score.js';
import { readManifest } from '../arena/arena.js';
import { readResults } from '../arena/play/match-log.js';
import { type AiGamePlan, planOf } from './game-plan.js';

const playedGameSchema = z.strictObject({
  seed: z.int(),
  ruleset: z.string(),
  end_turn: z.int(),
  server: z.string(),
  turns: z.array(z.strictObject({ turn: z.int(), players: z.array(playerScoreSchema) })),
});

/** A game as the model learns from it: the scores of each turn. */
export type PlayedGame = z.infer<typeof playedGameSchema>;

/** No game of the sizes that are played takes as long; this only ends what hangs. */
const MAX_GAME_MS = 300_000;
const POLL_MS = 200;

/** Reads the game of a seed, or undefined when it was not played yet. */
export async function storedGame(folder: string, seed: number): Promise<PlayedGame | undefined> {
  try {
    return playedGameSchema.parse(JSON.parse(await readFile(fileOf(folder, seed), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Plays the game of a seed among AIs on a server of its own and stores it. Undefined when the server did not come to its end. */
export async function playGame(folder: string, seed: number): Promise<PlayedGame | undefined> {
  const plan = planOf(seed);
  const runDir = await mkdtemp(join(tmpdir(), 'freeciv-winner-'));
  try {
    await using server = await startServer(runDir, plan);
    const isOver = await playToEnd(server, plan);
    const turns = isOver ? await scoredTurns(server.folder) : [];
    if (turns.length < 2) return undefined;
    const game: PlayedGame = {
      ...{ seed, ruleset: plan.ruleset, end_turn: plan.endTurn, server: server.version },
      turns,
    };
    await mkdir(folder, { recursive: true });
    await writeFile(fileOf(folder, seed), JSON.stringify(game));
    return game;
  } finally {
    await rm(runDir, { recursive: true, force: true });
  }
}

function fileOf(folder: string, seed: number): string {
  return join(folder, `game-${seed}.json`);
}

async function startServer(runDir: string, plan: AiGamePlan): Promise<ServerProcess> {
  const config = must(readConfig(process.env));
  const server = must(
    await startServerProcess({
      binary: must(await findServerBinary(config.FREECIV_SERVER)),
      host: new ServerHost(isolationOf(config)),
      isForHumans: true,
      runDir,
      ruleset: plan.ruleset,
      log: pino({ level: 'silent' }),
    }),
  );
  for (const command of plan.commands) must(await server.run(command));
  const players = must(await server.run('lua cmd for p in players_iterate() do print(p.name) end'));
  for (const [index, name] of players.entries())
    must(await server.run(`${plan.levels[index] ?? 'normal'} "${name}"`));
  must(server.writeCommand('start'));
  return server;
}

/** True once the server has written the last save. */
async function playToEnd(server: ServerProcess, { endTurn }: AiGamePlan): Promise<boolean> {
  const until = performance.now() + MAX_GAME_MS;
  while (performance.now() < until) {
    const files = await readdir(server.folder);
    if (files.some((name) => name.includes('-final') || turnIn(name) > endTurn)) {
      // What is printed comes after the save is written.
      await server.run('lua cmd print("")');
      return true;
    }
    await setTimeout(POLL_MS);
  }
  return false;
}

async function scoredTurns(folder: string): Promise<PlayedGame['turns']> {
  const turns = new Map<number, PlayedGame['turns'][number]>();
  for (const name of (await readdir(folder)).filter((file) => turnIn(file) > 0).sort()) {
    const text = await readSave(join(folder, name));
    if (text !== undefined)
      turns.set(turnIn(name), { turn: turnIn(name), players: playerScores(new SaveSections(text)) });
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}

function turnIn(name: string): number {
  return name.includes('.sav') ? Number(/-T(\d+)-/.exec(name)?.[1] ?? 0) : 0;
}

function must<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}

/** The games of an arena as the model learns from them: bots play in them. Scenarios and matches that are not valid are left out. */
export async function arenaGames(folder: string): Promise<readonly PlayedGame[]> {
  const manifest = await readManifest(join(folder, 'manifest.json'));
  if (!manifest.ok) throw new Error(manifest.failure);
  const { options, made_with: made } = manifest.value;
  const results = await readResults(join(folder, 'matches.jsonl'));
  const ruleset = gameConfigSchema.shape.ruleset.parse(options.config.ruleset);
  const games = results.filter(({ status, scenario }) => status === 'valid' && scenario === null);
  return Promise.all(
    games
      .sort((a, b) => compare(a.match, b.match))
      .map(async ({ match, seed, turns: endTurn }) => {
        const { turns } = gameScoreSchema.parse(await jsonOf(join(folder, 'scores', `${match}.json`)));
        return { seed, ruleset, end_turn: endTurn, server: made.server ?? 'unknown', turns };
      }),
  );
}

async function jsonOf(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
