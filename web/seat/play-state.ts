/** The state of a seat as the gateway answers a state_query (format full), as far as the page reads it. */
export interface PlayState {
  readonly turn: number;
  readonly year_name: string;
  readonly phase: string;
  readonly player_id: number;
  /** Seconds left of the turn when the state was made; null when it waits for its players. */
  readonly seconds_left: number | null;
  readonly map: { readonly width: number };
  readonly units: readonly PlayUnit[];
  readonly cities: readonly PlayCity[];
  readonly players: Readonly<Record<string, PlayPlayer>>;
  readonly research: {
    readonly researching: string | null;
    readonly bulbs: number;
    readonly cost: number | null;
    readonly turns: number | null;
    readonly goal: string | null;
  };
  readonly treasury: { readonly gold: number; readonly gold_per_turn: number };
  readonly treaties: readonly PlayTreaty[];
  readonly legal_actions: readonly Offer[];
}

/** A unit as the full state has it. */
export interface PlayUnit {
  readonly id: number;
  readonly owner: number;
  readonly type_name: string;
  readonly x: number;
  readonly y: number;
  readonly moves_left: number | null;
  readonly moves: number;
  readonly hp: number;
  readonly hp_max: number;
  readonly attack: number;
  readonly defense: number;
  readonly activity: string;
  readonly automatic?: boolean;
  readonly done_moving?: boolean;
  readonly goto?: { readonly x: number; readonly y: number } | null;
  readonly orders?: unknown;
}

/** A city as the full state has it. */
export interface PlayCity {
  readonly id: number;
  readonly owner: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Of own cities. */
  readonly production?: string | null;
  readonly production_cost?: number | null;
  readonly production_turns?: number | null;
  readonly shield_stock?: number;
  readonly worklist?: readonly string[];
  readonly surplus?: { readonly food: number; readonly shield: number; readonly gold: number };
  readonly turns_to_grow?: number | null;
  readonly disorder?: boolean;
}

/** A player as the full state has it. */
export interface PlayPlayer {
  readonly id: number;
  readonly name: string;
  readonly nation: string;
  readonly is_alive: boolean;
  readonly barbarian?: string;
  readonly government: string | null;
  readonly rates: { readonly tax: number; readonly luxury: number; readonly science: number } | null;
  readonly phase_done: boolean;
  readonly known_by: string;
  readonly diplomatic_relations: readonly { readonly player_id: number; readonly status: string }[];
}

interface PlayTreaty {
  readonly player_id: number;
  readonly clauses: readonly {
    readonly giver: number;
    readonly type: string;
    readonly value: number | string | null;
  }[];
  readonly i_accepted: boolean;
  readonly other_accepted: boolean;
}

/** Something the seat can do now; it is sent back as it is. */
export interface Offer {
  readonly type: string;
  readonly unit_id?: number;
  readonly city_id?: number;
  readonly target?: {
    readonly x?: number;
    readonly y?: number;
    readonly id?: number;
    readonly value?: string | number;
  };
  readonly certain: boolean;
  readonly odds?: readonly [least: number, most: number];
  readonly label: string;
  readonly reason?: string;
  readonly cost?: { readonly gold?: number; readonly shields?: number; readonly bulbs?: number };
}

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

/** Own units that can move and do nothing by themselves. */
export function waitingUnits({ units, player_id }: PlayState): readonly PlayUnit[] {
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
