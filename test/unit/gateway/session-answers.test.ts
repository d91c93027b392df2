import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerStore, payloadDigest } from '../../../gateway/session/session-answers.js';

test('equal payloads have one digest however their keys are ordered, others another', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      const turned = Object.fromEntries(Object.entries(data).reverse());
      expect(payloadDigest('action', turned)).toBe(payloadDigest('action', data));
      expect(payloadDigest('action', { ...data, more: { than: data } })).not.toBe(
        payloadDigest('action', data),
      );
    }),
  );
});

test('a request is new once, under way until answered, and answered alike ever after', () => {
  const store = new AnswerStore(10, 1000);
  expect(store.find('a', 'd')).toEqual({ kind: 'new' });
  store.begin('a', 'd', false);
  expect(store.find('a', 'd')).toEqual({ kind: 'in_flight' });
  expect(store.find('a', 'other')).toEqual({ kind: 'conflict' });
  store.finish('a', 'done');
  expect(store.find('a', 'd')).toEqual({ kind: 'answered', answer: 'done' });
  expect(store.find('a', 'other')).toEqual({ kind: 'conflict' });
});

test('a request of unknown outcome can be asked about again, by one at a time, and keeps the last answer', () => {
  const store = new AnswerStore(10, 1000);
  const sent = { outbox: 'o', turn: 7 };
  store.begin('a', 'd', false);
  store.finish('a', 'unknown', sent);
  expect(store.find('a', 'other')).toEqual({ kind: 'conflict' });
  const restored = new AnswerStore(10, 12);
  restored.restore(store.answered);
  restored.restore(store.answered);
  for (const one of [store, restored]) {
    expect(one.begin('a', 'd', false)).toEqual({ kind: 'unknown', sent });
    expect(one.begin('a', 'd', false)).toEqual({ kind: 'in_flight' });
    one.finish('a', 'applied');
    expect(one.begin('a', 'd', false)).toEqual({ kind: 'answered', answer: 'applied' });
  }
});

test('the store is bounded by entries and bytes, and lets the oldest go first', () => {
  const store = new AnswerStore(3, 25);
  for (const id of ['a', 'b', 'c', 'd']) {
    store.begin(id, id, false);
    store.finish(id, '0123456789');
  }
  expect(['a', 'b', 'c', 'd'].map((id) => store.find(id, id).kind)).toEqual([
    'new',
    'new',
    'answered',
    'answered',
  ]);
  store.begin('e', 'e', false);
  store.finish('e', 'x'.repeat(26));
  expect(store.find('e', 'e').kind).toBe('new');
  expect(store.find('d', 'd').kind).toBe('answered');
});

test('a state is not repeated once an action was answered', () => {
  const store = new AnswerStore(10, 1000);
  store.begin('q', 'q', true);
  store.finish('q', 'state');
  expect(store.find('q', 'q').kind).toBe('answered');
  store.begin('a', 'a', false);
  store.finish('a', 'verdict');
  expect(store.find('q', 'q').kind).toBe('new');
  expect(store.find('a', 'a').kind).toBe('answered');
});
