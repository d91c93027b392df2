import type { World } from '../../world/world.js';
import { adjacentTiles } from '../lookup/adjacency.js';
import { hidingExtras } from '../lookup/extra-lists.js';
import { isNativeTile } from '../lookup/nativity.js';
import { areAllied } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, hasExtra, isSeen, knownTile, unitsOn } from '../lookup/tiles.js';
import { VersionCache } from '../lookup/version-cache.js';

/** Answers of `showsAllUnits` by tile: searches of ways ask about the same tiles again and again. */
const answers = new VersionCache<Map<number, boolean>>(
  (world) => world,
  () => new Map(),
);

/** Whether all units on a tile are shown. Fog, hiding bases of others and submarines keep units unseen. */
export function showsAllUnits(world: World, tile: number): boolean {
  const known = answers.of(world);
  let shown = known.get(tile);
  if (shown === undefined) {
    shown = hidesNothing(world, tile);
    known.set(tile, shown);
  }
  return shown;
}

function hidesNothing(world: World, tile: number): boolean {
  if (!isSeen(world, tile)) return false;
  // Only allies share a tile.
  if (unitsOn(world, tile).some((unit) => unit.owner === world.seat.player)) return true;
  return !isHideout(world, tile) && !mayHoldHiddenUnits(world, tile);
}

function isHideout(world: World, index: number): boolean {
  const tile = knownTile(world, index);
  const { player } = world.seat;
  if (tile === undefined || player === undefined) return false;
  if (areAllied(world, player, tile.extrasOwner) === true) return false;
  return hidingExtras(world).some(({ id }) => hasExtra(tile, id));
}

function mayHoldHiddenUnits(world: World, tile: number): boolean {
  const hidden = [...rulesetIndex(world.ruleset).hiddenClasses];
  if (!hidden.some((unitClass) => isNativeTile(world, unitClass, tile) !== false)) return false;
  return !adjacentTiles(world.map, tile).some(
    (near) =>
      cityAt(world, near)?.owner === world.seat.player ||
      unitsOn(world, near).some((unit) => unit.owner === world.seat.player),
  );
}
