import type { ActionData } from '#shared/protocol/actions.js';
import { actionFields } from '../../actions/action-fields.js';
import { productionName } from '../../rules/production/target.js';
import { turnOf, type World } from '../../world/world.js';

/** What the agent has told its nation stands for so many turns against advice. */
const NATION_TURNS = 10;

/** The orders to the nation that advice would undo. Research is advised only where there is none, and parts of a spaceship are placed one by one. */
const TO_NATION: ReadonlySet<string> = new Set(['player_government', 'player_rates', 'tech_goal']);

/** The actions that say what a city builds. */
const PRODUCTION: ReadonlySet<string> = new Set([
  'city_production',
  'city_build_unit',
  'city_build_improvement',
]);

/**
 * What the agent has ordered itself, which advice that is followed for it does not undo: in the turn what each unit and city was told,
 * and treaties where it saw to one; later what cities build as the agent chose it, and for ten turns what it told the nation.
 */
export class OwnOrders {
  #turn = 0;
  /** What was told something in the turn. */
  readonly #told = new Set<number | string>();
  /** By city id the name of what it was told to build. */
  readonly #production = new Map<number, string>();
  /** By name of the action the turn in which the nation was told. */
  readonly #nation = new Map<string, number>();

  /** Notes an order that the game has taken, under the action's own name; `world` is that after it. */
  note(world: World, data: ActionData): void {
    const { name, about } = orderOf(data);
    const turn = turnOf(world);
    if (TO_NATION.has(name)) this.#nation.set(name, turn);
    if (TO_NATION.has(name) || about === undefined) return;
    if (this.#turn !== turn) this.#told.clear();
    this.#turn = turn;
    this.#told.add(about);
    const city = typeof about === 'number' && PRODUCTION.has(name) ? world.cities.get(about) : undefined;
    if (city !== undefined) this.#production.set(city.id, productionName(world, city));
  }

  /** Whether an action would undo an order of the agent. */
  contradicts(world: World, data: ActionData): boolean {
    const { name, about } = orderOf(data);
    const turn = turnOf(world);
    if (TO_NATION.has(name)) return turn - (this.#nation.get(name) ?? -NATION_TURNS) < NATION_TURNS;
    if (about === undefined) return false;
    if (this.#turn === turn && this.#told.has(about)) return true;
    const city = typeof about === 'number' && PRODUCTION.has(name) ? world.cities.get(about) : undefined;
    return city !== undefined && this.#production.get(city.id) === productionName(world, city);
  }
}

interface Order {
  readonly name: string;
  /** The unit or city that acts, or `treaties`; undefined for other orders without an actor. */
  readonly about: number | string | undefined;
}

function orderOf(data: ActionData): Order {
  const { actor_id: actor } = actionFields(data);
  const name = data.action_type ?? data.type ?? '';
  if (name.startsWith('treaty_')) return { name, about: 'treaties' };
  return { name, about: typeof actor === 'number' ? actor : undefined };
}
