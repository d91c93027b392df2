import type { Position } from '../../world/map-geometry.js';

export type Severity = 'high' | 'medium' | 'low';

export interface Threat {
  /** `military`, `barbarians`, `diplomatic`, `economic` or `spaceship`. */
  readonly type: string;
  readonly description: string;
  readonly severity: Severity;
  /** Where it is, or the city it is to. */
  readonly location?: Position;
  readonly player_id?: number;
  readonly city_id?: number;
  /** Attack points of all that is seen of it, with experience and effects. */
  readonly strength?: number;
  /** Chance of its best unit to beat the city's best defender, as reckoned by the server's rules. */
  readonly odds?: number;
  /** Turns until it can strike, at the moves of its fastest unit over open ground. */
  readonly turns_away?: number;
}
