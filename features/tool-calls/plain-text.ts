import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** An object as lines of text for a language model: all that the JSON says in about half of its tokens. */
export function plainText(object: JsonObject): string {
  return Object.entries(object)
    .flatMap(([name, value]) => fieldLines(name, value))
    .join('\n');
}

function fieldLines(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) return listLines(name, value);
  if (typeof value === 'string' && value.includes('\n')) return [value];
  if (isJsonObject(value) && isLong(value)) return [`${name}:`, plainText(value)];
  return [`${name}: ${inlineText(value)}`];
}

function listLines(name: string, list: readonly unknown[]): readonly string[] {
  if (list.length === 0) return [`${name}: none`];
  if (list.every((item) => typeof item === 'number')) return [`${name}: ${list.join(', ')}`];
  return [`${name}:`, ...list.map((item) => `- ${inlineText(item)}`)];
}

/** Whether an object holds lists, which are easier to read as lines. */
function isLong(object: JsonObject): boolean {
  return Object.values(object).some(Array.isArray);
}

/** A value in one line: JSON without quotes around names and words. */
export function inlineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`;
  if (!isJsonObject(value)) return String(value);
  const fields = Object.entries(value).map(([name, inner]) => `${name} ${innerText(inner)}`);
  return fields.join(', ');
}

function innerText(value: unknown): string {
  return isJsonObject(value) ? `{${inlineText(value)}}` : inlineText(value);
}
