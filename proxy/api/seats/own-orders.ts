import type { ActionData } from '#shared/protocol/actions.js';
import { actionFields } from '../../actions/action-fields.js';
import { productionName } from '../../rules/production/target.js';
import { turnOf, type World } from '../../world/world.js';

/** What the agent has told its nation stands for so many turns against advice. */
const NATION_TURNS = 10;

/**
 * What the agent has ordered itself, which advice that is followed for it does not undo: in the turn what each unit and city was told,
 * later what cities build as the agent chose it, and for ten turns what it told the nation.
 */
export class OwnOrders {
  #turn = 0;
  readonly #actors = new Set<number>();
  /** By city id the name of what it was told to build. */
  readonly #production = new Map<number, string>();
  /** By name of the action the turn in which the nation was told. */
  readonly #nation = new Map<string, number>();

  /** Notes an order that the game has taken; `world` is that after it. */
  note(world: World, data: ActionData): void {
    const { name, actor } = orderOf(data);
    const turn = turnOf(world);
    if (actor === undefined) {
      this.#nation.set(name, turn);
      return;
    }
    if (this.#turn !== turn) this.#actors.clear();
    this.#turn = turn;
    this.#actors.add(actor);
    const city = world.cities.get(actor);
    if (city !== undefined && name === 'city_production')
      this.#production.set(actor, productionName(world, city));
  }

  /** Whether an action would undo an order of the agent. */
  contradicts(world: World, data: ActionData): boolean {
    const { name, actor } = orderOf(data);
    const turn = turnOf(world);
    if (actor === undefined) return turn - (this.#nation.get(name) ?? -NATION_TURNS) < NATION_TURNS;
    if (this.#turn === turn && this.#actors.has(actor)) return true;
    const city = name === 'city_production' ? world.cities.get(actor) : undefined;
    const chosen = this.#production.get(actor);
    return city !== undefined && chosen === productionName(world, city);
  }
}

function orderOf(data: ActionData): { readonly name: string; readonly actor: number | undefined } {
  const { actor_id: actor } = actionFields(data);
  return { name: data.action_type ?? data.type ?? '', actor: typeof actor === 'number' ? actor : undefined };
}
