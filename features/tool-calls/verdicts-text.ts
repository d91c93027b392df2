import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { followsAdvice } from '#shared/protocol/actions.js';
import { actionWords } from '../texts/advice-lines.js';
import { inlineText } from './plain-text.js';

/** Facts that repeat the order, or that the rows of cities have. */
const FORESEEN: ReadonlySet<string> = new Set([
  ...['activity', 'production', 'steps', 'plan', 'turns', 'turns_left', 'gold'],
  ...['specialists', 'worked_tiles', 'surplus'],
]);
/** Up to this many verdicts are told with all of their facts. */
const MAX_WHOLE = 2;

/** A verdict and its action. */
interface Told {
  readonly action: JsonObject;
  readonly verdict: JsonObject;
}

/**
 * Verdicts as a model reads them: one line counts the actions that succeeded, then each refused action and each with news has a
 * line, then come the results of followed advice.
 */
export function verdictsText(verdicts: readonly unknown[], actions: unknown): string {
  const asked: readonly unknown[] = Array.isArray(actions) ? actions : [];
  const all = verdicts.filter(isJsonObject).map((verdict, index): Told => {
    const action = asked[index];
    return { verdict, action: isJsonObject(action) ? action : {} };
  });
  const isFollowed = ({ action }: Told) => followsAdvice(action);
  const [followed, own] = [all.filter(isFollowed), all.filter((one) => !isFollowed(one))];
  return [...(own.length === 0 ? [] : ownLines(own)), ...followed.flatMap(followedLines)].join('\n');
}

/** The verdict on one action in one line: `Done.`, `Done: ` with its facts, or the reason of a refusal. */
export function verdictText(verdict: JsonObject): string {
  if (verdict.ok !== true) return refusedWords(verdict);
  const words = doneWords(verdict, true);
  return words === '' ? 'Done.' : `Done: ${words}`;
}

function ownLines(told: readonly Told[]): readonly string[] {
  const isWhole = told.length <= MAX_WHOLE;
  const done = told.filter(({ verdict }) => verdict.ok === true);
  const lines = told.flatMap(({ verdict, action }) => {
    const words = verdict.ok === true ? doneWords(verdict, isWhole) : refusedWords(verdict);
    return words === '' ? [] : [`- ${actionWords(action)}: ${words}`];
  });
  const count = done.length === told.length ? `${told.length} done` : `${done.length} of ${told.length} done`;
  return [`${count}${goldText(done)}.`, ...lines];
}

/** `Advice followed: settle 1, player_rates 0/30/70.`, then a line for each refusal. */
function followedLines({ verdict }: Told): readonly string[] {
  const what = isJsonObject(verdict.what) ? verdict.what : {};
  const counts = isJsonObject(what.done) ? Object.entries(what.done) : [];
  const done = counts.map(([action, count]) => `${action} ${String(count)}`).join(', ');
  const refused = Array.isArray(what.refused)
    ? what.refused.map((line) => `- not done: ${String(line)}`)
    : [];
  const line =
    verdict.ok === true ? `Advice followed: ${done === '' ? 'none' : done}.` : refusedWords(verdict);
  return [line, ...refused];
}

/** `, gold 21`: the gold after the last action that says it. */
function goldText(told: readonly Told[]): string {
  const gold = told.flatMap(({ verdict: { what } }) =>
    isJsonObject(what) && what.gold !== undefined ? [what.gold] : [],
  );
  return gold.length === 0 ? '' : `, gold ${String(gold.at(-1))}`;
}

/** The news of an action that succeeded; empty for none. `plan_outcome` is left out, because a sentence says the same. */
function doneWords({ what, already, why, warnings }: JsonObject, isWhole: boolean): string {
  const facts = isJsonObject(what) ? Object.entries(what) : [];
  const news = facts.filter(([name]) => name !== 'plan_outcome' && (isWhole || !FORESEEN.has(name)));
  const parts = [
    ...(already === true ? ['it was already so'] : []),
    ...(news.length === 0 ? [] : [inlineText(Object.fromEntries(news))]),
    ...saidWords({ why, warnings }),
  ];
  return parts.join('; ');
}

function refusedWords({
  code,
  why,
  did_you_mean: near,
  possible,
  path,
  retry_after,
  outcome,
  warnings,
}: JsonObject): string {
  const help = Object.entries({ did_you_mean: near, possible, path, retry_after, outcome });
  const told = help.filter(([, value]) => value !== undefined);
  return [
    [code, why].filter((part) => part !== undefined).join(': '),
    ...told.map(([name, value]) => `${name} ${inlineText(value)}`),
    ...saidWords({ warnings }),
  ].join('; ');
}

function saidWords({ why, warnings }: JsonObject): readonly string[] {
  return [
    ...(why === undefined ? [] : [String(why)]),
    ...(Array.isArray(warnings) ? warnings.map(String) : []),
  ];
}
