import { memo, memoByInput } from '#shared/core/memo.js';
import type { MapView, TileView } from '#shared/protocol/state/map.js';
import type { Named } from '../../rules/lookup/names.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { isPlayer } from '../../rules/lookup/players.js';
import type { Tile } from '../../rules/lookup/tiles.js';
import type { World } from '../../world/world.js';
import { plainName } from './wire-values.js';

/** The size and shape of the map. */
export function mapView({ map }: World): MapView {
  return {
    width: map.xsize,
    height: map.ysize,
    topology: [...map.topology].map((flag) => plainName(flag, 'TF_')),
    shape: map.shape,
    wrap_x: map.topology.has('TF_WRAPX'),
    wrap_y: map.topology.has('TF_WRAPY'),
  };
}

/** Whether this seat has ever seen the tile. */
export function isKnown(tile: Tile): boolean {
  return tile.known !== 'TILE_UNKNOWN';
}

/** A tile the player has seen; call it for known ones only. */
export function tileView(world: World, tile: Tile): TileView {
  return viewOf(tile, world);
}

const viewOf = memo((tile: Tile, world: World) => newTileView(world, tile));

function newTileView(world: World, tile: Tile): TileView {
  return {
    ...world.map.position(tile.tile),
    terrain: wireNameOf(world.ruleset.terrains.get(tile.terrain)) ?? 'unknown',
    resource: wireNameOf(world.ruleset.extras.get(tile.resource)),
    extras: extraNames(world, tile),
    owner: isPlayer(tile.owner) ? tile.owner : null,
    fog: tile.known === 'TILE_KNOWN_SEEN' ? 'visible' : 'fogged',
    worked_by: tile.worked > 0 ? tile.worked : undefined,
    continent: tile.continent,
    label: tile.label || undefined,
  };
}

/** Names by number for each ruleset: thousands of tiles are named at once. */
const namesOf = memoByInput((all: ReadonlyMap<number, Named>, size: number) =>
  Array.from({ length: size }, (_, id) => wireNameOf(all.get(id))),
);

function extraNames({ ruleset }: World, { extras, resource }: Tile): readonly string[] {
  const known = namesOf(ruleset.extras, ruleset.extras.size);
  const names: string[] = [];
  for (let at = 0; at < extras.length; at += 1) {
    const byte = extras[at] ?? 0;
    // Most tiles have no extras at all.
    for (let bit = 0; byte >> bit > 0; bit += 1) {
      const id = at * 8 + bit;
      const name = ((byte >> bit) & 1) === 1 && id !== resource ? known[id] : null;
      if (name != null) names.push(name);
    }
  }
  return names;
}
