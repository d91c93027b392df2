import type { Seat } from '../../proxy/games/seats/seat.js';
import { stepsFrom, tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import { canExistAt, type UnitType } from '../../proxy/rules/lookup/nativity.js';
import { cityAt, knownTile, terrainOf, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { canTypeDo } from '../../proxy/rules/units/action-enablers.js';
import { ownCities, ownUnits } from '../../test/support/own-things.js';
import type { PlayedGame } from '../../test/support/played-game.js';
import { runLua } from './lua.js';

/** A seat has at most about as many units; the first ones make room for others. */
const MAX_UNITS = 45;
const NEW_UNITS = 10;

/** The extras that may be lying about, for workers to clean and for soldiers to occupy. */
const litter = ['Pollution', 'Fallout', 'Fortress', 'Airbase', 'Road', 'Irrigation', 'Mine', 'Hut'];

/** Puts units of all kinds around the cities of a seat, its own and others', and things onto the land there. */
export async function setScene(game: PlayedGame, seat: Seat, random: () => number): Promise<void> {
  const scene = new Scene(seat, random);
  const made = Array.from({ length: NEW_UNITS }, () => scene.newUnit());
  await runLua(game, [...scene.room(), ...scene.landWork(), ...made.flatMap((line) => line ?? [])]);
  await seat.request('client_heartbeat', {});
}

class Scene {
  readonly #seat: Seat;
  readonly #random: () => number;
  readonly #others: readonly number[];

  constructor(seat: Seat, random: () => number) {
    this.#seat = seat;
    this.#random = random;
    this.#others = [...seat.world.players.values()]
      .filter((player) => player.isAlive && player.playerno !== this.#player)
      .map((player) => player.playerno);
  }

  get #player(): number {
    return this.#seat.world.seat.player ?? -1;
  }

  /** Takes away the oldest units when there are many. */
  room(): string[] {
    const units = ownUnits(this.#seat.world);
    const surplus = units.slice(0, Math.max(0, units.length - MAX_UNITS));
    return surplus.map(({ id }) => `edit.unit_kill(find.unit(nil, ${id}), "editor", nil)`);
  }

  landWork(): string[] {
    return this.#litter().flatMap((extra) => {
      const at = this.#tileCode(this.#tileNear());
      const workers = `edit.create_unit(find.player(${this.#player}), ${at}, find.unit_type("Engineers"), 0, nil, -1)`;
      return [`edit.create_extra(${at}, "${extra}")`, ...(this.#random() < 0.2 ? [workers] : [])];
    });
  }

  /** Without what hides units: when one in it is gone the server does not tell its owner, unless that owns the extra. */
  #litter(): string[] {
    const extras = [...this.#seat.world.ruleset.extras.values()];
    return litter.filter((name) =>
      extras.some((extra) => extra.ruleName === name && extra.eus !== 'EUS_HIDDEN'),
    );
  }

  /** A unit of a type that fits the place: mostly the seat's, sometimes another player's beside it. */
  newUnit(): string | undefined {
    const { world } = this.#seat;
    const foreign = this.#random() < 0.25;
    const player = foreign ? this.#pick(this.#others) : this.#player;
    const tile = this.#tileNear();
    if (tile === undefined || player === undefined || this.#isTaken(tile, player)) return undefined;
    const types = [...world.ruleset.unitTypes.values()].filter((type) => this.#suits(type, tile));
    const type = this.#pick(this.#random() < 0.5 ? types.filter((one) => this.#isSpecial(one)) : types);
    const city = foreign ? undefined : this.#pick(ownCities(world));
    const home = city === undefined ? 'nil' : `find.city(nil, ${city.id})`;
    if (type === undefined) return undefined;
    return `edit.create_unit(find.player(${player}), ${this.#tileCode(tile)}, find.unit_type(${type.id}), 0, ${home}, -1)`;
  }

  #suits(type: UnitType, tile: number): boolean {
    const { world } = this.#seat;
    if (type.flags.has('UTYF_UNIQUE') || type.flags.has('UTYF_BARBARIAN_ONLY')) return false;
    return cityAt(world, tile) !== undefined || canExistAt(world, type, tile) === true;
  }

  /** Units that do more than fight. */
  #isSpecial(type: UnitType): boolean {
    const { world } = this.#seat;
    return (
      type.attackStrength === 0 ||
      canTypeDo(world, type, 'ACTION_NUKE') ||
      canTypeDo(world, type, 'ACTION_BOMBARD') ||
      canTypeDo(world, type, 'ACTION_CAPTURE_UNITS') ||
      canTypeDo(world, type, 'ACTION_PARADROP')
    );
  }

  /** A known tile in or near a city: half of them the seat's own, the others those of its neighbours. */
  #tileNear(): number | undefined {
    const { world } = this.#seat;
    const foreign = [...world.cities.values()].filter(({ owner }) => owner !== this.#player);
    const wanted = this.#random() < 0.4 && foreign.length > 0 ? foreign : ownCities(world);
    const city = this.#pick(wanted);
    if (city === undefined) return this.#pick(ownUnits(world))?.tile;
    const within = city.owner === this.#player ? tilesWithin(world.map, city.tile, 5) : [];
    const near = [city.tile, ...stepsFrom(world.map, city.tile).map(({ tile }) => tile), ...within];
    return this.#pick(near.filter((tile) => knownTile(world, tile) !== undefined));
  }

  #isTaken(tile: number, player: number): boolean {
    const { world } = this.#seat;
    const things = [...unitsOn(world, tile), cityAt(world, tile)];
    return (
      things.some((thing) => thing !== undefined && thing.owner !== player) ||
      terrainOf(world, tile) === undefined
    );
  }

  #pick<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#random() * things.length)];
  }

  #tileCode(tile: number | undefined): string {
    const { x, y } = this.#seat.world.map.position(tile ?? 0);
    return `find.tile(${x}, ${y})`;
  }
}
