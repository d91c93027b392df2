import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { type ScenarioList, scenarioNameSchema } from '#shared/protocol/scenario.js';
import type { LinkTable } from '../../proxy/api/requests/asked-request.js';
import { READS } from '../../proxy/api/requests/link-table.js';
import type { ScenarioPlan } from '../../proxy/games/disk/scenario-plan.js';
import type { ResolvedConfig, ScenarioParts, Scenarios } from '../../proxy/games/lifecycle/game-scenario.js';
import { resolveName } from '../../proxy/rules/lookup/names.js';
import { parseScenario, type ScenarioFile, summaryOf } from './scenario-file.js';
import { ScenarioRun } from './scenario-run.js';

/** The scenarios that come with the proxy. */
const OWN_FOLDER = join(import.meta.dirname, 'catalog');
const SUFFIX = '.json';
/** Larger files are not scenarios. */
const MAX_FILE_BYTES = 256 * 1024;

interface Loaded {
  readonly files: ReadonlyMap<string, ScenarioFile>;
  readonly problems: ScenarioList['problems'];
}

/** The scenarios of this proxy: its own, and those in SCENARIOS_DIR. Files are read anew each time: they are few and small. */
export class ScenarioCatalog implements Scenarios {
  readonly #folders: readonly string[];

  /** `folder`: SCENARIOS_DIR, if it is set. A scenario of it goes before one of ours of the same name. */
  constructor(folder: string | undefined) {
    this.#folders = folder === undefined ? [OWN_FOLDER] : [OWN_FOLDER, folder];
  }

  /** All scenarios by name, and the files that are none. */
  async list(): Promise<ScenarioList> {
    const { files, problems } = await this.#load();
    const scenarios = [...files.values()].map(summaryOf);
    return { scenarios: scenarios.sort((a, b) => a.name.localeCompare(b.name)), problems };
  }

  /** The configuration with what its scenario decides. E105: the scenario does not exist, or its file is wrong. */
  async resolve(config: GameConfig): Promise<Result<ResolvedConfig>> {
    const { scenario: name, difficulty = 'normal' } = config;
    if (name === undefined) return ok({ config, scenario: undefined });
    const { files, problems } = await this.#load();
    const plan = files.get(name)?.plans[difficulty];
    if (plan !== undefined) return ok({ config: configFor(plan, config), scenario: plan });
    const wrong = problems.find(({ file }) => file === `${name}${SUFFIX}`);
    const near = resolveName(
      [...files.keys()].map((known) => ({ name: known })),
      name,
    );
    const details = { did_you_mean: near.ok ? [near.value.name] : near.failure.didYouMean };
    const reason =
      wrong === undefined ? `There is no scenario ${name}` : `The scenario ${name}: ${wrong.problem}`;
    return fail(failure('E105', reason, { path: 'game_config.scenario', details }));
  }

  /** The scenario of a game in memory. */
  open(parts: ScenarioParts): ScenarioRun {
    return new ScenarioRun(parts);
  }

  async #load(): Promise<Loaded> {
    const files = new Map<string, ScenarioFile>();
    const problems: ScenarioList['problems'] = [];
    for (const folder of this.#folders)
      for (const file of await filesIn(folder)) {
        const read = await readScenario(folder, file);
        if (read.ok) files.set(read.value.name, read.value);
        else problems.push({ file, problem: read.failure.message });
      }
    return { files, problems };
  }
}

/** Answers requests for the list of scenarios. */
export function scenarioRows(catalog: ScenarioCatalog): Pick<LinkTable, 'scenario_list'> {
  return { scenario_list: { steps: READS, handle: async () => ok(await catalog.list()) } };
}

/** The names of the files in a folder, in order; none when it cannot be listed. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(SUFFIX)).sort();
}

async function readScenario(folder: string, file: string): Promise<Result<ScenarioFile>> {
  const name = scenarioNameSchema.safeParse(file.slice(0, -SUFFIX.length));
  if (!name.success) return fail(failure('E105', 'the name of the file is no name of a scenario'));
  try {
    const bytes = await readFile(join(folder, file));
    if (bytes.length > MAX_FILE_BYTES)
      return fail(failure('E105', `it has more than ${MAX_FILE_BYTES} bytes`));
    return parseScenario(name.data, JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    const reason = errorCode(error) === undefined ? 'it is not JSON' : diskReason(error);
    return fail(failure('E105', reason));
  }
}

/** What the scenario decides goes before what was asked for; seeds may be chosen. */
function configFor(plan: ScenarioPlan, config: GameConfig): GameConfig {
  const { land, agents, rivals, turns, ruleset, victory, ai_skill, name, difficulty } = plan;
  const { ai_level: _, ...asked } = config;
  return gameConfigSchema.parse({
    ...asked,
    ruleset,
    victory,
    ai_skill,
    difficulty,
    scenario: name,
    players: agents + rivals,
    min_agents: agents,
    map: { xsize: land[0]?.length ?? 0, ysize: land.length, generator: 'RANDOM', topology: 'WRAPX' },
    seeds: { game: 1, map: 1, ...config.seeds },
    // A player without a unit before the stage is set would be dead.
    start_units: 'x',
    end_turn: turns,
  });
}
