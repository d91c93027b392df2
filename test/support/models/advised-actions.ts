import type { JsonObject } from '#shared/core/json.js';

/** The turn of a brief as text; undefined for other texts. */
export function turnOfBrief(text: string): number | undefined {
  const turn = /^Turn (\d+) \(/m.exec(text)?.[1];
  return turn === undefined ? undefined : Number(turn);
}

/** The advice of a brief as text, each line as a model copies it into an entry of `actions` of the tool `do`. */
export function advisedActions(brief: string): readonly JsonObject[] {
  const list = /^Advised:\n((?:- .*\n?)*)/m.exec(brief)?.[1] ?? '';
  return list.split('\n').flatMap((line) => (line.startsWith('- ') ? [copiedAction(line.slice(2))] : []));
}

/** A line of advice, `city_production 7 granary: why`, as an entry of `actions`. */
export function copiedAction(line: string): JsonObject {
  const [, action = '', one, several, target, rest = ''] = LINE.exec(line) ?? [];
  const fields = [...rest.matchAll(/(\w+) (\[[^\]]*\]|-?\d+,-?\d+|[^,]+)(?:, |$)/g)];
  const values = fields.map(([, name = '', value = '']) => [name, plainValue(value)] as const);
  return {
    action,
    ...(one !== undefined && { actor_id: Number(one) }),
    ...(several !== undefined && { actor_ids: listOf(several).map(Number) }),
    ...(target !== undefined && { target }),
    ...Object.fromEntries(values),
  };
}

/** Action, one actor or several, their target, other fields, reason. */
const LINE =
  /^(\w+)(?: (?:(\d+)|\[([\d, ]+)\])(?: (-?\d+,-?\d+|[^ ,:]+)(?=, |:|$))?)?(?:,? (.*?))?(?:: .*)?$/;

function plainValue(text: string): unknown {
  if (text.startsWith('[')) return listOf(text.slice(1, -1));
  return /^(\d+|true|false)$/.test(text) ? JSON.parse(text) : text;
}

function listOf(text: string): readonly string[] {
  return text.split(', ');
}
