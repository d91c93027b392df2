import type { Advice } from '#shared/protocol/state/brief.js';
import { actionKey } from './tried-actions.js';

/** The advice that an agent was told, by its action, each with the turn in which it was told last. */
export type ToldAdvice = ReadonlyMap<string, number>;

/** Advice that was not followed is told again after this many turns. */
const MAX_SILENT_TURNS = 10;
/** Advice about what is lost or lapses until the seat acts: it is told every turn. */
const URGENT: ReadonlySet<string> = new Set(['treaty_accept', 'tech_research']);

/** The advice that an agent is to be told in a turn: what is new or urgent, and the rest after ten turns. In one turn the answer stays the same. */
export function dueAdvice(advice: readonly Advice[], told: ToldAdvice, turn: number): readonly Advice[] {
  return advice.filter(({ do: action }) => {
    const before = told.get(actionKey(action));
    if (before === undefined || before === turn || URGENT.has(action.action_type)) return true;
    return turn - before >= MAX_SILENT_TURNS;
  });
}

/** The log after this advice was told; what was told long ago is not kept. */
export function withToldAdvice(told: ToldAdvice, advice: readonly Advice[], turn: number): ToldAdvice {
  const kept = [...told].filter(([, before]) => turn - before < MAX_SILENT_TURNS);
  return new Map([...kept, ...advice.map(({ do: action }) => [actionKey(action), turn] as const)]);
}
