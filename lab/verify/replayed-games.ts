import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest } from '../../features/archive/manifest.js';
import { gameFolderAt } from '../../proxy/games/disk/game-folder.js';
import type { ArenaFolder } from './derived-results.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What came of the games of an arena that are kept with their journals. */
export interface ReplayedGames {
  readonly played: number;
  readonly faults: readonly string[];
}

/** Plays the kept games again on the real server, and compares the hash of each turn and the final scores with those that are told. */
export async function replayGames({ path, results }: ArenaFolder): Promise<ReplayedGames> {
  const faults: string[] = [];
  let played = 0;
  for (const { match, players } of results) {
    const folder = join(path, 'games', match);
    const isKept = await stat(folder).then(
      () => true,
      () => false,
    );
    if (!isKept) continue;
    played += 1;
    faults.push(...(await rankingFaults(folder, match, players)), ...(await replayFaults(folder, match)));
  }
  return { played, faults };
}

/** The final scores in the manifest of a game by those of its match. */
async function rankingFaults(
  folder: string,
  match: string,
  players: ArenaFolder['results'][number]['players'],
): Promise<readonly string[]> {
  const manifest = await readManifest(gameFolderAt(folder).manifest);
  if (!manifest.ok) return [`games/${match}/manifest.json: ${manifest.failure.message}`];
  const told = manifest.value.ranking.map(({ score }) => score).toSorted((a, b) => b - a);
  const counted = players.map(({ standings }) => standings.end?.score ?? 0).toSorted((a, b) => b - a);
  const at = told.findIndex((score, place) => score !== counted[place]);
  return at < 0
    ? []
    : [
        `games/${match}/manifest.json: ranking[${at}].score is ${told[at]}, and by matches.jsonl ${counted[at]}`,
      ];
}

/** Runs the replay of `npm run replay`; its last line says what differs. */
async function replayFaults(folder: string, match: string): Promise<readonly string[]> {
  const program = join(root, 'features/archive/main.ts');
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', program, folder], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const [code] = await once(child, 'close');
  if (code === 0) return [];
  return [`games/${match}: ${printed.trim().split('\n').at(-1) ?? `the replay ended with ${code}`}`];
}
