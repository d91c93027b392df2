import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { toolsFor } from '../../../proxy/actions/tools/provider-forms.js';
import { dataCard } from './data-card.js';
import { type DatasetCounts, newCounts } from './dataset-counts.js';
import type { DatasetOptions } from './dataset-options.js';
import type { ChatMessage, DatasetRow } from './dataset-row.js';
import { endedGame, factsOf, gameRows, isGameFolder } from './game-rows.js';
import { SecretFilter, secretsIn } from './secrets.js';
import { SeenMessages, splitOf, splits } from './split.js';
import { SplitFiles } from './split-files.js';

/** Makes a dataset of games that have ended, with its data card. Rejects with a sentence for the user. */
export async function exportDataset(
  options: DatasetOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<DatasetCounts> {
  const { folders, out, shares, maxChars } = options;
  const games = await gamesIn(folders);
  await makeEmptyFolder(out);
  const counts = newCounts({ shares, maxChars, version: await packageVersion() });
  const [train, validation, test] = await Promise.all([
    SplitFiles.create(out, 'train'),
    SplitFiles.create(out, 'validation'),
    SplitFiles.create(out, 'test'),
  ]);
  const files = { train, validation, test };
  const secrets = new SecretFilter(secretsIn(environment));
  const seeds = { train: new Set<string>(), validation: new Set<string>(), test: new Set<string>() };
  for await (const row of datasetRows(games, secrets, counts)) {
    const split = splitOf(row, shares);
    await files[split].add(row);
    counts.rows[split] += 1;
    counts.sources[row.source] += 1;
    seeds[split].add(String(row.seed ?? row.game_id));
  }
  for (const split of splits) {
    counts.bytes[split] = await files[split].close();
    counts.seeds[split] = seeds[split].size;
  }
  counts.secrets = secrets.removed;
  await writeFile(join(out, 'README.md'), dataCard(counts));
  return counts;
}

/** The rows of all games that have ended, with tools, without secrets, and each with messages of its own. */
async function* datasetRows(
  games: readonly string[],
  secrets: SecretFilter,
  counts: DatasetCounts,
): AsyncGenerator<DatasetRow> {
  const tools = new RowTools();
  const seen = new SeenMessages();
  const onUnreadable = (parts: number) => {
    counts.unreadable += parts;
  };
  for (const path of games) {
    const game = await endedGame(path);
    if (game === undefined) {
      counts.notEnded += 1;
      continue;
    }
    let [rows, duplicates] = [0, 0];
    for await (const row of gameRows(game, { maxChars: counts.maxChars, onUnreadable })) {
      rows += 1;
      const { messages, ...facts } = row;
      const clean = secrets.clean(messages);
      if (seen.add(clean)) yield { messages: clean, tools: tools.toolsOf(clean), ...facts };
      else duplicates += 1;
    }
    counts.duplicates += duplicates;
    if (rows > duplicates) counts.games[splitOf(factsOf(game.record), counts.shares)] += 1;
    else if (rows > 0) counts.duplicateGames += 1;
  }
}

/** Finds the tools of rows, as this version of the gateway defines them. */
export class RowTools {
  readonly #small = toolsOf('small');
  readonly #full = toolsOf('full');

  /**
   * The small set; the full one too where an action was called by its own name. A tool of the agent's own is there with its name
   * alone: games keep no definitions.
   */
  toolsOf(messages: readonly ChatMessage[]): readonly JsonObject[] {
    const called = new Set(
      messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => call.function.name)),
    );
    const others = [...called].filter((name) => !this.#small.has(name));
    const usesFull = others.some((name) => this.#full.has(name));
    const own = others.filter((name) => !this.#full.has(name)).toSorted();
    return [
      ...this.#small.values(),
      ...(usesFull ? [...this.#full].flatMap(([name, tool]) => (this.#small.has(name) ? [] : [tool])) : []),
      ...own.map((name) => ({
        type: 'function',
        function: { name, description: '', parameters: { type: 'object' } },
      })),
    ];
  }
}

function toolsOf(set: 'small' | 'full'): ReadonlyMap<string, JsonObject> {
  const tools = toolsFor({ set, format: 'openai', strict: 'false' });
  return new Map(tools.map((tool) => [nameOf(tool), tool]));
}

function nameOf({ function: body }: JsonObject): string {
  return isJsonObject(body) ? String(body.name) : '';
}

/** The folders of games that are named, or are in the folders that are named, each once, by path. */
async function gamesIn(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      if (isGameFolder(folder)) return [folder];
      const inside = [...(await foldersIn(folder)), ...(await foldersIn(join(folder, 'games')))];
      return inside.filter(isGameFolder);
    }),
  );
  const games = [...new Set(found.flat())].toSorted();
  if (games.length === 0) throw new Error(`there is no game in ${folders.join(', ')}`);
  return games;
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name another folder`);
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
