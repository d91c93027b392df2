import { z } from 'zod';
import {
  contentText,
  HIDDEN_THOUGHT,
  type NativePart,
  readAs,
  readEach,
  said,
  textOf,
  unreadable,
} from './native-part.js';

const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([z.string(), z.array(z.unknown())], { error: 'expected a text or a list of blocks' }),
});

const blockSchema = z.looseObject({ type: z.string() });
const textSchema = z.looseObject({ text: z.string() });
const thinkingSchema = z.looseObject({ thinking: z.string() });
const toolUseSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const toolResultSchema = z.looseObject({
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.unknown())]).optional(),
  is_error: z.boolean().optional(),
});

type Speaker = 'user' | 'llm' | 'client';

const speakers = { user: 'user', assistant: 'llm', system: 'client' } as const;

/** The parts of a message of Anthropic's Messages API. */
export function anthropicParts(message: unknown): readonly NativePart[] {
  return readAs(messageSchema, message, '', ({ role, content }) => {
    const by = speakers[role];
    if (typeof content === 'string') return said(by, content);
    return readEach(content, 'content', (block, path) => blockParts(block, path, by));
  });
}

function blockParts(block: unknown, path: string, by: Speaker): readonly NativePart[] {
  return readAs(blockSchema, block, path, (typed) => {
    switch (typed.type) {
      case 'text':
        return readAs(textSchema, typed, path, ({ text }) => said(by, text));
      case 'thinking':
        return readAs(thinkingSchema, typed, path, ({ thinking }) => [
          { kind: 'thought', text: thinking === '' ? HIDDEN_THOUGHT : thinking },
        ]);
      case 'redacted_thinking':
        return [{ kind: 'thought', text: HIDDEN_THOUGHT }];
      case 'tool_use':
        return readAs(toolUseSchema, typed, path, ({ id: callId, name, input }) => [
          { kind: 'called', callId, name, args: input, raw: textOf(input) },
        ]);
      case 'tool_result':
        return readAs(toolResultSchema, typed, path, (result) => [
          {
            kind: 'returned',
            callId: result.tool_use_id,
            name: undefined,
            text: contentText(result.content),
            isError: result.is_error === true,
          },
        ]);
      default:
        return [unreadable(path, `a block of the type ${typed.type} is not known`)];
    }
  });
}
