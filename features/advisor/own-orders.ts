import type { ActionData } from '#shared/protocol/actions.js';
import { actionFields } from '../../proxy/actions/action-fields.js';
import { productionName } from '../../proxy/rules/production/target.js';
import type { City } from '../../proxy/world/city.js';
import { turnOf, type World } from '../../proxy/world/world.js';

/** Advice does not undo an order to the nation for this many turns. */
const NATION_TURNS = 10;

/** The orders to the nation that advice would undo. Research is advised only where there is none, and parts of a spaceship are placed one by one. */
const TO_NATION: ReadonlySet<string> = new Set(['player_government', 'player_rates', 'tech_goal']);

/** Actions that choose what a city builds. */
const PRODUCTION: ReadonlySet<string> = new Set([
  'city_production',
  'city_build_unit',
  'city_build_improvement',
]);

/**
 * The orders of the agent that followed advice does not undo. Within the turn these are its orders to units and cities, and all
 * treaties once it has negotiated one. Later they are the production that it chose for cities, until they have built it, and for ten
 * turns its orders to the nation.
 */
export class OwnOrders {
  #turn = 0;
  /** The units and cities that got an order in `#turn`, by id, and `treaties`. */
  readonly #told = new Set<number | string>();
  /** What the agent chose for a city to build, as `productionOf` has it, by city id. */
  readonly #production = new Map<number, string>();
  /** The turn of the last order to the nation, by name of the action. */
  readonly #nation = new Map<string, number>();

  /** Notes an order that the game has accepted, under its registered name; `world` is the world after it. */
  note(world: World, data: ActionData): void {
    const { name, about } = orderOf(data);
    const turn = turnOf(world);
    if (TO_NATION.has(name)) this.#nation.set(name, turn);
    if (TO_NATION.has(name) || about === undefined) return;
    if (this.#turn !== turn) this.#told.clear();
    this.#turn = turn;
    this.#told.add(about);
    const city = cityOf(world, { name, about });
    if (city !== undefined) this.#production.set(city.id, productionOf(world, city));
  }

  /** Whether an action would undo an order of the agent. */
  contradicts(world: World, data: ActionData): boolean {
    const { name, about } = orderOf(data);
    const turn = turnOf(world);
    if (TO_NATION.has(name)) return turn - (this.#nation.get(name) ?? -NATION_TURNS) < NATION_TURNS;
    if (about === undefined) return false;
    if (this.#turn === turn && this.#told.has(about)) return true;
    const city = cityOf(world, { name, about });
    return city !== undefined && this.#production.get(city.id) === productionOf(world, city);
  }
}

interface Order {
  readonly name: string;
  /** The unit or city that acts, or `treaties`; undefined for other orders without an actor. */
  readonly about: number | string | undefined;
}

/** The city that an order has build something; undefined for other orders. */
function cityOf(world: World, { name, about }: Order): City | undefined {
  return typeof about === 'number' && PRODUCTION.has(name) ? world.cities.get(about) : undefined;
}

/** What a city builds, and the turn in which it built something last: a city that has built a unit goes on with another of them. */
function productionOf(world: World, city: City): string {
  return `${productionName(world, city)} ${city.detail?.turnLastBuilt}`;
}

function orderOf(data: ActionData): Order {
  const { actor_id: actor } = actionFields(data);
  const name = data.action_type ?? data.type ?? '';
  if (name.startsWith('treaty_')) return { name, about: 'treaties' };
  return { name, about: typeof actor === 'number' ? actor : undefined };
}
