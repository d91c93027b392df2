import type { SpectatorAction, SpectatorAgent, SpectatorBlock } from './agents.js';

/**
 * What spectators see of a game, on the link between proxy and gateway and on /ws/spectator/{game_id}: one snapshot,
 * then updates. An update holds the whole of every entity that changed after `since`; applied to the view of that
 * version it gives the view of `version`. What is told is the whole game, which never goes to agents, or what one seat
 * has been told of it.
 */

/**
 * Tile number (y * width + x), terrain, owner (-1: nobody), whether it is seen now (1) or remembered (0), then the
 * extras on it, by their numbers.
 */
export type TileRow = readonly [
  tile: number,
  terrain: number,
  owner: number,
  seen: 0 | 1,
  ...extras: number[],
];

/** Transport is the id of the unit that carries it; -1 when none does. */
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

/** What a player had when that turn began; null where a seat does not know. */
export type HistoryRow = readonly [
  turn: number,
  player: number,
  score: number | null,
  cities: number,
  techs: number | null,
  gold: number | null,
];

export interface SpectatorCity {
  readonly id: number;
  readonly name: string;
  readonly owner: number;
  readonly tile: number;
  readonly size: number;
  /** What it builds; null when that is not known. */
  readonly production: string | null;
  readonly shields: number;
  readonly buildings: readonly string[];
}

export interface SpectatorPlayer {
  readonly id: number;
  readonly name: string;
  readonly nation: string;
  /** `#rrggbb`. */
  readonly color: string;
  readonly is_ai: boolean;
  readonly is_alive: boolean;
  readonly is_barbarian: boolean;
  /** Null where a seat does not know, as the four that follow: it takes contact, or an embassy for technologies. */
  readonly score: number | null;
  readonly gold: number | null;
  readonly government: string | null;
  readonly researching: string | null;
  readonly techs: number | null;
  readonly cities: number;
  readonly units: number;
}

/** Something that happened; `tile` is where. Ids count up within a stream. */
export interface SpectatorEvent {
  readonly id: number;
  readonly turn: number;
  readonly kind: string;
  readonly text: string;
  readonly tile?: number;
  /** Players it is about. */
  readonly players?: readonly number[];
}

export interface SpectatorMap {
  readonly width: number;
  readonly height: number;
  /** `square`, `isometric`, `hexagonal` or `isometric hexagonal`. */
  readonly shape: string;
  readonly wrap_x: boolean;
  readonly wrap_y: boolean;
}

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

/** Names and looks by number, sent once: they do not change in a game. */
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

export interface SpectatorHeader {
  readonly turn: number;
  readonly year: number;
  readonly phase: string;
}

export interface SpectatorSnapshot extends SpectatorHeader {
  /** Versions of one stream can be compared; another observer connection begins another stream. */
  readonly stream: string;
  readonly version: number;
  readonly map: SpectatorMap;
  readonly rules: SpectatorRules;
  readonly tiles: readonly TileRow[];
  readonly units: readonly UnitRow[];
  readonly cities: readonly SpectatorCity[];
  readonly players: readonly SpectatorPlayer[];
  readonly events: readonly SpectatorEvent[];
  readonly history: readonly HistoryRow[];
  /** These three only where there are any; of one seat's view its own agent's alone. */
  readonly agents?: readonly SpectatorAgent[];
  /** The newest of each. */
  readonly actions?: readonly SpectatorAction[];
  readonly transcript?: readonly SpectatorBlock[];
}

/** Keys are there when something of theirs changed. */
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
