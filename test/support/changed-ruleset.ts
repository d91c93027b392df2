import { access, chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';

type Requirement = readonly [type: string, name: string, present: boolean];

const diplomats: readonly Requirement[] = [
  ['UnitFlag', 'Diplomat', true],
  ['MinMoveFrags', '1', true],
  ['DiplRel', 'Is foreign', true],
];
const ownWorkers: readonly Requirement[] = [
  ['UnitFlag', 'Settlers', true],
  ['MinMoveFrags', '1', true],
  ['DiplRel', 'Is foreign', false],
];

/** What no ruleset that comes with the server allows, or not the one that is changed here, and who may do it. */
const allowed: readonly (readonly [action: string, actor: readonly Requirement[]])[] = [
  ['Investigate City Spend Unit', diplomats],
  ['Poison City', diplomats],
  ['Sabotage Unit', diplomats],
  ['Steal Gold', diplomats],
  ['Steal Maps', diplomats],
  ['Suitcase Nuke', diplomats],
  ['Suitcase Nuke Escape', diplomats],
  ['Targeted Sabotage City', diplomats],
  ['Targeted Steal Tech', diplomats],
  // In the rules as they come only a leader may, whose end is that of the player.
  ['Destroy City', ownWorkers],
];

/** The ruleset that allows most. */
const BASE = 'sandbox';

/** A data path for game servers with a ruleset that is a changed copy of one that came with them; gone when disposed of. */
export interface ChangedRuleset extends AsyncDisposable {
  readonly name: string;
  /** For FREECIV_DATA_PATH. */
  readonly dataPath: string;
}

/** The sandbox ruleset, where every unit action of the protocol is allowed. */
export async function allActionsRuleset(): Promise<ChangedRuleset> {
  return changedRuleset(BASE, await installedData(), {
    'game.ruleset': (text) => [text, ...allowed.map(enabler)].join('\n'),
    // No unit of the rulesets that come with the server converts to another.
    'units.ruleset': (text) =>
      text.replace(/^name *= _\("Warriors"\)$/mu, '$&\nconvert_to = "Phalanx"\nconvert_time = 1'),
  });
}

/** A copy of the ruleset in `installed`, in a folder of its own, with some of its files changed. */
export async function changedRuleset(
  name: string,
  installed: string,
  changes: Readonly<Record<string, (text: string) => string>>,
): Promise<ChangedRuleset> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-changed-ruleset-'));
  // The server runs as another user.
  await chmod(folder, 0o755);
  await cp(join(installed, name), join(folder, name), { recursive: true });
  for (const [file, how] of Object.entries(changes)) await change(join(folder, name, file), how);
  return {
    name,
    dataPath: [folder, installed].join(delimiter),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function change(file: string, how: (text: string) => string): Promise<void> {
  await writeFile(file, how(await readFile(file, 'utf8')));
}

function enabler([action, actor]: (typeof allowed)[number], index: number): string {
  const rows = actor.map(
    ([type, name, present]) => `"${type}", "${name}", "Local", ${present ? 'TRUE' : 'FALSE'}`,
  );
  return `
[actionenabler_all_actions_${index}]
action = "${action}"
actor_reqs =
    { "type", "name", "range", "present"
      ${rows.join('\n      ')}
    }
`;
}

/** Where the rulesets of a server lie that was unpacked from packages. */
export function dataOfUnpacked(binary: string): string {
  return join(binary, '../root/usr/share/games/freeciv');
}

/** Where the rulesets lie that came with the game server. */
async function installedData(): Promise<string> {
  const binary = await findServerBinary(process.env.FREECIV_SERVER);
  const prefix = binary.ok ? join(binary.value, '../..') : '/usr';
  const folders = [
    ...(binary.ok ? [dataOfUnpacked(binary.value)] : []),
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
