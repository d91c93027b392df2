import type { UnitActivity } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import { displayName } from '../lookup/names.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { type Extra, isSeen, knownTile, type Tile, unitsOn } from '../lookup/tiles.js';
import { canPlayerBuildExtra } from './extras.js';

/** Work that changes a tile (`tile_changing_activities`). */
const CHANGING: ReadonlySet<UnitActivity> = new Set([
  'ACTIVITY_BASE',
  'ACTIVITY_CULTIVATE',
  'ACTIVITY_GEN_ROAD',
  'ACTIVITY_IRRIGATE',
  'ACTIVITY_MINE',
  'ACTIVITY_PILLAGE',
  'ACTIVITY_PLANT',
  'ACTIVITY_TRANSFORM',
]);

/** Infra points that a player has; undefined where the ruleset knows none (`terrain_control.infrapoints`, since 3.1). */
export function infraPoints({ ruleset, players }: World, player: number): number | undefined {
  return ruleset.terrainControl?.infrapoints === true ? players.get(player)?.infrapoints : undefined;
}

/** The extras that infra points pay for. */
export function placeableExtras(world: World): readonly Extra[] {
  return rulesetIndex(world.ruleset).extras.filter(({ infracost = 0 }) => infracost > 0);
}

/** Why a player cannot place an extra (`handle_player_place_infra`, `player_can_place_extra`); undefined: it can. */
export function placingProblem(world: World, player: number, at: number, extra: Extra): string | undefined {
  const name = displayName(extra.name);
  const tile = knownTile(world, at);
  if (tile === undefined || !isSeen(world, at)) return 'You do not see that tile now';
  const points = infraPoints(world, player) ?? 0;
  const cost = extra.infracost ?? 0;
  if (points < cost) return `${name} costs ${cost} infra points, and you have ${points}`;
  const underWay = rulesetIndex(world.ruleset).extras.find(({ id }) => id === tile.placing);
  if (underWay !== undefined) return `${displayName(underWay.name)} is being placed there already`;
  const terrain = world.ruleset.terrains.get(tile.terrain);
  if ((terrain?.placingTime ?? 0) <= 0)
    return `Nothing can be placed on ${displayName(terrain?.name ?? 'that terrain')}`;
  if (!isOwn(world, player, tile)) return 'That tile is not your land';
  if (unitsOn(world, at).some(({ activity }) => CHANGING.has(activity)))
    return 'Units are changing that tile';
  return canPlayerBuildExtra(world, player, tile, extra) ? undefined : `${name} cannot be built there`;
}

/** Land within the borders; without borders what an own city works. */
function isOwn(world: World, player: number, { owner, worked }: Tile): boolean {
  return world.game?.borders === 'BORDERS_DISABLED'
    ? world.cities.get(worked)?.owner === player
    : owner === player;
}
