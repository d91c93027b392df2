import type { World } from '../../world/world.js';
import { plainName } from './rule-names.js';

export interface MapView {
  readonly width: number;
  readonly height: number;
  /** The server's own names of its shape: `wrapx`, `iso`, `hex` ... */
  readonly topology: readonly string[];
  /** `square`, `isometric`, `hexagonal` or `isometric hexagonal`. */
  readonly shape: string;
  readonly wrap_x: boolean;
  readonly wrap_y: boolean;
}

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
