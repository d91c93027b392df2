import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ConversationFormat,
  conversationFormats,
  type KeptMessage,
} from '#shared/protocol/conversation.js';
import { conversationObjectSchema } from '#shared/protocol/conversation-objects.js';
import { parseConversation } from '../../../features/conversations/native/parse-conversation.js';
import { sectionsOf } from '../../../features/conversations/native/said-objects.js';
import { expectToFit } from '../../support/fits.js';
import { kept, nativeTurn } from '../../support/native-conversations.js';

const format = fc.constantFrom(...conversationFormats);

/** Any object of JSON, with the fields of the formats among its own. */
const words = [
  ...[
    'role',
    'content',
    'type',
    'text',
    'parts',
    'tool_calls',
    'function',
    'name',
    'arguments',
    'id',
    'input',
  ],
  ...['tool_use_id', 'call_id', 'output', 'summary', 'functionCall', 'functionResponse', 'response', 'args'],
];
const values = [
  ...['user', 'assistant', 'model', 'tool', 'tool_use', 'tool_result', 'function_call', 'reasoning', 'do'],
  ...['Turn 3 (1 BCE), version 4.\nHappened:\n- x', '# A\nb', '{"actions":[{"action":"unit_attack"}]}', 'c'],
];
const { tree } = fc.letrec<{ tree: unknown; node: unknown }>((tie) => ({
  tree: fc.oneof({ maxDepth: 5 }, fc.constantFrom(...values), fc.jsonValue({ maxDepth: 1 }), tie('node')),
  node: fc.oneof(
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...words), tie('tree'), { maxKeys: 6 }),
  ),
}));
const message = fc.dictionary(fc.oneof(fc.constantFrom(...words), fc.string()), tree, { maxKeys: 6 });

/** A turn in its native form with parts of it replaced, left out or doubled. */
const spoiled = fc
  .tuple(format, fc.array(fc.tuple(fc.nat(40), tree), { maxLength: 4 }), fc.nat(6))
  .map(([native, changes, repeated]) => {
    const messages = structuredClone(nativeTurn(native)).map((one) => ({ ...one }));
    for (const [at, value] of changes) spoil(messages, at, value);
    const again = messages[repeated % messages.length] ?? {};
    return { native, messages: [...messages, again] };
  });

function spoil(messages: readonly Record<string, unknown>[], at: number, value: unknown): void {
  const target = messages[at % messages.length] ?? {};
  const names = Object.keys(target);
  target[names[at % Math.max(1, names.length)] ?? 'role'] = value;
}

function check(native: ConversationFormat, messages: readonly KeptMessage[]): void {
  const { objects, errors } = parseConversation(native, messages);
  for (const object of objects) expectToFit(conversationObjectSchema, object);
  for (const { index, reason } of errors) {
    expect(index).toBeLessThan(messages.length);
    expect(reason).not.toBe('');
  }
  const indices = objects.map(({ index }) => index);
  expect(indices).toEqual(indices.toSorted((a, b) => a - b));
}

test('any JSON is read without an exception, into objects that fit their schema', () => {
  fc.assert(
    fc.property(format, fc.array(message, { maxLength: 5 }), (native, messages) =>
      check(native, kept(messages)),
    ),
  );
});

test('a real turn with anything in place of its parts is read the same way', () => {
  fc.assert(fc.property(spoiled, ({ native, messages }) => check(native, kept(messages))));
});

test('from any mark on there are the objects of the whole that stand after it', () => {
  fc.assert(
    fc.property(format, fc.nat(8), (native, from) => {
      const messages = kept(nativeTurn(native));
      const after = parseConversation(native, messages, from);
      const whole = parseConversation(native, messages);
      expect(after.objects).toEqual(whole.objects.filter(({ index }) => index >= from));
    }),
  );
});

test('sections lose no word of a text', () => {
  const line = fc.oneof(fc.constantFrom('# A', '## b #c', 'word', '', '#'), fc.string());
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      const letters = (of: string): string => of.replaceAll(/[\s#]/gu, '');
      const joined = sectionsOf(text).map((section) => section.title + section.text);
      expect(letters(joined.join(''))).toBe(letters(text));
    }),
  );
});
