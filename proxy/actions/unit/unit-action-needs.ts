import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { Named } from '../../rules/lookup/names.js';
import { researchOf } from '../../rules/lookup/players.js';
import { ownResearch, stepsTo, techState } from '../../rules/lookup/research.js';
import { knowsAction } from '../../rules/units/action-enablers.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { resolveChoice } from '../common-fields.js';

type Asking = ActionPort<'unit_action_query'>;
type Choice = Named & { readonly id: number };

/** The server's price for what is not for sale. */
const NOT_FOR_SALE = 2 ** 31 - 1;

/** Gold the server asks for an act; undefined for what is not for sale. */
export async function queryPrice(
  port: Asking,
  action: GenAction,
  actorId: number,
  targetId: number,
): Promise<number | undefined> {
  const { packets } = await port.request('unit_action_query', query(action, actorId, targetId));
  const cost = packets.find((packet) => packet.name === 'unit_action_answer')?.fields.cost;
  return cost === undefined || cost >= NOT_FOR_SALE ? undefined : cost;
}

/** What the server asks for an act; E130 when it is too much for the purse or for what the agent would give. */
export async function affordablePrice(
  port: Asking,
  action: GenAction,
  actorId: number,
  targetId: number,
  maxCost: number | undefined,
): Promise<Result<number>> {
  const cost = await queryPrice(port, action, actorId, targetId);
  if (cost === undefined) return invalidAction('This cannot be bought at any price', 'data.target');
  const gold = port.world.players.get(port.world.seat.player ?? -1)?.gold ?? 0;
  if (cost > gold)
    return invalidAction(`It costs ${cost} gold and you have ${gold}`, 'data.target', { cost, gold });
  if (maxCost !== undefined && cost > maxCost) {
    return invalidAction(`It costs ${cost} gold, more than max_cost`, 'data.max_cost', { cost, gold });
  }
  return ok(cost);
}

/** The targets of sabotage: the buildings that the server names, and in 3.0 its production (-1). */
export async function sabotageChoices(
  port: Asking,
  action: GenAction,
  actorId: number,
  cityId: number,
): Promise<Choice[]> {
  const { packets } = await port.request('unit_action_query', query(action, actorId, cityId));
  const list = packets.find((packet) => packet.name === 'city_sabotage_list')?.fields;
  const buildings = [...port.world.ruleset.improvements.values()].filter(
    ({ id }) => list !== undefined && hasBit(list.improvements, id),
  );
  return isOwnAction(port.world) ? buildings : [{ id: -1, name: 'production' }, ...buildings];
}

/** Whether production is sabotaged by an action of its own, and not as one of the buildings. */
function isOwnAction(world: World): boolean {
  return knowsAction(world, 'ACTION_SPY_SABOTAGE_CITY_PRODUCTION');
}

/** Number for `sub_tgt_id` of the building named: 3.0 counts production as 0 and improvement n as n + 1. */
export async function sabotageTarget(
  port: Asking,
  action: GenAction,
  actorId: number,
  cityId: number,
  value: string | number | undefined,
): Promise<Result<number>> {
  const choices = await sabotageChoices(port, action, actorId, cityId);
  const found = subTarget(choices, value, 'building');
  if (!found.ok) return found;
  return ok(isOwnAction(port.world) ? found.value.id : found.value.id + 1);
}

/** Number of the technology named, one that its owner has and this seat could learn. */
export function theftTarget(
  world: World,
  victim: number,
  value: string | number | undefined,
): Result<number> {
  const found = subTarget(stealableTechs(world, victim), value, 'technology');
  return found.ok ? ok(found.value.id) : found;
}

/** The technologies that could be stolen from a player; without an embassy all that could be new. */
export function stealableTechs(world: World, victim: number): Choice[] {
  const own = ownResearch(world);
  const theirs = researchOf(world, victim);
  const holes = world.game?.techStealAllowHoles === true;
  return [...world.ruleset.techs.values()].filter(({ id }) => {
    if (own === undefined || techState(own, id) === 'known') return false;
    // Without an embassy their technologies are unknown: the server decides.
    if (theirs !== undefined && techState(theirs, id) !== 'known') return false;
    return holes ? stepsTo(world, own, id) !== undefined : techState(own, id) === 'researchable';
  });
}

function subTarget<T extends Choice>(
  choices: readonly T[],
  value: string | number | undefined,
  what: string,
): Result<T> {
  const path = 'data.sub_target';
  const found = resolveChoice(choices, value ?? '', what);
  if (found.ok) return found;
  const { details = {}, message } = found.failure;
  const sentence = value === undefined ? `Say which ${what} in sub_target` : message;
  return fail(failure('E130', sentence, { path, details }));
}

function query(actionType: GenAction, actorId: number, targetId: number) {
  return { actorId, targetId, actionType, disturbPlayer: false };
}
