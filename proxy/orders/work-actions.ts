import type { TerrainWork } from '../rules/terrain/terrain-work.js';

/** The actions of terrain work, by name, in the order of their offers: the kind of work of each. */
export const WORKS_BY_ACTION: Readonly<Record<string, TerrainWork>> = {
  unit_build_road: 'road',
  unit_build_irrigation: 'irrigation',
  unit_build_mine: 'mine',
  unit_build_base: 'base',
  unit_transform: 'transform',
  unit_clean_pollution: 'pollution',
  unit_clean_fallout: 'fallout',
  unit_pillage: 'pillage',
};
