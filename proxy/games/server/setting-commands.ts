import { type Failure, failure } from '#shared/core/failure.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { ScenarioPlan } from '../disk/scenario-plan.js';
import type { ServerProcess } from './server-process.js';

/** A staged world has nothing in it but what its scenario puts there. */
const STAGE_SETTINGS: readonly string[] = [
  'huts 0',
  'specials 0',
  'animals 0',
  'disasters 0',
  'barbarians DISABLED',
];

/** Console commands that make a fresh server, which speaks this protocol, the game that was asked for. */
export function settingCommands(
  { config, scenario }: { readonly config: GameConfig; readonly scenario?: ScenarioPlan | undefined },
  protocol: Protocol,
): string[] {
  return [
    'set minplayers 0',
    `set aifill ${config.players}`,
    ...mapCommands(config.map, hasWrapSetting(protocol)),
    ...setWhenGiven('gameseed', config.seeds.game),
    ...setWhenGiven('mapseed', config.seeds.map),
    ...setWhenGiven('startunits', config.start_units),
    ...setWhenGiven('endturn', config.end_turn),
    ...setWhenGiven('victories', config.victory?.length === 0 ? '""' : config.victory?.join('|')),
    ...(scenario === undefined ? [] : [...STAGE_SETTINGS, ...scenario.settings].map((line) => `set ${line}`)),
    config.ai_level ?? config.ai_skill,
  ];
}

/** A square map that wraps east-west unless asked otherwise: the shape that models reason about best. */
function mapCommands(map: GameConfig['map'], hasWrap: boolean): string[] {
  const sized = map.xsize !== undefined && map.ysize !== undefined;
  const sizes = sized
    ? ['set mapsize XYSIZE', `set xsize ${map.xsize}`, `set ysize ${map.ysize}`]
    : [...(map.size === undefined ? [] : ['set mapsize FULLSIZE', `set size ${map.size}`])];
  return [
    ...topologyCommands(map.topology ?? 'WRAPX', hasWrap),
    ...sizes,
    ...setWhenGiven('generator', map.generator),
  ];
}

/** How the map wraps is a part of its topology up to 3.1, and a setting of its own from 3.2 on. */
function topologyCommands(topology: string, hasWrap: boolean): string[] {
  if (!hasWrap) return [`set topology "${topology}"`];
  const flags = topology.split('|').filter((flag) => flag !== '');
  const wraps = flags.filter((flag) => flag.startsWith('WRAP'));
  const shape = flags.filter((flag) => !flag.startsWith('WRAP'));
  return [`set topology "${shape.join('|')}"`, `set wrap "${wraps.join('|')}"`];
}

function hasWrapSetting({ table }: Protocol): boolean {
  const map = table.packets.find(({ name }) => name === 'map_info');
  return map?.fields.some(({ name }) => name === 'wrap_id') === true;
}

function setWhenGiven(name: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`set ${name} ${value}`];
}

/** Runs the setup commands of a server. E105 with its sentence when it refuses a setting. */
export async function runSetupCommands(
  server: ServerProcess,
  commands: readonly string[],
): Promise<Failure | undefined> {
  // Written at once: the console works in order, and each wait for it costs more than the command.
  const results = await Promise.all(commands.map((command) => run(server, command)));
  return results.find((result) => result !== undefined);
}

async function run(server: ServerProcess, command: string): Promise<Failure | undefined> {
  const printed = await server.run(command);
  if (!printed.ok) return printed.failure;
  const [sentence] = printed.value;
  const isSet = printed.value.some((line) => line.includes('has been set to'));
  if (isSet || sentence === undefined || !command.startsWith('set ')) return undefined;
  return failure('E105', `The game server refused: ${sentence}`, {
    path: 'game_config',
    details: { setting: command },
  });
}
