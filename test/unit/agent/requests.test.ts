import { expect, test } from 'vitest';
import { errorCodes } from '#shared/core/error-codes.js';
import { errorCodeSchema } from '#shared/protocol/agent-answers.js';
import { ActionRefused, AgentError, agentError, OutcomeUnknown, TurnOver } from '../../../agent/errors.js';
import { Places } from '../../../agent/waiters.js';

test('each error code has an error class of its own, and an unknown outcome another', () => {
  const of = (code: string, details = {}) =>
    agentError({ code: errorCodeSchema.parse(code), message: 'a sentence', details });
  const errors = Object.keys(errorCodes).map((code) => of(code));
  expect(new Set(errors.map(({ name }) => name)).size).toBe(errors.length);
  for (const error of errors) expect(error).toBeInstanceOf(AgentError);
  expect(of('E133', { turn: 4 })).toMatchObject({
    ...{ name: 'TurnOver', code: 'E133', message: 'E133: a sentence', sentence: 'a sentence' },
    details: { turn: 4 },
  });
  expect(of('E133')).toBeInstanceOf(TurnOver);
  expect(of('E131', { outcome: 'rejected' })).toBeInstanceOf(ActionRefused);
  expect(of('E131', { outcome: 'unknown' })).toBeInstanceOf(OutcomeUnknown);
  expect(of('E132', { outcome: 'unknown' }).isOutcomeUnknown).toBe(true);
  expect(of('E110', { retry_after: 3 }).retryAfter).toBe(3);
});

test('so many at a time have a place, the others wait in order, and who goes leaves no hole', async () => {
  const places = new Places(2);
  const log: string[] = [];
  const held: (() => void)[] = [];
  const begin = (name: string, signal?: AbortSignal) =>
    places.run(async () => {
      log.push(name);
      await new Promise<void>((resolve) => held.push(resolve));
    }, signal);
  const controller = new AbortController();
  const one = begin('one');
  const two = begin('two');
  const gone = begin('gone', controller.signal);
  const three = begin('three');
  const four = begin('four');
  expect(log).toEqual(['one', 'two']);
  controller.abort(new Error('no more'));
  await expect(gone).rejects.toThrow('no more');
  held[0]?.();
  await one;
  await Promise.resolve();
  expect(log).toEqual(['one', 'two', 'three']);
  held[1]?.();
  await two;
  await Promise.resolve();
  expect(log).toEqual(['one', 'two', 'three', 'four']);
  for (const end of held.slice(2)) end();
  await Promise.all([three, four]);
});
