import { memo, memoByInput } from '#shared/core/memo.js';
import { researchOf } from '../../../proxy/rules/lookup/players.js';
import { techState } from '../../../proxy/rules/lookup/research.js';
import { buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { canPlayerBuildImprovement } from '../../../proxy/rules/production/buildable.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { Situation } from '../situation.js';

/** Something a city could build, and in how many turns after changing to it. */
export interface BuildOption {
  readonly target: Target;
  readonly turns: number;
}

/** What some city of a nation could build, and a text that is the same as long as that is. */
interface NationTargets {
  readonly targets: readonly Target[];
  readonly nation: string;
}

/**
 * What the server would let a city build, with the turns it takes. Kept as long as the city and what its nation may
 * build at all are the same: asked of dozens of cities it is what takes longest of a state.
 */
export function buildOptions(situation: Situation, city: City): readonly BuildOption[] {
  return optionsOf(city, nationTargets(situation).nation, situation);
}

const optionsOf = memoByInput((city: City, _nation: string, situation: Situation): readonly BuildOption[] => {
  const { world } = situation;
  return nationTargets(situation).targets.flatMap((target) => {
    const turns = canBuild(world, city, target) === true ? buildTurns(world, city, target) : undefined;
    return turns === undefined ? [] : [{ target, turns }];
  });
});

/** What no city of the nation could build is left out at once: most of a ruleset. */
const nationTargets = memo(({ world, me }: Situation): NationTargets => {
  const research = researchOf(world, me);
  const knows = (tech: number) =>
    !world.ruleset.techs.has(tech) || (research !== undefined && techState(research, tech) === 'known');
  const targets = allTargets(world).filter((target) =>
    target.kind === 'VUT_UTYPE'
      ? knows(target.thing.techRequirement)
      : canPlayerBuildImprovement(world, me, target.thing) !== false,
  );
  const nation = `${world.game?.turn} ${targets.map(({ kind, value }) => `${kind[4]}${value}`).join(' ')}`;
  return { targets, nation };
});
