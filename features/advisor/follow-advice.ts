import { randomUUID } from 'node:crypto';
import { isJsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import { type ActionData, actionDataSchema, FOLLOW_ADVICE } from '#shared/protocol/actions.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type { Advice } from '#shared/protocol/state/brief.js';
import type { World } from '../../proxy/world/world.js';
import { actionWords } from '../texts/advice-lines.js';
import { adviceOf } from './advice/advice.js';
import type { SeatMemory } from './seat-memory.js';
import { situationOf } from './situation.js';

/** Followed advice can lead to new advice, such as the next technology: it is asked for at most this often. */
const MAX_ROUNDS = 3;

/** Failures after which no other action can be done: the game server or the turn is gone, the game is over, or a person plays. */
const ENDS: ReadonlySet<string> = new Set(['E123', 'E131', 'E133', 'E143', 'E145']);

/** How often each action was done, or what it was where it is one of the whole nation; and what was refused, in words. */
interface Followed {
  readonly done: Map<string, number | string>;
  readonly refused: string[];
}

/**
 * Does the present advice in its order, except actions that would undo an order of the agent. The verdict says how often each action
 * was done, of one of the whole nation what it was, and what was refused. A failure after which no action can be done is returned instead of a verdict.
 */
export async function followAdvice(
  memory: SeatMemory,
  perform: (action: ActionData) => Promise<Result<ActionResult>>,
  signal: AbortSignal,
): Promise<Result<ActionResult>> {
  const { agent, ownOrders } = memory;
  // A game that is restored in between has another world.
  const world = () => agent.seat.world;
  const followed: Followed = { done: new Map(), refused: [] };
  const sent = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fresh = presentAdvice(memory).filter(({ do: action }) => !sent.has(JSON.stringify(action)));
    for (const advice of fresh) {
      const { do: action } = advice;
      if (signal.aborted) return ok(verdict(world(), followed));
      sent.add(JSON.stringify(action));
      const data = actionDataSchema.parse(action);
      if (ownOrders.contradicts(world(), data)) continue;
      const result = await perform(data);
      if (!result.ok && ENDS.has(result.failure.code)) return result;
      note(followed, advice, result);
    }
    if (fresh.length === 0) break;
  }
  return ok(verdict(world(), followed));
}

function presentAdvice({ agent, tried }: SeatMemory): readonly Advice[] {
  const { world, planList } = agent.seat;
  return adviceOf(situationOf(world), planList.all, (action) => tried.has(world, action));
}

function note({ done, refused }: Followed, advice: Advice, result: Result<ActionResult>): void {
  const { do: action } = advice;
  const name = String(action.action_type);
  if (result.ok && (result.value.success || result.value.already === true)) {
    const before = done.get(name);
    const words = nationWords(advice);
    if (words === '') done.set(name, Number(before ?? 0) + 1);
    else done.set(name, before === undefined ? words : `${before}; ${words}`);
    return;
  }
  const why = result.ok ? (result.value.reason ?? 'it had no effect') : result.failure.message;
  refused.push(`${actionWords(action)}: ${why}`);
}

/** What an action of the whole nation does, such as `0/30/70`; empty for one of a unit or city, and for one without fields. */
export function nationWords({ do: { action_type: _, ...fields }, why }: Advice): string {
  if (['actor_id', 'unit_id', 'city_id'].some((name) => name in fields)) return '';
  if ('clauses' in fields) return why;
  const values = Object.values(fields).map((value) => (isJsonObject(value) ? `player ${value.id}` : value));
  return values.filter((value) => typeof value !== 'boolean').join('/');
}

function verdict({ version }: World, { done, refused }: Followed): ActionResult {
  const told = { done: Object.fromEntries(done), ...(refused.length > 0 && { refused }) };
  return {
    type: 'action_result',
    success: true,
    action_type: FOLLOW_ADVICE,
    outcome: done.size > 0 ? 'applied' : 'no_effect',
    result: { action_id: `exec-${randomUUID()}`, state_change: told },
    version,
    server_messages: [],
    changes: [],
  };
}
