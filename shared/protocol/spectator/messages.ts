import type { SpectatorAction, SpectatorAgent, SpectatorBlock } from './agents.js';

/**
 * What spectators get of a game, on the link between proxy and gateway and on /ws/spectator/{game_id}: one snapshot, then
 * updates. An update has every entity that changed after `since` in full; applied to the view of version `since` it gives
 * the view of `version`. A view is the whole game, which agents never get, or what one seat knows of it.
 */

/**
 * A tile: its index (y * width + x), terrain number, owner (-1: nobody), seen now (1) or remembered (0), then the numbers
 * of the extras on it.
 */
export type TileRow = readonly [
  tile: number,
  terrain: number,
  owner: number,
  seen: 0 | 1,
  ...extras: number[],
];

/** A unit. `transport` is the id of the unit that carries it, or -1; `hp` are hit points, `veteran` is its level. */
export type UnitRow = readonly [
  id: number,
  type: number,
  owner: number,
  tile: number,
  hp: number,
  veteran: number,
  activity: string,
  transport: number,
];

/** What a player had at the start of a turn; null where the seat does not know. */
export type HistoryRow = readonly [
  turn: number,
  player: number,
  score: number | null,
  cities: number,
  techs: number | null,
  gold: number | null,
];

/** A city. `tile` is its index, `shields` its stock. */
export interface SpectatorCity {
  readonly id: number;
  readonly name: string;
  readonly owner: number;
  readonly tile: number;
  readonly size: number;
  /** Name of what it builds; null when that is not known. */
  readonly production: string | null;
  readonly shields: number;
  readonly buildings: readonly string[];
}

/** A player. */
export interface SpectatorPlayer {
  readonly id: number;
  readonly name: string;
  readonly nation: string;
  /** `#rrggbb`. */
  readonly color: string;
  readonly is_ai: boolean;
  readonly is_alive: boolean;
  readonly is_barbarian: boolean;
  /** This and the next four fields are null where the seat does not know: it needs contact, or an embassy for technologies. */
  readonly score: number | null;
  readonly gold: number | null;
  readonly government: string | null;
  readonly researching: string | null;
  readonly techs: number | null;
  readonly cities: number;
  readonly units: number;
}

/** An event; `tile` is the index of its place. Ids count up within a stream. */
export interface SpectatorEvent {
  readonly id: number;
  readonly turn: number;
  readonly kind: string;
  readonly text: string;
  readonly tile?: number;
  /** The players concerned. */
  readonly players?: readonly number[];
}

/** The size of the map in tiles, its shape, and whether it wraps. */
export interface SpectatorMap {
  readonly width: number;
  readonly height: number;
  /** `square`, `isometric`, `hexagonal` or `isometric hexagonal`. */
  readonly shape: string;
  readonly wrap_x: boolean;
  readonly wrap_y: boolean;
}

/** Kinds of extras (freeciv: extra causes and road flags), for drawing. */
export type ExtraKind =
  | 'river'
  | 'rail'
  | 'road'
  | 'irrigation'
  | 'mine'
  | 'base'
  | 'hut'
  | 'pollution'
  | 'resource'
  | 'other';

/** Kinds of unit types, for drawing. */
export type UnitKind =
  | 'settler'
  | 'worker'
  | 'explorer'
  | 'caravan'
  | 'agent'
  | 'leader'
  | 'soldier'
  | 'defender'
  | 'rider'
  | 'siege'
  | 'tank'
  | 'ship'
  | 'warship'
  | 'submarine'
  | 'plane'
  | 'helicopter'
  | 'missile';

/** Names, colours and kinds of the ruleset by number. They do not change in a game, so they are sent once. */
export interface SpectatorRules {
  readonly ruleset: string;
  readonly terrains: readonly {
    readonly id: number;
    readonly name: string;
    readonly color: string;
    readonly is_water: boolean;
  }[];
  readonly extras: readonly { readonly id: number; readonly name: string; readonly kind: ExtraKind }[];
  readonly unit_types: readonly {
    readonly id: number;
    readonly name: string;
    readonly kind: UnitKind;
    readonly hp: number;
    readonly attack: number;
    readonly defense: number;
  }[];
}

/** The turn, its year and the phase of the turn. */
export interface SpectatorHeader {
  readonly turn: number;
  readonly year: number;
  readonly phase: string;
}

/**
 * A position in a stream of updates. A stream counts versions of its own: it also carries agent activity, which is no part
 * of the world. Versions can be compared only within one stream; another observer connection begins another stream.
 */
export interface StreamPosition {
  readonly stream: string;
  readonly version: number;
}

/** A whole view. */
export interface SpectatorSnapshot extends SpectatorHeader, StreamPosition {
  readonly map: SpectatorMap;
  readonly rules: SpectatorRules;
  readonly tiles: readonly TileRow[];
  readonly units: readonly UnitRow[];
  readonly cities: readonly SpectatorCity[];
  readonly players: readonly SpectatorPlayer[];
  readonly events: readonly SpectatorEvent[];
  readonly history: readonly HistoryRow[];
  /** This and the next two fields are missing when empty. The view of a seat has only its own agent. */
  readonly agents?: readonly SpectatorAgent[];
  /** The latest actions of each agent. */
  readonly actions?: readonly SpectatorAction[];
  readonly transcript?: readonly SpectatorBlock[];
}

/** The changes from version `since` to `version`; a field is missing when nothing of it has changed. */
export interface SpectatorUpdate extends SpectatorHeader {
  readonly stream: string;
  readonly since: number;
  readonly version: number;
  readonly map?: SpectatorMap;
  readonly tiles?: readonly TileRow[];
  readonly units?: readonly UnitRow[];
  readonly cities?: readonly SpectatorCity[];
  readonly players?: readonly SpectatorPlayer[];
  readonly removed?: { readonly units?: readonly number[]; readonly cities?: readonly number[] };
  readonly events?: readonly SpectatorEvent[];
  readonly history?: readonly HistoryRow[];
  readonly agents?: readonly SpectatorAgent[];
  readonly actions?: readonly SpectatorAction[];
  readonly transcript?: readonly SpectatorBlock[];
}
