import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Conversation } from '../../../agent/player/conversation.js';
import { turnsToPass } from '../../../agent/player/end-turn.js';
import type { AssistantMessage } from '../../../agent/player/models/messages.js';

function answer(text: string, ...ids: readonly string[]): AssistantMessage {
  const calls = ids.map((id) => ({ id, name: 'do', arguments: {} }));
  return { role: 'assistant', text, thinking: '', calls, blocks: [] };
}

/** The messages as words: the role and the text. */
const words = ({ messages }: Conversation) => messages.map(({ role, text }) => `${role} ${text}`);

/** Something that happens to a conversation. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('answer' as const), calls: fc.nat(3), results: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom(...(['tell', 'remark', 'untell', 'replace', 'replaceOlder'] as const)) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function perform(conversation: Conversation, one: Step, index: number): void {
  if (one.kind === 'answer') addAnswer(conversation, one, index);
  else steps[one.kind](conversation);
}

const steps = {
  tell: (conversation: Conversation) => void conversation.tell('t'),
  remark: (conversation: Conversation) => conversation.remark('r'),
  untell: (conversation: Conversation) => conversation.untell(),
  replace: (conversation: Conversation) => conversation.replaceBy('s'),
  replaceOlder: (conversation: Conversation) => conversation.replaceOlderBy('s'),
} as const;

/** An answer of which some calls have a result, and the others get one because the turn is over. */
function addAnswer(
  conversation: Conversation,
  { calls, results }: Extract<Step, { kind: 'answer' }>,
  index: number,
): void {
  const ids = Array.from({ length: calls }, (_, call) => `${index}-${call}`);
  conversation.add(answer('a', ...ids));
  for (const callId of ids.slice(0, results))
    conversation.add({ role: 'tool', callId, name: 'do', text: 'done', isError: false });
  conversation.closeCalls('over');
}

test('whatever happens, every call has its result behind it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const conversation = new Conversation();
      for (const [index, one] of steps.entries()) perform(conversation, one, index);
      const { messages } = conversation;
      for (const [at, message] of messages.entries()) {
        if (message.role !== 'assistant') continue;
        const behind = messages.slice(at + 1, at + 1 + message.calls.length);
        expect(behind.map((one) => (one.role === 'tool' ? one.callId : ''))).toEqual(
          message.calls.map(({ id }) => id),
        );
      }
    }),
  );
});

test('what was never answered is taken back, and a summary stays', () => {
  const conversation = new Conversation();
  conversation.tell('turn 1');
  conversation.add(answer('well'));
  conversation.tell('turn 2');
  conversation.untell();
  expect(words(conversation)).toEqual(['user turn 1', 'assistant well']);
  conversation.replaceBy('all is well');
  conversation.tell('turn 3');
  conversation.untell();
  expect(words(conversation)).toEqual(['user The game so far, in your own words:\nall is well']);
  expect(conversation.generation).toBe(1);
});

test('a remark is said with the next words; a cut takes back a talk and what followed', () => {
  const conversation = new Conversation();
  conversation.remark('Your last turn was ended for you.');
  conversation.tell('turn 1');
  const asked = conversation.tell('are you there?');
  conversation.add(answer('hm', 'c'));
  conversation.closeCalls('over');
  conversation.cutAt(asked);
  conversation.cutAt(asked);
  expect(words(conversation)).toEqual(['user Your last turn was ended for you.\nturn 1']);
});

test('an older part becomes a summary, and what the player said last stays with what followed', () => {
  const conversation = new Conversation();
  conversation.tell('turn 1');
  conversation.add(answer('I found a city.'));
  conversation.tell('turn 2');
  conversation.add(answer('I look.', 'c'));
  conversation.closeCalls('a map');
  conversation.replaceOlderBy(conversation.plainSummary());
  expect(words(conversation)).toEqual([
    'user The game so far, in your own words:\nI found a city.\nI look.',
    'user turn 2',
    'assistant I look.',
    'tool a map',
  ]);
});

test('an end_turn passes what it says, never more turns than are left, and until a decision without a word', () => {
  expect(turnsToPass(undefined, Number.MAX_SAFE_INTEGER)).toBe(50);
  expect(turnsToPass('decision', 8)).toBe(8);
  expect(turnsToPass('turn', 8)).toBe('turn');
  expect(turnsToPass(3, 8)).toBe(3);
  expect(turnsToPass(30, 8)).toBe(8);
  expect(turnsToPass('tomorrow', 1)).toBe('turn');
});
