import { seededRandom } from '#shared/core/seeded-random.js';
import { attackOdds } from '../../proxy/rules/combat/odds.js';
import { canExistAt, type UnitType } from '../../proxy/rules/lookup/nativity.js';
import { unitsOn } from '../../proxy/rules/lookup/tiles.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { Unit } from '../../proxy/world/unit.js';
import { ownCities } from '../../test/support/own-things.js';
import { type Actor, Stage } from '../../test/support/stage.js';
import type { Fight } from './fight-statistics.js';

/** The place of a fight: the attacker is in the west, the defender east of it. */
interface Site {
  readonly attacker: Position;
  readonly defender: Position;
  readonly kind: Kind;
}

type Kind = 'open' | 'river' | 'fort' | 'city' | 'walls';

const landTerrains = ['Grassland', 'Plains', 'Hills', 'Mountains', 'Forest', 'Swamp', 'Desert', 'Tundra'];
const openKinds: readonly Kind[] = ['open', 'open', 'river', 'fort'];
const extraOf: Readonly<Partial<Record<Kind, string>>> = { river: 'River', fort: 'Fortress' };
const CITY_ROW = 2;
const EDITOR = '"editor", nil';

/** A game of two players at war, in which any two units can be made to fight anywhere. */
export class Arena implements AsyncDisposable {
  readonly #stage: Stage;
  readonly #attacker: Actor;
  readonly #defender: Actor;
  readonly #random: () => number;
  readonly #sites: Site[] = [];

  private constructor(stage: Stage, random: () => number) {
    this.#stage = stage;
    [this.#attacker, this.#defender] = stage.pair();
    this.#random = random;
  }

  static async of(ruleset: string, seed: number): Promise<Arena> {
    const stage = await Stage.of(['attacker', 'defender'], { ruleset });
    const arena = new Arena(stage, seededRandom(seed));
    await stage.plain({ x: 20, y: 15 }, 1000);
    await stage.meet();
    await arena.#buildCities();
    await arena.#explore();
    return arena;
  }

  /** Shows the defender the land, so that it knows which units could stand where. */
  async #explore(): Promise<void> {
    for (const { attacker } of this.#openSites()) {
      const code = `find.player(${this.#defender.player}), ${tileCode(attacker)}, find.unit_type("Explorer")`;
      await this.#stage.lua(`edit.unit_kill(edit.create_unit(${code}, 0, nil, -1), ${EDITOR})`);
    }
    await this.#settle();
  }

  /** A fight at every site, with new units: defenders dig in for a turn first. */
  async round(): Promise<Fight[]> {
    const cities = this.#sites.filter(({ kind }) => kind === 'city' || kind === 'walls');
    const sites = [...cities, ...this.#openSites()];
    for (const site of sites) await this.#prepare(site);
    for (const site of sites) await this.#putDefender(site);
    await this.#stage.nextTurn();
    for (const site of sites) await this.#putAttacker(site);
    await this.#settle();
    const fights: Fight[] = [];
    for (const site of sites) fights.push(...(await this.#fight(site)));
    await this.#settle();
    for (const site of sites) await this.#clear(site);
    await this.#settle();
    return fights;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stage[Symbol.asyncDispose]();
  }

  /** Cities with and without walls, in a row of their own. */
  async #buildCities(): Promise<void> {
    const defender = this.#defender;
    await defender.allTechs();
    await defender.gold(30_000);
    for (const [index, x] of [4, 9, 14, 19, 24, 29].entries()) {
      const kind = index % 2 === 0 ? ('walls' as const) : ('city' as const);
      const site = { attacker: { x: x - 1, y: CITY_ROW }, defender: { x, y: CITY_ROW }, kind };
      const city = await defender.city(`City ${index}`, site.defender);
      this.#sites.push(site);
      if (kind === 'walls')
        await defender.does('city_production', { city_id: city.id, target: 'City Walls' });
    }
    // A city buys nothing in the turn it was founded in.
    await this.#stage.nextTurn();
    for (const city of ownCities(defender.world).filter((_, index) => index % 2 === 0))
      await defender.does('city_buy', { city_id: city.id });
    await this.#stage.nextTurn();
  }

  #openSites(): Site[] {
    const sites: Site[] = [];
    for (let y = CITY_ROW + 4; y < 27; y += 3) {
      for (let x = 3; x < 36; x += 4) {
        const places = { attacker: { x, y }, defender: { x: x + 1, y } };
        const free = Object.values(places).every((place) => this.#unitsAt(place).length === 0);
        if (free) sites.push({ ...places, kind: this.#pick(openKinds) ?? 'open' });
      }
    }
    return sites;
  }

  /** New ground for a fight in the open: sometimes the sea, for either side. */
  async #prepare({ attacker, defender, kind }: Site): Promise<void> {
    if (kind === 'city' || kind === 'walls') return;
    const atSea = kind === 'open' && this.#random() < 0.3;
    const terrain = atSea ? 'Ocean' : this.#pick(landTerrains);
    await this.#terrain(defender, terrain ?? 'Grassland');
    await this.#terrain(attacker, atSea || this.#random() < 0.15 ? 'Ocean' : 'Grassland');
    const extra = extraOf[kind];
    if (extra !== undefined) await this.#stage.lua(`edit.create_extra(${tileCode(defender)}, "${extra}")`);
    await this.#settle();
  }

  /** Another terrain over what was there, so that what lay on it is gone. */
  async #terrain(place: Position, terrain: string): Promise<void> {
    await this.#stage.lua(`edit.change_terrain(${tileCode(place)}, find.terrain("${terrain}"))`);
  }

  async #putDefender({ defender }: Site): Promise<void> {
    const type = this.#pick(this.#typesAt(defender).filter(({ defenseStrength }) => defenseStrength > 0));
    if (type === undefined) return;
    await this.#put(this.#defender, type, defender);
    await this.#settle();
    const [unit] = this.#unitsAt(defender);
    if (unit === undefined || this.#random() < 0.4) return;
    await this.#defender.seat.request('unit_change_activity', {
      unitId: unit.id,
      activity: 'ACTIVITY_FORTIFYING',
      target: -1,
    });
  }

  /** Of the types that could attack the one whose odds are nearest to some odds drawn: every chance occurs. */
  async #putAttacker({ attacker, defender }: Site): Promise<void> {
    const { world } = this.#defender;
    const [from, to] = [world.map.tileAt(attacker), world.map.tileAt(defender)];
    if (from === undefined || to === undefined || this.#unitsAt(defender).length === 0) return;
    const wanted = this.#random();
    const [best] = this.#typesAt(attacker)
      .flatMap((type) => {
        const odds = attackOdds(world, fresh(type, this.#attacker.player, from), to);
        return odds === undefined ? [] : [{ type, off: Math.abs(odds.win - wanted) }];
      })
      .sort((a, b) => a.off - b.off);
    if (best !== undefined) await this.#put(this.#attacker, best.type, attacker);
  }

  async #put(owner: Actor, type: UnitType, { x, y }: Position): Promise<void> {
    const veteran = Math.floor(this.#random() * 3);
    const hp = this.#random() < 0.5 ? type.hp : Math.ceil(type.hp * (0.3 + 0.7 * this.#random()));
    await this.#stage.lua(
      `edit.create_unit_full(find.player(${owner.player}), ${tileCode({ x, y })}, find.unit_type(${type.id}), ${veteran}, nil, -1, ${hp}, nil)`,
    );
  }

  /** Attackers do not see the units in a foreign city: there the defender's odds are used. */
  async #fight({ attacker, defender, kind }: Site): Promise<Fight[]> {
    const [unit] = this.#unitsAt(attacker);
    const { world } = kind === 'city' || kind === 'walls' ? this.#defender : this.#attacker;
    const tile = world.map.tileAt(defender);
    const seen = unit && world.units.get(unit.id);
    if (seen === undefined || tile === undefined || seen.owner !== this.#attacker.player) return [];
    const odds = attackOdds(world, seen, tile);
    if (odds === undefined) return [];
    const { packets } = await this.#attacker.seat.request('unit_do_action', {
      actorId: seen.id,
      targetId: tile,
      subTgtId: -1,
      name: '',
      actionType: 'ACTION_ATTACK',
    });
    const combat = packets.find(({ name }) => name === 'unit_combat_info');
    if (combat?.name !== 'unit_combat_info') return [];
    const names = [seen, odds.defender].map(({ type }) => world.ruleset.unitTypes.get(type)?.ruleName);
    const description = names.join(' against ');
    return [{ kind, chance: odds.win, won: combat.fields.defenderHp === 0, description }];
  }

  async #clear({ attacker, defender, kind }: Site): Promise<void> {
    const left = [...this.#unitsAt(attacker), ...this.#unitsAt(defender)];
    for (const { id } of left) await this.#stage.lua(`edit.unit_kill(find.unit(nil, ${id}), ${EDITOR})`);
    const extra = extraOf[kind];
    if (extra !== undefined) await this.#stage.lua(`edit.remove_extra(${tileCode(defender)}, "${extra}")`);
  }

  /** Until both players have received all changes. */
  async #settle(): Promise<void> {
    for (const actor of [this.#attacker, this.#defender]) await actor.seat.request('client_heartbeat', {});
  }

  #typesAt(place: Position): UnitType[] {
    const { world } = this.#defender;
    const tile = world.map.tileAt(place);
    return [...world.ruleset.unitTypes.values()].filter(
      (type) =>
        tile !== undefined && canExistAt(world, type, tile) === true && !type.flags.has('UTYF_UNIQUE'),
    );
  }

  /** Of both players, as each of them sees its own. */
  #unitsAt(place: Position): Unit[] {
    return [this.#attacker, this.#defender].flatMap(({ world, player }) =>
      unitsOn(world, world.map.tileAt(place) ?? -1).filter(({ owner }) => owner === player),
    );
  }

  #pick<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#random() * things.length)];
  }
}

/** A unit of a type as it would be when new. */
function fresh(type: UnitType, owner: number, tile: number): Unit {
  return {
    ...{ id: -1, owner, tile, type: type.id, veteran: 0, hp: type.hp },
    ...{ activity: 'ACTIVITY_IDLE', activityTarget: -1, occupied: false },
    ...{ transportedBy: undefined, detail: undefined },
  };
}

function tileCode({ x, y }: Position): string {
  return `find.tile(${x}, ${y})`;
}
