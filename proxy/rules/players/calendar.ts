import type { World } from '../../world/world.js';
import { effectValue } from '../requirements/effects.js';

/** The most years of a turn, by the value of the effect Slow_Down_Timeline, 0 to 3. */
const SLOWED_YEARS = [Number.POSITIVE_INFINITY, 5, 2, 1] as const;

/** The calendar year now. */
export function yearOf({ game }: World): number {
  return game?.year32 ?? game?.year16 ?? 0;
}

/** Years from this turn to the next (`game_next_year`): effect Turn_Years, limited by Slow_Down_Timeline while the space race is on. At least one. */
export function yearsATurn(world: World): number {
  const years = effectValue(world, 'EFT_TURN_YEARS', {});
  const isRace = world.game?.victoryConditions.has('VC_SPACERACE') === true;
  const slowed = isRace ? effectValue(world, 'EFT_SLOW_DOWN_TIMELINE', {}) : 0;
  const most = SLOWED_YEARS[Math.max(0, Math.min(slowed, 3))] ?? 1;
  return Math.max(1, Math.min(years, most));
}

/** Turn changes until a year has come, at the present years a turn; 0 for the present year and earlier ones. */
export function turnsToYear(world: World, year: number): number {
  return Math.max(0, Math.ceil((year - yearOf(world)) / yearsATurn(world)));
}
