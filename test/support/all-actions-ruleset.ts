import { access, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';

/** What no ruleset that comes with the server allows, or not the one that is changed here. */
const allowed = [
  'Investigate City Spend Unit',
  'Poison City',
  'Sabotage Unit',
  'Steal Gold',
  'Steal Maps',
  'Suitcase Nuke',
  'Suitcase Nuke Escape',
  'Targeted Sabotage City',
  'Targeted Steal Tech',
];

/** The ruleset that allows most. */
const BASE = 'sandbox';

/** A data path for game servers where the sandbox ruleset allows every unit action of the protocol. */
export interface AllActionsRuleset extends AsyncDisposable {
  readonly name: typeof BASE;
  /** For FREECIV_DATA_PATH. */
  readonly dataPath: string;
}

/** Makes a changed copy of the installed ruleset in a folder of its own; gone when disposed of. */
export async function allActionsRuleset(): Promise<AllActionsRuleset> {
  const installed = await installedData();
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-all-actions-'));
  // The server runs as another user.
  await chmod(folder, 0o755);
  await cp(join(installed, BASE), join(folder, BASE), { recursive: true });
  const file = join(folder, BASE, 'game.ruleset');
  const enablers = allowed.map(enabler).join('\n');
  await writeFile(file, `${await readFile(file, 'utf8')}\n${enablers}`);
  return {
    name: BASE,
    dataPath: [folder, installed].join(delimiter),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Diplomats and spies may do it to whoever is foreign to them. */
function enabler(action: string, index: number): string {
  return `
[actionenabler_all_actions_${index}]
action = "${action}"
actor_reqs =
    { "type", "name", "range", "present"
      "UnitFlag", "Diplomat", "Local", TRUE
      "MinMoveFrags", "1", "Local", TRUE
      "DiplRel", "Is foreign", "Local", TRUE
    }
`;
}

/** Where the rulesets lie that came with the game server. */
async function installedData(): Promise<string> {
  const binary = await findServerBinary(process.env.FREECIV_SERVER);
  const prefix = binary.ok ? join(binary.value, '../..') : '/usr';
  const folders = [
    ...(process.env.FREECIV_DATA_PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
    join(prefix, 'share/games/freeciv'),
    join(prefix, 'share/freeciv'),
  ];
  for (const folder of folders) if (await isThere(join(folder, BASE, 'game.ruleset'))) return folder;
  throw new Error(`the rulesets of the game server are in none of ${folders.join(', ')}`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
