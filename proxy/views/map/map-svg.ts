import { isPlayer } from '../../rules/lookup/players.js';
import { cityAt, knownTile } from '../../rules/lookup/tiles.js';
import { turnOf, type World } from '../../world/world.js';
import { hexColor } from './colors.js';
import type { MapPicture } from './map-picture.js';
import { pictureSvg } from './picture-svg.js';

const NOBODY = '#888888';

/** The map as this world knows it, drawn as SVG; `scale` is the width of a tile in pixels. */
export function mapSvg(world: World, scale?: number): string {
  return pictureSvg(worldPicture(world), scale);
}

function worldPicture(world: World): MapPicture {
  const units = [...world.units.values()].filter(({ tile }) => cityAt(world, tile) === undefined);
  return {
    turn: turnOf(world),
    grid: world.map,
    tile: (index) => {
      const tile = knownTile(world, index);
      return (
        tile && {
          color: terrainColor(world, tile.terrain),
          ownerColor: isPlayer(tile.owner) ? playerColor(world, tile.owner) : undefined,
          isSeen: tile.known === 'TILE_KNOWN_SEEN',
        }
      );
    },
    cities: [...world.cities.values()].map(({ tile, name, size, owner }) => ({
      tile,
      name,
      size,
      color: playerColor(world, owner),
    })),
    units: new Map(units.map(({ tile, owner }) => [tile, playerColor(world, owner)])),
  };
}

function terrainColor(world: World, terrain: number): string {
  const found = world.ruleset.terrains.get(terrain);
  return found === undefined ? NOBODY : hexColor(found);
}

function playerColor(world: World, player: number): string {
  const found = world.players.get(player);
  return found?.colorValid === true ? hexColor(found) : NOBODY;
}
