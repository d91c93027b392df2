import { z } from 'zod';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';

/** A part of a message, whatever provider it is of. */
export type NativePart =
  /** `by` is the role under which it was said; `client` for instructions of the agent's program. */
  | { readonly kind: 'said'; readonly by: 'user' | 'llm' | 'client'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string }
  /** `args` is undefined where the model did not write a JSON object; `raw` is what it wrote. */
  | {
      readonly kind: 'called';
      readonly callId: string;
      readonly name: string;
      readonly args: JsonObject | undefined;
      readonly raw: string;
    }
  /** `name` is undefined where the provider repeats only the id of the call. */
  | {
      readonly kind: 'returned';
      readonly callId: string;
      readonly name: string | undefined;
      readonly text: string;
      readonly isError: boolean;
    }
  /** What is not as the format says. */
  | { readonly kind: 'unreadable'; readonly path: string; readonly reason: string };

/** The reasoning that a provider keeps to itself. */
export const HIDDEN_THOUGHT = '(not shown by its provider)';

/** A part of a message that does not fit its format. */
export function unreadable(path: string, reason: string): NativePart {
  return { kind: 'unreadable', path, reason };
}

/** The parts that `read` makes of a value which fits a schema; of another one part that says what is wrong. */
export function readAs<T>(
  schema: z.ZodType<T>,
  value: unknown,
  path: string,
  read: (value: T) => readonly NativePart[],
): readonly NativePart[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return read(parsed.data);
  const [issue] = parsed.error.issues;
  const where = [path, ...(issue?.path ?? []).map(String)].filter((part) => part !== '').join('.');
  return [unreadable(where, issue?.message ?? 'does not fit the format')];
}

/** The parts of all items of a list, each read by its place. */
export function readEach(
  items: readonly unknown[],
  path: string,
  read: (item: unknown, path: string) => readonly NativePart[],
): readonly NativePart[] {
  return items.flatMap((item, at) => read(item, `${path}.${at}`));
}

/** What was said; nothing for an empty text. */
export function said(by: 'user' | 'llm' | 'client', text: string): readonly NativePart[] {
  return text.trim() === '' ? [] : [{ kind: 'said', by, text }];
}

/** A call with its arguments as text, as the APIs of OpenAI have it. */
export function calledWithText(callId: string, name: string, raw: string): NativePart {
  const args = raw.trim() === '' ? {} : parseJson(raw);
  return { kind: 'called', callId, name, args: isJsonObject(args) ? args : undefined, raw };
}

/** A value as text: a string as it is, all else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // It has more levels than the stack.
    return '(too deep to be shown)';
  }
}

const textPartSchema = z.looseObject({ text: z.string() });

/** The text of a content: a string, or the texts of its parts, one line each; pictures and the like are left out. */
export function contentText(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content ?? '');
  return content
    .flatMap((part: unknown) => textPartSchema.safeParse(part).data?.text ?? [])
    .filter((text) => text !== '')
    .join('\n');
}
