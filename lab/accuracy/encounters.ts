import type { GenAction } from '../../proxy/freeciv/generated/packets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { stepsFrom, tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import { canExistAt, type UnitType } from '../../proxy/rules/lookup/nativity.js';
import { areAtWar } from '../../proxy/rules/lookup/players.js';
import { cityAt, isSeen, terrainOf, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { canTypeDo } from '../../proxy/rules/units/action-enablers.js';
import type { City } from '../../proxy/world/city.js';
import { ownCities } from '../../test/support/own-things.js';
import type { PlayedGame } from '../../test/support/played-game.js';
import { offeredName } from './deed-attempts.js';
import { runLua } from './lua.js';
import type { Tally } from './tally.js';

/** Between the cities of different players, in tiles. */
const APART = 3;

/** Acts on cities and units: some of them are rare where players do not meet. */
const aimedAt: ReadonlySet<string> = new Set(['ATK_CITY', 'ATK_UNIT', 'ATK_UNITS', 'ATK_TILE']);

/** Lets a seat meet its neighbours: a city of theirs beside its own, envoys and soldiers at it, their units alone. */
export async function setEncounters(
  game: PlayedGame,
  seat: Seat,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const meeting = new Meeting(seat, random, tally);
  await runLua(game, meeting.neighbour());
  await seat.request('client_heartbeat', {});
  await runLua(game, [
    ...meeting.wealth(),
    ...meeting.envoys(),
    ...meeting.guards(),
    ...meeting.shapes(),
    ...meeting.strays(),
  ]);
  await seat.request('client_heartbeat', {});
}

class Meeting {
  readonly #seat: Seat;
  readonly #random: () => number;

  readonly #tally: Tally;

  constructor(seat: Seat, random: () => number, tally: Tally) {
    this.#seat = seat;
    this.#random = random;
    this.#tally = tally;
  }

  /** A foreign city near one of the seat's, where there is room; a look at it for the seat. */
  neighbour(): string[] {
    const { world } = this.#seat;
    const home = this.#pick(ownCities(world));
    const other = this.#pick(this.#others());
    if (home === undefined || other === undefined) return [];
    const site = this.#pick(
      tilesWithin(world.map, home.tile, 20).filter(
        (tile) =>
          terrainOf(world, tile)?.tclass === 'TC_LAND' &&
          unitsOn(world, tile).length === 0 &&
          tilesWithin(world.map, tile, APART ** 2 - 1).every((near) => cityAt(world, near) === undefined),
      ),
    );
    if (site === undefined) return [];
    const watch = this.#pick(stepsFrom(world.map, site).map(({ tile }) => tile));
    return [
      `edit.create_city(find.player(${other}), ${this.#at(site)}, "N${site}")`,
      ...(watch === undefined ? [] : [this.#unit(this.#player, watch, 'Explorer')]),
    ];
  }

  /** Gold and knowledge that can be stolen. */
  wealth(): string[] {
    const other = this.#pick(this.#others());
    const tech = this.#pick([...this.#seat.world.ruleset.techs.keys()]);
    if (other === undefined || tech === undefined) return [];
    return [
      `edit.change_gold(find.player(${other}), 100)`,
      `edit.change_gold(find.player(${this.#player}), 150)`,
      `edit.give_tech(find.player(${other}), find.tech_type(${tech}), 0, false, "researched")`,
    ];
  }

  /** Units of the seat beside foreign cities. */
  envoys(): string[] {
    return Array.from({ length: 4 }, () => {
      const city = this.#pick(this.#foreignCities());
      const tile = city && this.#freeBeside(city.tile);
      const action = this.#rarest();
      if (tile === undefined || action === undefined) return '';
      const type = this.#pick(this.#typesFor(tile).filter((one) => canTypeDo(this.#seat.world, one, action)));
      return type === undefined
        ? ''
        : this.#unit(this.#player, tile, type.ruleName, this.#pick(ownCities(this.#seat.world)));
    });
  }

  /** Where there is something to be done among the seat's own: who does it, and a damaged unit to do it to. */
  guards(): string[] {
    const city = this.#pick(ownCities(this.#seat.world));
    const action = this.#rarest();
    if (city === undefined || action === undefined) return [];
    const types = this.#typesFor(city.tile);
    const able = this.#pick(types.filter((type) => canTypeDo(this.#seat.world, type, action)));
    const hurt = this.#pick(types.filter(({ attackStrength, hp }) => attackStrength > 0 && hp > 10));
    return [
      ...(able === undefined ? [] : [this.#unit(this.#player, city.tile, able.ruleName, city)]),
      ...(hurt === undefined
        ? []
        : [
            `edit.create_unit_full(find.player(${this.#player}), ${this.#at(city.tile)}, ` +
              `find.unit_type("${hurt.ruleName}"), 0, nil, -1, 3, nil)`,
          ]),
    ];
  }

  /** A unit that has another form, where the rules know such. */
  shapes(): string[] {
    const { unitTypes } = this.#seat.world.ruleset;
    const city = this.#pick(ownCities(this.#seat.world));
    const type = this.#pick([...unitTypes.values()].filter(({ convertedTo }) => unitTypes.has(convertedTo)));
    return city === undefined || type === undefined
      ? []
      : [this.#unit(this.#player, city.tile, type.ruleName)];
  }

  /** Units of others alone beside units of the seat: of friends, where there are any. */
  strays(): string[] {
    const { world } = this.#seat;
    const friends = this.#others().filter((other) => areAtWar(world, this.#player, other) === false);
    const mine = [...world.units.values()].filter(({ owner }) => owner === this.#player);
    return Array.from({ length: 2 }, () => {
      const unit = this.#pick(mine);
      const tile = unit && this.#freeBeside(unit.tile);
      const other = this.#pick(friends) ?? this.#pick(this.#others());
      if (tile === undefined || other === undefined) return '';
      const type = this.#pick(this.#typesFor(tile).filter(({ flags }) => flags.has('UTYF_CIVILIAN')));
      return type === undefined ? '' : this.#unit(other, tile, type.ruleName);
    });
  }

  /** One of the acts these rules allow, the less often sampled the more likely. */
  #rarest(): GenAction | undefined {
    const { ruleset } = this.#seat.world;
    const enabled = new Set(ruleset.actionEnablers.map(({ enabledAction }) => enabledAction));
    const possible = [...ruleset.actions].filter(
      ([act, { tgtKind }]) => enabled.has(act) && aimedAt.has(tgtKind),
    );
    const weights = possible.map(([act]) => 1 / (1 + this.#tally.count(offeredName(act))) ** 2);
    let point = this.#random() * weights.reduce((sum, weight) => sum + weight, 0);
    return possible.find((_act, index) => {
      point -= weights[index] ?? 0;
      return point <= 0;
    })?.[0];
  }

  get #player(): number {
    return this.#seat.world.seat.player ?? -1;
  }

  #others(): number[] {
    return [...this.#seat.world.players.values()]
      .filter(({ isAlive, playerno }) => isAlive && playerno !== this.#player)
      .map(({ playerno }) => playerno);
  }

  #foreignCities(): City[] {
    const { world } = this.#seat;
    return [...world.cities.values()].filter(
      ({ owner, tile }) => owner !== this.#player && isSeen(world, tile),
    );
  }

  /** A tile beside one without other players. */
  #freeBeside(tile: number): number | undefined {
    const { world } = this.#seat;
    return this.#pick(
      stepsFrom(world.map, tile)
        .map((step) => step.tile)
        .filter((near) => cityAt(world, near) === undefined && unitsOn(world, near).length === 0),
    );
  }

  #typesFor(tile: number): UnitType[] {
    const { world } = this.#seat;
    return [...world.ruleset.unitTypes.values()].filter(
      (type) =>
        !type.flags.has('UTYF_UNIQUE') &&
        !type.flags.has('UTYF_BARBARIAN_ONLY') &&
        canExistAt(world, type, tile) === true,
    );
  }

  #unit(player: number, tile: number, type: string, home?: City): string {
    const city = home === undefined ? 'nil' : `find.city(nil, ${home.id})`;
    return `edit.create_unit(find.player(${player}), ${this.#at(tile)}, find.unit_type("${type}"), 0, ${city}, -1)`;
  }

  #at(tile: number): string {
    const { x, y } = this.#seat.world.map.position(tile);
    return `find.tile(${x}, ${y})`;
  }

  #pick<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#random() * things.length)];
  }
}
