import { readdir, readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** A game server program with the version that it says. */
export interface RulesetServer {
  readonly path: string;
  /** Such as 3.0.6. */
  readonly version: string | undefined;
}

/** An ordinary ruleset as it is installed with a game server. */
export interface InstalledRules {
  /** The folder with all rulesets of the server, for FREECIV_DATA_PATH. */
  readonly dataFolder: string;
  /** The series of the server that the files are for, such as 3.0. */
  readonly series: string;
  /** The files by name, in the order of their names. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The file that says for which versions a ruleset is. */
const GAME_FILE = 'game.ruleset';
const SERIES = /\+Freeciv-(\d+\.\d+)-ruleset/i;
const READ_FILES = /\.(?:ruleset|lua)$/;

/** Reads the ruleset of that name that is installed with the server. E142 when there is none of the server's version. */
export async function installedRules(
  name: string,
  server: RulesetServer,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Result<InstalledRules>> {
  const wanted = seriesOf(server);
  const folders = await dataFolders(server.path, environment);
  for (const dataFolder of folders) {
    const game = await readFile(join(dataFolder, name, GAME_FILE), 'utf8').catch(() => '');
    const series = SERIES.exec(game)?.[1];
    if (series === undefined || (wanted !== undefined && series !== wanted)) continue;
    try {
      return ok({ dataFolder, series, texts: await textsIn(join(dataFolder, name)) });
    } catch (error) {
      return fail(failure('E142', `The files of the ruleset ${name} cannot be read: ${diskReason(error)}`));
    }
  }
  const message = `The ruleset ${name} of freeciv-server ${server.version ?? 'of unknown version'} is in none of ${folders.join(', ')}: set FREECIV_DATA_PATH to the folder that has it`;
  return fail(
    failure('E142', message, { path: 'game_config.ruleset_base', details: { wanted: name, folders } }),
  );
}

/** 3.0 of a server that says 3.0.6. */
function seriesOf({ version }: RulesetServer): string | undefined {
  return version?.split('.').slice(0, 2).join('.');
}

async function textsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder)).filter((name) => READ_FILES.test(name)).toSorted();
  const texts = names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

/** Where the rulesets of a server may be: as configured, unpacked beside it, installed with it, and where systems have them. */
async function dataFolders(
  binary: string,
  { FREECIV_DATA_PATH: configured = '' }: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const places = [dirname(binary), dirname(await realpath(binary).catch(() => binary))];
  const beside = places.flatMap((place) => [
    join(place, 'root/usr/share/games/freeciv'),
    join(place, '../share/games/freeciv'),
    join(place, '../share/freeciv'),
  ]);
  const given = configured.split(delimiter).filter((folder) => folder !== '');
  return [...new Set([...given, ...beside, '/usr/share/games/freeciv', '/usr/share/freeciv'])];
}
