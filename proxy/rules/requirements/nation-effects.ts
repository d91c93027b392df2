import { BoundedMap } from '#shared/core/bounded-map.js';
import { memo } from '#shared/core/memo.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { type Player, type Research, researchOf, seesAllOf } from '../lookup/players.js';
import { techState } from '../lookup/research.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import { effectInputs } from './effect-inputs.js';

/** Stands for all that effects on a nation depend on: the same object while its government, technologies and wonders are the same. */
export interface NationEffects {
  readonly inputs: string;
}

/** Forms of one nation with different inputs, those that are supposed among them: other governments, technologies and wonders. */
const MAX_FORMS = 100;

/** By the number of the nation: the seats of a game share its ruleset, and none may push out what another needs. */
const nationsOf = memo((_: RulesetIndex) => new Map<number, BoundedMap<string, NationEffects>>());

/** A nation with the objects that its inputs were read from. */
interface LastRead {
  readonly index: RulesetIndex;
  readonly research: Research | undefined;
  readonly game: World['game'];
  readonly nation: NationEffects;
}

/** Players do not change, they are replaced. */
const lastReads = new WeakMap<Player, LastRead>();

/** What effects on a player depend on; undefined where this seat does not see all of the player. */
export function nationEffects(world: World, player: number): NationEffects | undefined {
  const own = seesAllOf(world, player) ? world.players.get(player) : undefined;
  if (own === undefined) return undefined;
  const index = rulesetIndex(world.ruleset);
  const research = researchOf(world, player);
  const { game } = world;
  const last = lastReads.get(own);
  if (last !== undefined && last.index === index && last.research === research && last.game === game)
    return last.nation;
  const nation = findNation(world, own, research);
  lastReads.set(own, { index, research, game, nation });
  return nation;
}

function findNation(world: World, own: Player, research: Research | undefined): NationEffects {
  const ofNations = nationsOf(rulesetIndex(world.ruleset));
  let nations = ofNations.get(own.nation);
  if (nations === undefined) {
    nations = new BoundedMap(MAX_FORMS);
    ofNations.set(own.nation, nations);
  }
  const inputs = inputsOf(world, own, research);
  const known = nations.get(inputs);
  if (known !== undefined) return known;
  const nation = { inputs };
  nations.set(inputs, nation);
  return nation;
}

function inputsOf({ ruleset, game }: World, own: Player, research: Research | undefined): string {
  const { techs, globalTechs, wonders, worldWonders } = effectInputs(ruleset);
  const level = own.flags.has('PLRF_AI') ? own.aiSkillLevel : '';
  return [
    `${own.government} ${own.nation} ${level}`,
    research && techs.map((tech) => (techState(research, tech) === 'known' ? 1 : 0)).join(''),
    globalTechs.map((tech) => game?.globalAdvances[tech]).join(),
    // Whether it stands or was lost: in which city does not matter.
    wonders.map((wonder) => Math.sign(own.wonders[wonder] ?? 0)).join(),
    worldWonders.map((wonder) => game?.greatWonderOwners[wonder]).join(),
  ].join(';');
}

/** The buildings of a city, with its size and status where effects depend on them, as a text. */
export function cityInputs({ ruleset }: World, city: City): string {
  return textOf(city, ruleset);
}

const textOf = memo((city: City, ruleset: World['ruleset']) => {
  const { bySize, byStatus } = effectInputs(ruleset);
  const { original, hadFamine, anarchy = 0, rapture = 0 } = city.detail ?? {};
  const status = byStatus ? ` ${original === city.owner} ${hadFamine} ${anarchy > 0} ${rapture > 0}` : '';
  return `${String.fromCharCode(...city.improvements)}${bySize ? ` ${city.size}` : ''}${status}`;
});
