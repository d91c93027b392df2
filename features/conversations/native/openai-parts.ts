import { z } from 'zod';
import {
  calledWithText,
  contentText,
  HIDDEN_THOUGHT,
  type NativePart,
  readAs,
  readEach,
  said,
  unreadable,
} from './native-part.js';

const contentSchema = z.union([z.string(), z.array(z.unknown())]).nullish();

const chatMessageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: contentSchema,
  tool_calls: z.array(z.unknown()).nullish(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish(),
});

const chatCallSchema = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
});

const speakers = { system: 'client', developer: 'client', user: 'user', assistant: 'llm' } as const;

/** The parts of a message of OpenAI's Chat Completions. */
export function chatParts(message: unknown): readonly NativePart[] {
  return readAs(chatMessageSchema, message, '', ({ role, ...fields }) => {
    const text = contentText(fields.content);
    if (role === 'tool' || role === 'function') {
      const callId = fields.tool_call_id ?? fields.name;
      if (callId === undefined) return [unreadable('tool_call_id', 'a result without the id of its call')];
      return [{ kind: 'returned', callId, name: fields.name, text, isError: false }];
    }
    const thought = fields.reasoning_content ?? fields.reasoning ?? '';
    return [
      ...(thought === '' ? [] : [{ kind: 'thought', text: thought } as const]),
      ...said(speakers[role], text),
      ...said('llm', fields.refusal ?? ''),
      ...readEach(fields.tool_calls ?? [], 'tool_calls', chatCall),
    ];
  });
}

function chatCall(call: unknown, path: string): readonly NativePart[] {
  return readAs(chatCallSchema, call, path, ({ id, function: { name, arguments: raw } }) => [
    calledWithText(id, name, raw),
  ]);
}

/** Messages may stand without a type. */
const itemSchema = z.looseObject({ type: z.string().default('message') });
const itemMessageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(z.unknown())]),
});
const itemCallSchema = z.looseObject({ call_id: z.string(), name: z.string(), arguments: z.string() });
const itemOutputSchema = z.looseObject({
  call_id: z.string(),
  output: z.union([z.string(), z.array(z.unknown())]),
});
const reasoningSchema = z.looseObject({ summary: z.array(z.unknown()) });
const refusalSchema = z.looseObject({ refusal: z.string() });

/** The parts of an item of OpenAI's Responses. */
export function responseParts(item: unknown): readonly NativePart[] {
  return readAs(itemSchema, item, '', (typed) => {
    switch (typed.type) {
      case 'message':
        return readAs(itemMessageSchema, typed, '', ({ role, content }) => [
          ...said(speakers[role], contentText(content)),
          ...said('llm', refusalIn(content)),
        ]);
      case 'function_call':
        return readAs(itemCallSchema, typed, '', (call) => [
          calledWithText(call.call_id, call.name, call.arguments),
        ]);
      case 'function_call_output':
        return readAs(itemOutputSchema, typed, '', ({ call_id: callId, output }) => [
          { kind: 'returned', callId, name: undefined, text: contentText(output), isError: false },
        ]);
      case 'reasoning':
        return readAs(reasoningSchema, typed, '', ({ summary }) => {
          const text = contentText(summary);
          return [{ kind: 'thought', text: text === '' ? HIDDEN_THOUGHT : text }];
        });
      default:
        return [unreadable('type', `an item of the type ${typed.type} is not known`)];
    }
  });
}

function refusalIn(content: string | readonly unknown[]): string {
  if (typeof content === 'string') return '';
  return content.flatMap((part) => refusalSchema.safeParse(part).data?.refusal ?? []).join('\n');
}
