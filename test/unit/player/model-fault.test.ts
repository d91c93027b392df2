import { APIError as AnthropicError } from '@anthropic-ai/sdk';
import { ApiError as GoogleError } from '@google/genai';
import { APIError as OpenAiError } from 'openai';
import { expect, test } from 'vitest';
import { faultOf } from '../../../agent/player/models/model-fault.js';

function openAi(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
  return faultOf(OpenAiError.generate(status, { error: body }, undefined, new Headers(headers)));
}

test('a refusal of a provider may pass when it is about load, and says when', () => {
  expect(openAi(429, { message: 'slow down' }, { 'retry-after': '7' })).toMatchObject({
    ...{ kind: 'transient', retryAfterMs: 7000, message: expect.stringContaining('slow down') },
  });
  expect(openAi(503, {}, { 'retry-after-ms': '250', 'retry-after': '7' })).toMatchObject({
    retryAfterMs: 250,
  });
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT';
  const later = { date, 'retry-after': 'Mon, 23 Nov 2026 10:00:09 GMT' };
  expect(openAi(500, {}, later)).toMatchObject({ retryAfterMs: 9000 });
  expect(openAi(500, {}, { 'retry-after': 'soon' }).retryAfterMs).toBeUndefined();
});

test('a refusal of a provider stays when it is about the request, the key or the money', () => {
  expect(openAi(401, { message: 'wrong key' }).kind).toBe('rejected');
  expect(openAi(404, { message: 'no such model' }).kind).toBe('rejected');
  expect(openAi(429, { message: 'pay first', code: 'insufficient_quota' }).kind).toBe('rejected');
});

test('a refusal of a provider is an overflow in the words of each provider', () => {
  expect(openAi(400, { message: 'too long', code: 'context_length_exceeded' }).kind).toBe('overflow');
  const type = 'invalid_request_error';
  const anthropic = { type: 'error', error: { type, message: 'prompt is too long: 9 tokens > 8 maximum' } };
  const headers = new Headers();
  expect(faultOf(AnthropicError.generate(400, anthropic, undefined, headers)).kind).toBe('overflow');
  const message = JSON.stringify({ error: { message: 'The input token count (9) exceeds the maximum' } });
  expect(faultOf(new GoogleError({ status: 400, message }))).toEqual({
    kind: 'overflow',
    message: 'The input token count (9) exceeds the maximum',
  });
});

test('an overloaded stream may pass, and a stream that says the request is wrong does not', () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const fault = (body: { error: { type: 'overloaded_error' | 'invalid_request_error' } }) =>
    faultOf(new AnthropicError(undefined, body, undefined, new Headers(), body.error.type));
  expect(fault({ ...overloaded, error: { type: 'overloaded_error' } }).kind).toBe('transient');
  expect(fault({ error: { type: 'invalid_request_error' } }).kind).toBe('rejected');
  expect(faultOf({ code: 'server_error', message: 'The server had an error' })).toMatchObject({
    ...{ kind: 'transient', message: 'The server had an error' },
  });
});

test('a lost connection may pass; Google says in its body when', () => {
  const cause = new Error('connect ECONNREFUSED 127.0.0.1:9');
  expect(faultOf(new TypeError('fetch failed', { cause }))).toMatchObject({
    ...{ kind: 'transient', message: 'fetch failed (connect ECONNREFUSED 127.0.0.1:9)', cause: 'address' },
  });
  const wrapped = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) });
  expect(faultOf(wrapped)).toMatchObject({
    ...{ message: 'Connection error. (connect ECONNREFUSED 127.0.0.1:9)', cause: 'address' },
  });
  expect(openAi(401, { message: 'no such key' })).toMatchObject({ kind: 'rejected', cause: 'key' });
  expect(openAi(404, { message: 'no such model' })).toMatchObject({ kind: 'rejected', cause: 'model' });
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.5s' }];
  const message = JSON.stringify({ error: { message: 'quota', details } });
  expect(faultOf(new GoogleError({ status: 429, message }))).toMatchObject({ retryAfterMs: 1500 });
  expect(faultOf(new Error('')).message).toBe('an error without a message');
});
