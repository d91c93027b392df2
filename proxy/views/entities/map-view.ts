import type { MapView } from '#shared/protocol/state/map.js';
import type { World } from '../../world/world.js';
import { plainName } from './rule-names.js';

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
