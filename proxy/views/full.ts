import type { FullState } from '#shared/protocol/state/full.js';
import type { TileView } from '#shared/protocol/state/map.js';
import type { PlayerView } from '#shared/protocol/state/player.js';
import { researchOf } from '../rules/lookup/players.js';
import type { World } from '../world/world.js';
import { cityView } from './entities/city-view.js';
import { gameHeader } from './entities/header.js';
import { isKnown, mapView, tileView } from './entities/map-view.js';
import { messagesSince } from './entities/message-view.js';
import { outlookView, treasuryView, treatyView } from './entities/nation-view.js';
import { playerView } from './entities/player-view.js';
import { knownTechs, researchView } from './entities/research-view.js';
import { unitView } from './entities/unit-view.js';

/** The full format of a state: everything the seat knows, entities by id. */
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
