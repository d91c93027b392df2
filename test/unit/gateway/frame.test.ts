import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorCodes } from '#shared/core/error-codes.js';
import { fail, type Result } from '#shared/core/result.js';
import { readRequest } from '../../../gateway/agent/agent-request.js';
import { type AgentFrame, type Rejection, readAgentFrame } from '../../../gateway/agent/frame.js';
import { messageForms } from '../../../services/gateway/compose-forms.js';
import { runs } from '../../support/property-runs.js';

const limits = { bytes: 4096, depth: 16, values: 1000, bare: 4096 };
const read = (text: string) => readAgentFrame(Buffer.from(text), limits, messageForms);

function expectTotal(result: Result<AgentFrame, Rejection>): void {
  const outcome = result.ok ? readRequest(result.value, messageForms) : fail(result.failure.reason);
  if (!outcome.ok) expect(Object.keys(errorCodes)).toContain(outcome.failure.code);
}

test('any bytes give a request or a failure with a known code; nothing throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) =>
      expectTotal(readAgentFrame(bytes, limits, messageForms)),
    ),
    { numRuns: runs(2000) },
  );
});

test('any JSON gives a request or a failure with a known code; nothing throws', () => {
  const envelope = fc.record(
    {
      type: fc.oneof(fc.constantFrom('llm_connect', 'state_query', 'action', 'ping'), fc.jsonValue()),
      agent_id: fc.jsonValue(),
      timestamp: fc.jsonValue(),
      correlation_id: fc.jsonValue(),
      data: fc.jsonValue(),
      action: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const any = fc.oneof(fc.jsonValue(), envelope);
  fc.assert(
    fc.property(any, (value) => expectTotal(read(JSON.stringify(value)))),
    { numRuns: runs(2000) },
  );
});

test('a message that is wrong still gives its correlation_id back', () => {
  expect(read('{"correlation_id":"c","data":{}}')).toMatchObject({
    ok: false,
    failure: { correlationId: 'c', reason: { code: 'E101', path: 'type' } },
  });
  expect(read('{"type":"ping","correlation_id":5}')).toMatchObject({
    ok: false,
    failure: { reason: { code: 'E105', path: 'correlation_id' } },
  });
});

test('a message too large or too deep to be parsed still gives its correlation_id back', () => {
  const id = 'my "own" \u{1f600} id';
  for (const data of ['x'.repeat(5000), Array.from({ length: 1500 }, () => 1)]) {
    const text = JSON.stringify({ type: 'ping', data, correlation_id: id });
    expect(read(text)).toMatchObject({
      ok: false,
      failure: { correlationId: id, reason: { code: 'E106' } },
    });
  }
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (end) => {
      expectTotal(read(`${'['.repeat(20)}"correlation_id":${end}`));
    }),
  );
});

test('keys that reach prototypes are found at any place, escaped or not', () => {
  for (const key of ['__proto__', 'constructor', 'prototype', '\\u005f_proto__']) {
    const result = read(`{"type":"ping","data":{"a":[0,{"${key}":1}]}}`);
    expect(result).toMatchObject({ ok: false, failure: { reason: { code: 'E105' } } });
  }
  expect(read('{"type":"ping","data":{"a":"__proto__"}}')).toMatchObject({ ok: true });
});
