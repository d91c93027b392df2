import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import type { MapPicture, PictureTile } from '../views/map/map-picture.js';

const NOBODY = '#888888';

/** The map of a recorded state, to be drawn. */
export function recordedPicture(view: SpectatorView): MapPicture {
  const terrains = new Map(view.rules.terrains.map(({ id, color }) => [id, color]));
  const playerColor = (player: number) => view.players.get(player)?.color;
  const inCities = new Set([...view.cities.values()].map(({ tile }) => tile));
  const tiles = new Map(
    [...view.tiles.values()].map(([tile, terrain, owner, seen]): [number, PictureTile] => [
      tile,
      { color: terrains.get(terrain) ?? NOBODY, ownerColor: playerColor(owner), isSeen: seen === 1 },
    ]),
  );
  const units = [...view.units.values()].filter(([, , , tile]) => !inCities.has(tile));
  return {
    turn: view.header.turn,
    grid: { xsize: view.map.width, ysize: view.map.height, shape: view.map.shape },
    tile: (index) => tiles.get(index),
    cities: [...view.cities.values()].map(({ tile, name, size, owner }) => ({
      ...{ tile, name, size },
      color: playerColor(owner) ?? NOBODY,
    })),
    units: new Map(units.map(([, , owner, tile]) => [tile, playerColor(owner) ?? NOBODY])),
  };
}
