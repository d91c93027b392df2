import type { EventType } from '../freeciv/generated/packets.js';
import { canFoundCities } from '../rules/units/action-enablers.js';
import { type Message, plainText } from '../world/messages.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import { placeName, typeName } from './descriptions.js';

/** What the server says when a unit helps build a wonder, trades or joins a city. */
const OF_USE: ReadonlySet<EventType> = new Set<EventType>(['E_CARAVAN_ACTION', 'E_CITY_BUILD']);
/** Tiles that a unit may go between what is known of it last and its end. */
const MAX_LAST_STEPS = 3;

/**
 * What a unit that is gone was used up by, as the rest of a sentence that begins with the unit: it founded a city, or the
 * server says what it did. Undefined for a unit that was lost. `goal`: the tile index it was going to; `messages`: those
 * since it was known last.
 */
export function useOf(
  world: World,
  before: Unit,
  goal: number | undefined,
  messages: readonly Message[],
): string | undefined {
  const isNear = (tile: number) =>
    goal === undefined
      ? world.map.distance(before.tile, tile) <= MAX_LAST_STEPS
      : tile === goal || tile === before.tile;
  const city = canFoundCities(world, before) ? foundedCity(world, isNear) : undefined;
  if (city !== undefined) return `founded ${placeName(world, city.tile)}`;
  const said = messages.find((message) => isUse(message, typeName(world, before), isNear));
  return said && `was used: ${plainText(said.text)}`;
}

/** An own city that came to be in this turn or in the change to it. */
function foundedCity(world: World, isNear: (tile: number) => boolean) {
  return [...world.cities.values()].find(
    ({ owner, tile, detail }) =>
      owner === world.seat.player && (detail?.turnFounded ?? 0) >= turnOf(world) - 1 && isNear(tile),
  );
}

function isUse({ event, tile, text }: Message, type: string, isNear: (tile: number) => boolean): boolean {
  return OF_USE.has(event) && tile !== undefined && isNear(tile) && text.includes(type);
}
