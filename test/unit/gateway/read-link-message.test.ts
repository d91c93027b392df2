import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinkAnswer, linkText } from '#shared/protocol/link.js';
import { ordinaryForm, stateAsItCame } from '../../../gateway/forms/answer-form.js';
import { namingTurn } from '../../../gateway/link/link-messages.js';
import { readLinkMessage, unreadState } from '../../../gateway/link/read-link-message.js';

const envelope = { agent_id: 'ann', game_id: 'g', timestamp: 1.5, correlation_id: 'link.1' };
const to = { agentId: 'ann', correlationId: 'mine' };

function answerIn(text: string): LinkAnswer {
  const message = readLinkMessage(Buffer.from(text));
  if (message.kind !== 'answer') throw new Error(`${message.kind}: ${text}`);
  return message.answer;
}

/** The message that the agent gets for a state. */
function passedOn(answer: LinkAnswer, asked: Record<string, unknown> = {}, correlationId = 'mine'): string {
  const answered = { type: 'state_query', data: asked, isCompact: false } as const;
  const receiver = { ...to, correlationId };
  const bytes = stateAsItCame({ ...answered, result: { ok: true, value: answer } }, receiver, 2000);
  if (bytes === undefined) throw new Error('not passed on');
  return Buffer.from(bytes).toString();
}

test('a message of the proxy is read alike with its data behind the mark and anywhere else', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom('action_result' as const, 'state_update' as const, 'error' as const),
      (data, type) => {
        const answer: LinkAnswer = { type, data: JSON.parse(JSON.stringify(data)), ...envelope };
        for (const text of [linkText(answer), JSON.stringify(answer)]) {
          const read = answerIn(text);
          expect({ ...read, data: read.data }).toEqual(answer);
          expect(JSON.parse(text)).toEqual(answer);
        }
      },
    ),
    { examples: [[JSON.parse('{"__proto__":{}}'), 'action_result']] },
  );
});

test('a state is passed on in the message that a state that was parsed is written as, small or large', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(0, 100_000),
      fc.constantFrom(
        'm',
        'a correlation id of many more letters than the envelope of the link has in all'.repeat(2),
      ),
      fc.constantFrom({}, { format: 'full', unheard: 1 }),
      (data, padding, correlationId, asked) => {
        const state: LinkAnswer = {
          type: 'state_update',
          data: { ...data, ö: 'ö'.repeat(padding) },
          ...envelope,
        };
        const answered = { type: 'state_query', data: asked, isCompact: false } as const;
        const written = ordinaryForm.write(
          { ...answered, result: { ok: true, value: state } },
          { ...to, correlationId },
          2000,
        );
        const text = passedOn(answerIn(linkText(state)), asked, correlationId);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(written)));
      },
    ),
  );
});

test('a message beside a state in the same buffer is not written over', () => {
  const [state, other] = [
    linkText({ type: 'state_update', data: { turn: 1 }, ...envelope }),
    linkText({ type: 'notes', data: { notes: [] }, ...envelope }),
  ];
  const bytes = Buffer.from(other + state + other);
  const read = readLinkMessage(bytes.subarray(other.length, other.length + state.length));
  expect(read.kind === 'answer' && passedOn(read.answer)).toContain('"data":{"turn":1}}');
  expect(bytes.toString().startsWith(other)).toBe(true);
  expect(bytes.toString().endsWith(other)).toBe(true);
});

test('a state that is passed on twice leaves the bytes of the first answer as they are', () => {
  const state = answerIn(linkText({ type: 'state_update', data: { turn: 1 }, ...envelope }));
  const texts = ['{"a":1,"data":', '{"bb":2,"data":'];
  const written = texts.map((before) => unreadState(state)?.within({ before, behind: '}' }));
  expect(written.map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(
    texts.map((before) => `${before}{"turn":1}}`),
  );
});

test('a copy of a state, and an answer of another type, are written from what was parsed', () => {
  const state = answerIn(linkText({ type: 'state_update', data: { turn: 1 }, ...envelope }));
  expect(unreadState({ ...state, data: { turn: 2 } })).toBeUndefined();
  const named = namingTurn({ ok: true, value: state }, 7);
  expect(named).toEqual({ ok: true, value: state });
  expect(unreadState(answerIn(linkText({ type: 'notes', data: {}, ...envelope })))).toBeUndefined();
});

test('a message of the proxy that breaks the contract is bad, with its correlation_id where it has one', () => {
  const state = linkText({ type: 'state_update', data: { turn: 1 }, ...envelope });
  const bad = (text: string) => readLinkMessage(Buffer.from(text));
  expect(bad('{')).toEqual({ kind: 'bad', problem: 'not a JSON object' });
  expect(bad('{"type",\n"data":{}}')).toEqual({ kind: 'bad', problem: 'not a JSON object' });
  expect(bad(state.replace('"game_id":"g"', '"game_id":7'))).toMatchObject({ correlationId: 'link.1' });
  expect(bad(state.replace('{"turn":1}', '[]'))).toMatchObject({ kind: 'bad', correlationId: 'link.1' });
  expect(bad(state.replace('"state_update"', '"notes"').slice(0, -2))).toMatchObject({ kind: 'bad' });
  expect(
    bad(linkText({ type: 'event', data: {}, agent_id: 'ann', game_id: 'g', timestamp: 1 })),
  ).toMatchObject({
    kind: 'push',
    push: { type: 'event', data: {} },
  });
});

test('a state with broken data is told when its data is read', () => {
  const broken = answerIn(
    linkText({ type: 'state_update', data: {}, ...envelope }).replace('{}}', '{broken}}'),
  );
  expect(() => broken.data).toThrow('not a JSON object');
});
