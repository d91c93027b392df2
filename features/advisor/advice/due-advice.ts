import type { Advice } from '#shared/protocol/state/brief.js';
import { ENEMY_IS_NEAR } from '../production/guard-choices.js';
import { WORKERS_WANTED } from '../production/unit-choices.js';
import { MAX_ABSENT_TURNS, stillTold } from '../told-log.js';
import { actionKey } from './tried-actions.js';

/** An advice, or the production of a city, as the agent was last told. */
interface Told {
  /** The turn in which the agent was told. */
  readonly turn: number;
  /** The last turn in which the advice was given or still held. */
  readonly seen: number;
  /** The reason without its numbers; for the production of a city the action. */
  readonly what: string;
}

/** The advice that an agent was told, by its subject (`subjectOf`, `voiceOf`). */
export type ToldAdvice = ReadonlyMap<string, Told>;

/** Advice on what a city builds changes only after this many turns, or when the city has built something. */
const ONE_VOICE_TURNS = 5;
/** Advice about what is lost or lapses until the seat acts: it is told every turn. */
const URGENT: ReadonlySet<string> = new Set(['treaty_accept', 'tech_research']);

/** The turn in which a city built something last, by its id. */
export type LastBuilt = (city: number) => number | undefined;

/**
 * The advice that an agent is to be told in a turn: advice that is new, that has another reason than before, or that is urgent. Advice
 * on what a city builds does not change from turn to turn. Within one turn the answer stays the same.
 */
export function dueAdvice(
  advice: readonly Advice[],
  told: ToldAdvice,
  turn: number,
  lastBuilt: LastBuilt,
): readonly Advice[] {
  return advice.filter((one) => {
    const before = told.get(subjectOf(one));
    if (before?.turn === turn || URGENT.has(one.do.action_type)) return true;
    const isSame = before !== undefined && turn - before.seen < MAX_ABSENT_TURNS;
    if (isSame && before.what === withoutNumbers(one.why)) return false;
    return !contradicts(one, told, turn, lastBuilt);
  });
}

/** The log after `shown`, a part of `all` advice of a turn, was told. Advice that has not held for long is dropped. */
export function withToldAdvice(
  told: ToldAdvice,
  all: readonly Advice[],
  shown: readonly Advice[],
  turn: number,
): ToldAdvice {
  const kept = stillTold(told, new Set(all.map(subjectOf)), turn);
  const added = shown.flatMap((one) => {
    const voice = voiceOf(one);
    const about = { turn, seen: turn };
    return [
      [subjectOf(one), { ...about, what: withoutNumbers(one.why) }] as const,
      ...(voice === undefined ? [] : [[voice, { ...about, what: actionKey(one.do) }] as const]),
    ];
  });
  return new Map([...kept, ...added]);
}

/** The subject of an advice: its action. Advice to build workers has one subject for all cities. */
function subjectOf({ do: action, why }: Advice): string {
  return why.startsWith(WORKERS_WANTED) ? `${action.action_type} ${WORKERS_WANTED}` : actionKey(action);
}

/** The key of the last advice on what a city builds; undefined for other advice. */
function voiceOf({ do: action }: Advice): string | undefined {
  return action.action_type === 'city_production' ? `voice ${String(action.city_id)}` : undefined;
}

/** Whether the city was advised a few turns ago to build something else and has built nothing since. Never so when an enemy is near. */
function contradicts(one: Advice, told: ToldAdvice, turn: number, lastBuilt: LastBuilt): boolean {
  const before = told.get(voiceOf(one) ?? '');
  if (before === undefined || before.what === actionKey(one.do) || one.why === ENEMY_IS_NEAR) return false;
  const hasBuilt = (lastBuilt(Number(one.do.city_id)) ?? -1) >= before.turn;
  return turn - before.turn < ONE_VOICE_TURNS && !hasBuilt;
}

/** A reason without its numbers, because a changed price or number of turns is not news. */
function withoutNumbers(why: string): string {
  return why.replace(/\d+/gu, '');
}
