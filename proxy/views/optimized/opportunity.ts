import type { Position } from '../../world/map-geometry.js';

export type Priority = 'high' | 'medium' | 'low';

interface OpportunityPlace extends Position {
  readonly resource?: string;
  readonly terrain?: string;
  /** What the surroundings of a settling site yield, food counting most; comparable among sites. */
  readonly score?: number;
  readonly distance?: number;
}

export interface Opportunity {
  /** `expansion`, `hut`, `exploration`, `conquest`, `diplomacy`, `tech_trade`, `government` or `wonder`. */
  readonly type: string;
  readonly description: string;
  readonly priority: Priority;
  readonly locations?: readonly OpportunityPlace[];
  readonly player_id?: number;
  readonly city_id?: number;
}
