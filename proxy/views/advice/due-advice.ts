import type { Advice } from '#shared/protocol/state/brief.js';
import { ENEMY_IS_NEAR, WORKERS_WANTED } from '../optimized/production/unit-choices.js';
import { actionKey } from './tried-actions.js';

/** What an agent was told once. */
interface Told {
  /** When. */
  readonly turn: number;
  /** The last turn in which it was so. */
  readonly seen: number;
  /** What it said: a reason, or of the voice of a city the action. */
  readonly what: string;
}

/** The advice that an agent was told, by what it is about. */
export type ToldAdvice = ReadonlyMap<string, Told>;

/** Advice is new again when it was not so for this many turns. */
const MAX_ABSENT_TURNS = 10;
/** A city is told to build something else than it was told only after this many turns, or when it has built something. */
const ONE_VOICE_TURNS = 5;
/** Advice about what is lost or lapses until the seat acts: it is told every turn. */
const URGENT: ReadonlySet<string> = new Set(['treaty_accept', 'tech_research']);

/** The turn in which a city built something last, by its id. */
export type LastBuilt = (city: number) => number | undefined;

/**
 * The advice that an agent is to be told in a turn: what is new, what says something else than before, and what is urgent. A city is
 * not told one thing in one turn and another in the next. In one turn the answer stays the same.
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

/** The log after some of all advice of a turn was told; what was not so for long is not kept. */
export function withToldAdvice(
  told: ToldAdvice,
  all: readonly Advice[],
  shown: readonly Advice[],
  turn: number,
): ToldAdvice {
  const present = new Set(all.map(subjectOf));
  const kept = [...told]
    .map(([key, one]) => [key, present.has(key) ? { ...one, seen: turn } : one] as const)
    .filter(([, { seen }]) => turn - seen < MAX_ABSENT_TURNS);
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

/** What an advice is about: the action, or for what the nation lacks that alone, whichever city is to build it. */
function subjectOf({ do: action, why }: Advice): string {
  return why.startsWith(WORKERS_WANTED) ? `${action.action_type} ${WORKERS_WANTED}` : actionKey(action);
}

/** The voice of a city: what it was told to build; undefined for other advice. */
function voiceOf({ do: action }: Advice): string | undefined {
  return action.action_type === 'city_production' ? `voice ${String(action.city_id)}` : undefined;
}

/** Whether a city was told a few turns ago to build something else, and has built nothing since. An enemy who is near is a reason. */
function contradicts(one: Advice, told: ToldAdvice, turn: number, lastBuilt: LastBuilt): boolean {
  const before = told.get(voiceOf(one) ?? '');
  if (before === undefined || before.what === actionKey(one.do) || one.why === ENEMY_IS_NEAR) return false;
  const hasBuilt = (lastBuilt(Number(one.do.city_id)) ?? -1) >= before.turn;
  return turn - before.turn < ONE_VOICE_TURNS && !hasBuilt;
}

/** The words of a reason: prices and turns that count down say nothing new. */
function withoutNumbers(why: string): string {
  return why.replace(/\d+/gu, '');
}
