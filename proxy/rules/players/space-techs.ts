import type { World } from '../../world/world.js';
import { SPACESHIP_PARTS } from '../production/spaceship-parts.js';
import { buildingHasEffect } from '../requirements/effects.js';

/** The technologies that parts of a spaceship, and the wonder that comes before them, require; none where a spaceship does not win. */
export function spaceTechs(world: World): ReadonlySet<number> {
  const { game, ruleset } = world;
  if (game?.victoryConditions.has('VC_SPACERACE') !== true) return new Set();
  const effects = [...SPACESHIP_PARTS.map(({ effect }) => effect), 'EFT_ENABLE_SPACE'] as const;
  const needed = [...ruleset.improvements.values()].filter(({ id }) =>
    effects.some((effect) => buildingHasEffect(world, id, effect)),
  );
  return new Set(
    needed.flatMap(({ reqs }) =>
      reqs.flatMap(({ type, value, present }) => (type === 'VUT_ADVANCE' && present ? [value] : [])),
    ),
  );
}
