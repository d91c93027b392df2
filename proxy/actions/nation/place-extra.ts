import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { cityTiles } from '../../rules/lookup/cities.js';
import { ownCities } from '../../rules/lookup/entity-index.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { infraPoints, placeableExtras, placingProblem } from '../../rules/terrain/placing.js';
import type { World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import { resolveChoice, resolveTile, tileTarget } from '../common-fields.js';

/** Action `player_place_infra` (handle_player_place_infra): since 3.1, where the ruleset has infra points. */
export const playerPlaceInfra = defineAction({
  name: 'player_place_infra',
  doc: 'Place an extra, as irrigation or a road, on a tile of your land for infra points, without a unit; only in rulesets that have infra points, since FreeCiv 3.1.',
  actor: 'nation',
  schema: z.looseObject({
    target: tileTarget,
    sub_target: z.union([z.string().min(1).max(80), z.int()]).describe('name of the extra'),
  }),
  sends: ['player_place_infra'],
  isRarelyWanted: true,
  offers: ({ world, named }) =>
    named(
      (infraPoints(world, ownPlayer(world)) ?? 0) === 0
        ? []
        : cityLand(world).flatMap((tile) =>
            placeableExtras(world)
              .filter((extra) => placingProblem(world, ownPlayer(world), tile, extra) === undefined)
              .map((extra) => {
                const target = world.map.position(tile);
                return {
                  target,
                  sub_target: wireNameOf(extra),
                  priority: 'medium' as const,
                  certain: true,
                  label: `place ${displayName(extra.name)} at (${target.x}, ${target.y}) for ${extra.infracost} infra points`,
                };
              }),
          ),
    ),
  plan(port, fields) {
    const { world } = port;
    const player = ownPlayer(world);
    if (infraPoints(world, player) === undefined)
      return invalidAction('This ruleset has no infra points', 'data.type');
    const tile = resolveTile(port, fields.target);
    if (!tile.ok) return tile;
    const extra = resolveChoice(placeableExtras(world), fields.sub_target, 'extra');
    if (!extra.ok) return invalidAction(extra.failure.message, 'data.sub_target', extra.failure.details);
    const problem = placingProblem(world, player, tile.value, extra.value);
    if (problem !== undefined && !port.skipsRules) return invalidAction(problem, 'data.target');
    const { id } = extra.value;
    return ok({
      send: () => port.request('player_place_infra', { tile: tile.value, extra: id }),
      effect: (_before, after) =>
        after.tiles.get(tile.value)?.placing === id
          ? {
              sub_target: wireNameOf(extra.value),
              target: world.map.position(tile.value),
              infra_points: infraPoints(after, player),
            }
          : undefined,
    });
  },
});

function ownPlayer({ seat }: World): number {
  return seat.player ?? -1;
}

/** The tiles that own cities can work, each once. */
function cityLand(world: World): readonly number[] {
  return [...new Set(ownCities(world).flatMap((city) => cityTiles(world, city) ?? []))];
}
