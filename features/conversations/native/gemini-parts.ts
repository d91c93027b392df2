import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { type NativePart, readAs, readEach, said, textOf, unreadable } from './native-part.js';

const contentSchema = z.looseObject({
  role: z.enum(['user', 'model', 'function', 'system']),
  parts: z.array(z.unknown()),
});

const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z.unknown().optional(),
  functionResponse: z.unknown().optional(),
});
const callSchema = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  args: z.record(z.string(), z.unknown()).default({}),
});
const responseSchema = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  response: z.record(z.string(), z.unknown()).default({}),
});

const speakers = { user: 'user', model: 'llm', function: 'client', system: 'client' } as const;

/** Parts that hold no words: pictures, files, code that the provider ran. */
const WORDLESS = ['inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'thoughtSignature'];

/** The parts of a content of Gemini's API. A call without an id is known by its name. */
export function geminiParts(content: unknown): readonly NativePart[] {
  return readAs(contentSchema, content, '', ({ role, parts }) =>
    readEach(parts, 'parts', (part, path) => partOf(part, path, speakers[role])),
  );
}

function partOf(part: unknown, path: string, by: 'user' | 'llm' | 'client'): readonly NativePart[] {
  return readAs(partSchema, part, path, ({ text, thought, functionCall, functionResponse, ...rest }) => {
    if (functionCall !== undefined)
      return readAs(callSchema, functionCall, `${path}.functionCall`, ({ id, name, args }) => [
        { kind: 'called', callId: id ?? name, name, args, raw: textOf(args) },
      ]);
    if (functionResponse !== undefined)
      return readAs(responseSchema, functionResponse, `${path}.functionResponse`, returned);
    if (text !== undefined) return thought === true ? [{ kind: 'thought', text }] : said(by, text);
    return WORDLESS.some((name) => name in rest) ? [] : [unreadable(path, 'a part of no known kind')];
  });
}

/** The result is in `output`, a failure in `error`, as Gemini's API advises; all else is shown as JSON. */
function returned({ id, name, response }: z.infer<typeof responseSchema>): readonly NativePart[] {
  const { output, error } = response;
  const isError = error !== undefined && error !== null;
  const text = textOf(isError ? errorText(error) : (output ?? response));
  return [{ kind: 'returned', callId: id ?? name, name, text, isError }];
}

function errorText(error: unknown): unknown {
  return isJsonObject(error) ? (error.message ?? error) : error;
}
