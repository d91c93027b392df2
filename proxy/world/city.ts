import { visibleText } from '#shared/core/visible-text.js';
import type { PacketFields } from '../freeciv/generated/packets.js';

type CityInfo = PacketFields['city_info'];
type CityShortInfo = PacketFields['city_short_info'];

/** The number of citizens of a city by the player they feel they belong to. */
export type Nationalities = Pick<
  PacketFields['city_info'],
  'nationalitiesCount' | 'nationId' | 'nationCitizens'
>;

/** A city as far as this seat sees it. `detail` is there for its own cities and those it may look into. */
export interface City {
  readonly id: number;
  readonly owner: number;
  readonly tile: number;
  readonly size: number;
  readonly name: string;
  /** Bit i: the city has improvement i (only those seen from outside when there is no detail). */
  readonly improvements: Uint8Array;
  /** Whether it has units; known from outside only. */
  readonly occupied: boolean | undefined;
  readonly detail: CityInfo | undefined;
  /** Food needed to grow, and turns until then at today's surplus; own cities only. */
  readonly granary: { readonly size: number; readonly turns: number } | undefined;
  /** Values of the ruleset's counters, by their numbers; own cities of servers since 3.2 only. */
  readonly counters?: readonly number[] | undefined;
}

/** A city from city_info. Granary and counters of `before` are kept, as they travel in other packets. */
export function cityFromInfo(info: CityInfo, before: City | undefined): City {
  return {
    id: info.id,
    owner: info.owner,
    tile: info.tile,
    size: info.size,
    name: visibleText(info.name),
    improvements: info.improvements,
    occupied: undefined,
    detail: info,
    granary: before?.granary,
    counters: before?.counters,
  };
}

/** A city from city_short_info: what is visible from outside. */
export function cityFromShortInfo(info: CityShortInfo): City {
  return {
    id: info.id,
    owner: info.owner,
    tile: info.tile,
    size: info.size,
    name: visibleText(info.name),
    improvements: info.improvements,
    occupied: info.occupied,
    detail: undefined,
    granary: undefined,
  };
}
