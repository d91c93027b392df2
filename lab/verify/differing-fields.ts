import { isJsonObject } from '#shared/core/json.js';

/** A field that is not what it should be. */
export interface DifferingField {
  /** Such as `players[0].standings.end.score`; empty for the whole. */
  readonly path: string;
  readonly told: unknown;
  readonly derived: unknown;
}

/** The fields in which two JSON values differ, in their order. */
export function differingFields(told: unknown, derived: unknown, path = ''): readonly DifferingField[] {
  if (Array.isArray(told) && Array.isArray(derived))
    return indexesOf(told, derived).flatMap((at) => differingFields(told[at], derived[at], `${path}[${at}]`));
  if (isJsonObject(told) && isJsonObject(derived))
    return [...new Set([...Object.keys(told), ...Object.keys(derived)])].flatMap((name) =>
      differingFields(told[name], derived[name], path === '' ? name : `${path}.${name}`),
    );
  return Object.is(told, derived) ? [] : [{ path, told, derived }];
}

function indexesOf(...lists: readonly (readonly unknown[])[]): readonly number[] {
  return Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) => at);
}

/** `players[0].score is 158, and by scores/s41-1.json 159`. */
export function fieldText({ path, told, derived }: DifferingField, source: string): string {
  return `${path === '' ? 'it' : path} is ${shown(told)}, and by ${source} ${shown(derived)}`;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 80);
}

/** Where two texts first differ: `line 7, character 12: "158" where "159" is right`; undefined when they are the same. */
export function textDifference(told: string, derived: string): string | undefined {
  if (told === derived) return undefined;
  let at = 0;
  while (told[at] === derived[at]) at += 1;
  const before = derived.slice(0, at);
  const line = before.split('\n').length;
  const start = Math.max(before.lastIndexOf('\n') + 1, at - 20);
  const around = (text: string) => JSON.stringify(text.slice(start, at + 20));
  return `line ${line}, character ${at - before.lastIndexOf('\n')}: ${around(told)} where ${around(derived)} is right`;
}
