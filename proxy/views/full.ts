import { researchOf } from '../rules/players.js';
import type { World } from '../world/world.js';
import { type CityView, cityView } from './entities/city-view.js';
import { type GameHeader, gameHeader } from './entities/header.js';
import { type MapView, mapView } from './entities/map-view.js';
import { type MessageView, messagesSince } from './entities/message-view.js';
import { type OutlookView, outlookView } from './entities/outlook-view.js';
import { type PlayerView, playerView } from './entities/player-view.js';
import { knownTechs, type ResearchView, researchView } from './entities/research-view.js';
import { isKnown, type TileView, tileView } from './entities/tile-view.js';
import { type TreasuryView, treasuryView } from './entities/treasury-view.js';
import { type TreatyView, treatyView } from './entities/treaty-view.js';
import { type UnitView, unitView } from './entities/unit-view.js';

/** Everything the seat knows (spec, "Full Format", and what a player sees besides). */
export interface FullState extends GameHeader {
  readonly map: MapView;
  /** By id. */
  readonly units: readonly UnitView[];
  /** By id. */
  readonly cities: readonly CityView[];
  /** Every tile seen so far, row by row; `fog` tells which are in sight. */
  readonly visible_tiles: readonly TileView[];
  /** By player id. */
  readonly players: Readonly<Record<string, PlayerView>>;
  /** What this player knows; empty for an observer. */
  readonly technologies: readonly string[];
  readonly research: ResearchView | null;
  readonly treasury: TreasuryView | null;
  readonly outlook: OutlookView;
  /** Treaties being negotiated, by the other player's id. */
  readonly treaties: readonly TreatyView[];
  /** The newest messages of the server, oldest first. */
  readonly messages: readonly MessageView[];
}

export function fullView(world: World): FullState {
  return {
    ...gameHeader(world),
    map: mapView(world),
    units: views(
      world.units.values(),
      (unit) => unit.id,
      (unit) => unitView(world, unit),
    ),
    cities: views(
      world.cities.values(),
      (city) => city.id,
      (city) => cityView(world, city),
    ),
    visible_tiles: visibleTiles(world),
    players: playersView(world),
    ...ownResearch(world),
    treasury: treasuryView(world),
    outlook: outlookView(world),
    treaties: views(
      world.treaties.values(),
      (treaty) => treaty.counterpart,
      (treaty) => treatyView(world, treaty),
    ),
    messages: messagesSince(world, -1),
  };
}

/** The seat's own technologies and research. */
export function ownResearch(world: World): Pick<FullState, 'technologies' | 'research'> {
  const research = world.seat.player === undefined ? undefined : researchOf(world, world.seat.player);
  if (research === undefined) return { technologies: [], research: null };
  return { technologies: knownTechs(world, research), research: researchView(world, research) };
}

function playersView(world: World): Record<string, PlayerView> {
  return Object.fromEntries(
    [...world.players.values()].map((player) => [player.playerno, playerView(world, player)]),
  );
}

/** By number without sorting: these are thousands. */
function visibleTiles(world: World): readonly TileView[] {
  const tiles: TileView[] = [];
  for (let number = 0; number < world.map.tileCount; number += 1) {
    const tile = world.tiles.get(number);
    if (tile !== undefined && isKnown(tile)) tiles.push(tileView(world, tile));
  }
  return tiles;
}

/** Views in the order of their ids, so that a state is the same whatever the order of its packets. */
function views<T, V>(
  entities: Iterable<T>,
  idOf: (entity: T) => number,
  view: (entity: T) => V,
): readonly V[] {
  return [...entities].sort((a, b) => idOf(a) - idOf(b)).map(view);
}
