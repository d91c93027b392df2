import type { TopoFlag } from '../freeciv/generated/packets.js';
import { MapGeometry } from './map-geometry.js';

/** Maps in use by size and topology; what is not used any more is collected. */
const known = new Map<string, WeakRef<MapGeometry>>();

/**
 * The map of a size and topology: the same object for all worlds of that shape. Neighbours and surroundings of tiles, which
 * are kept with a map, are then found once for all seats of a game.
 */
export function mapGeometryOf(xsize: number, ysize: number, topology: ReadonlySet<TopoFlag>): MapGeometry {
  const key = `${xsize} ${ysize} ${[...topology].sort().join(' ')}`;
  const found = known.get(key)?.deref();
  if (found !== undefined) return found;
  for (const [shape, ref] of known) if (ref.deref() === undefined) known.delete(shape);
  const map = new MapGeometry(xsize, ysize, topology);
  known.set(key, new WeakRef(map));
  return map;
}
