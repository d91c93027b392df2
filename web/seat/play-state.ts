import type { FullState } from '#shared/protocol/state/full.js';
import type { ResearchView, TreasuryView } from '#shared/protocol/state/nation.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { StateByFormat } from '#shared/protocol/state/state-answer.js';
import type { UnitView } from '#shared/protocol/state/unit.js';

/** What a state_query asks for: all but the land, which the map has. */
export const sections = [
  'map',
  'units',
  'cities',
  'players',
  'research',
  'treasury',
  'treaties',
  'legal_actions',
] as const;

type Section = Exclude<(typeof sections)[number], 'legal_actions'>;

/** The full state of a player's seat with these sections. */
export interface PlayState
  extends Pick<FullState, Exclude<Section, 'research' | 'treasury'> | 'turn' | 'year_name' | 'phase'> {
  readonly player_id: number;
  readonly seconds_left: number | null;
  readonly research: ResearchView;
  readonly treasury: TreasuryView;
  readonly legal_actions: readonly Offer[];
}

/** Whether a full state has what the page shows; the state of an observer has not. */
export function isPlayState(state: StateByFormat['full']): state is StateByFormat['full'] & PlayState {
  const { player_id, research, treasury, legal_actions } = state;
  return player_id !== null && research != null && treasury != null && Array.isArray(legal_actions);
}

/** Own units that can move and do nothing by themselves. */
export function waitingUnits({ units, player_id }: PlayState): readonly UnitView[] {
  return units.filter(
    (unit) =>
      unit.owner === player_id &&
      (unit.moves_left ?? 0) > 0 &&
      unit.activity === 'idle' &&
      unit.automatic !== true &&
      unit.done_moving !== true &&
      !unit.goto &&
      !unit.orders,
  );
}

/** The index of a tile: rows from the north, one after the other. */
export function tileOf({ map }: PlayState, { x, y }: { readonly x: number; readonly y: number }): number {
  return y * map.width + x;
}
