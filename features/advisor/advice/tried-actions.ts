import { BoundedMap } from '#shared/core/bounded-map.js';
import { isJsonObject } from '#shared/core/json.js';
import { jsonDigest } from '#shared/core/json-digest.js';
import type { ActionData } from '#shared/protocol/actions.js';
import { workedTiles } from '../../../proxy/rules/cities/citizens.js';
import { tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import { relation, researchOf } from '../../../proxy/rules/lookup/players.js';
import { cityAt, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { turnOf, type World } from '../../../proxy/world/world.js';

/** An action as an agent sends it, or as it is advised. */
export type SentAction = Readonly<Record<string, unknown>> & Pick<ActionData, 'action_type' | 'type'>;

/** Whether an action was tried, and nothing that it depends on has changed since. */
export type IsTried = (action: SentAction) => boolean;

/** Refusals of one action of a unit to different places. */
interface Refusals {
  readonly basis: string;
  /** The keys of the actions. */
  readonly places: ReadonlySet<string>;
}

interface Tried {
  readonly turn: number;
  readonly basis: string;
  readonly isRefused: boolean;
}

/** The actions that are advised. */
const ADVISED: ReadonlySet<string> = new Set([
  ...['settle', 'go_and', 'unit_auto_work', 'unit_explore', 'unit_fortify', 'unit_sentry', 'unit_move'],
  ...['unit_upgrade', 'delegate'],
  ...['city_production', 'city_buy', 'city_make_specialist', 'city_make_worker'],
  ...['player_government', 'player_rates', 'tech_research', 'tech_goal', 'treaty_accept', 'treaty_propose'],
]);

/** Far more than are advised in the turns that count. */
const MAX_TRIED = 1000;
/** After so many turns what was done, or concerns the whole nation, is advised again: what it depends on elsewhere may have changed. */
const MAX_TURNS = 4;
/** The same for a treaty that was concluded or declined: what it is worth to the other player changes slowly. */
const MAX_TREATY_TURNS = 20;
/** For so many turns a unit whose exploring was refused is not advised to explore, wherever it stands. */
const REFUSED_EXPLORING_TURNS = 10;
/** After so many places were refused to a unit where it stands, no other place is advised: what stops it is there. */
const MAX_REFUSED_PLACES = 2;
/** Strangers within two tiles of a unit may stop it, or let it go: the square of the distance to the furthest. */
const NEARBY_SQ = 8;

/**
 * The actions that an agent has tried, each with what it depended on. As long as that is the same, the action was refused or
 * had no lasting effect, and it is of no use to advise it again.
 */
export class TriedActions {
  readonly #tried = new BoundedMap<string, Tried>(MAX_TRIED);
  /** By action and unit. */
  readonly #refusals = new BoundedMap<string, Refusals>(MAX_TRIED);

  /** Call it before an action is done; what it answers is to be called when the action was done or refused. */
  begin(world: World, action: SentAction): (isRefused: boolean) => void {
    if (!ADVISED.has(nameOf(action))) return () => undefined;
    const sent = addressed(world, action);
    const tried = { turn: turnOf(world), basis: basisOf(world, sent) };
    return (isRefused) => {
      this.#tried.set(actionKey(sent), { ...tried, isRefused });
      if (isRefused) this.#countRefusal(sent, tried.basis);
    };
  }

  #countRefusal(action: SentAction, basis: string): void {
    const name = journeyName(action);
    if (name === undefined) return;
    const before = this.#refusals.get(name);
    const places = before?.basis === basis ? before.places : [];
    this.#refusals.set(name, {
      basis,
      places: new Set([...places, actionKey(action)].slice(-MAX_REFUSED_PLACES)),
    });
  }

  /** Whether it was tried, and nothing that it depends on has changed since. */
  has(world: World, action: SentAction): boolean {
    const refusals = this.#refusals.get(journeyName(action) ?? '');
    if (
      refusals !== undefined &&
      refusals.places.size >= MAX_REFUSED_PLACES &&
      refusals.basis === basisOf(world, action)
    )
      return true;
    const tried = this.#tried.get(actionKey(action));
    if (tried === undefined) return false;
    const since = turnOf(world) - tried.turn;
    if (tried.isRefused && nameOf(action) === 'unit_explore' && since <= REFUSED_EXPLORING_TURNS) return true;
    if (tried.basis !== basisOf(world, action)) return false;
    // An upgrade may be refused for lack of gold, which changes.
    const isForGood = tried.isRefused && actorOf(action) !== undefined && nameOf(action) !== 'unit_upgrade';
    const turns = isTreaty(action) && !tried.isRefused ? MAX_TREATY_TURNS : MAX_TURNS;
    return isForGood || since <= turns;
  }
}

/** What a unit is to do at a place, and which unit; undefined for actions that name no place. */
function journeyName(action: SentAction): string | undefined {
  const actor = actorOf(action);
  const isAtPlace = action.x !== undefined || isJsonObject(action.target);
  return action.city_id === undefined && isAtPlace && actor !== undefined
    ? `${nameOf(action)} ${actor}`
    : undefined;
}

function isTreaty(action: SentAction): boolean {
  return nameOf(action) === 'treaty_propose';
}

/** A treaty with the number of the player in place of its name. */
function addressed(world: World, action: SentAction): SentAction {
  const { target } = action;
  if (!isTreaty(action) || !isJsonObject(target) || typeof target.value !== 'string') return action;
  const named = [...world.players.values()].find(({ name }) => name === target.value);
  return named === undefined ? action : { ...action, target: { id: named.playerno } };
}

function nameOf({ action_type: name, type }: SentAction): string {
  return name ?? type ?? '';
}

/** The unit or city that acts; undefined for what the nation does. */
function actorOf({ unit_id: unit, city_id: city, actor_id: actor }: SentAction): number | undefined {
  const id = unit ?? city ?? actor;
  return typeof id === 'number' ? id : undefined;
}

/** The fields that say who acts, when and where; each may be written in several ways. */
const NAMED_APART: ReadonlySet<string> = new Set([
  ...['action_type', 'type', 'actor_id', 'unit_id', 'city_id'],
  ...['turn', 'turns', 'target', 'x', 'y', 'max_cost'],
]);

/**
 * A key of an action: the same however its actor and its place are written, and whatever it may cost in gold. It is a digest, as an agent
 * may send actions of a megabyte.
 */
export function actionKey(action: SentAction): string {
  const { target, x, y } = action;
  const others = Object.entries(action).filter(([field]) => !NAMED_APART.has(field));
  return jsonDigest([nameOf(action), actorOf(action), target ?? { x, y }, others.map(withoutGold)]);
}

/** Clauses of a treaty without their amounts. */
function withoutGold([field, value]: [string, unknown]): readonly unknown[] {
  if (field !== 'clauses' || !Array.isArray(value)) return [field, value];
  return [
    field,
    value.map((one) => (isJsonObject(one) && one.clause === 'gold' ? { ...one, value: 0 } : one)),
  ];
}

/** What an action depends on: the place of a unit and the strangers around it, what a city is and makes, how players stand to each other. */
function basisOf(world: World, action: SentAction): string {
  if (isTreaty(action)) return treatyBasis(world, action);
  const id = actorOf(action);
  if (id === undefined) return '';
  const unit = action.city_id === undefined ? world.units.get(id) : undefined;
  if (unit === undefined) return cityBasis(world, id);
  const near = tilesAround(world.map, unit.tile, NEARBY_SQ).flatMap((tile) =>
    [cityAt(world, tile), ...unitsOn(world, tile)].flatMap((one) =>
      one === undefined || one.owner === unit.owner ? [] : [[tile, one.id]],
    ),
  );
  return JSON.stringify([unit.tile, near]);
}

function treatyBasis(world: World, { target }: SentAction): string {
  const other = isJsonObject(target) && typeof target.id === 'number' ? target.id : -1;
  const isKnown = researchOf(world, other) !== undefined;
  return JSON.stringify([relation(world, world.seat.player ?? -1, other), isKnown]);
}

function cityBasis(world: World, id: number): string {
  const city = world.cities.get(id);
  const { detail } = city ?? {};
  const worked = city === undefined ? [] : workedTiles(world, city);
  return JSON.stringify([city?.size, detail?.productionKind, detail?.productionValue, worked]);
}
