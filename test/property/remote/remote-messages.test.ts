import fc from 'fast-check';
import { expect, test } from 'vitest';
import { remoteAgentMessages } from '#shared/protocol/remote-agent.js';
import { readRemoteMessage } from '../../../features/remote/remote-message.js';
import { runs } from '../../support/property-runs.js';

const MAX_BYTES = 4096;
const read = (text: string) => readRemoteMessage(Buffer.from(text), MAX_BYTES);
const types = Object.keys(remoteAgentMessages);

test('any bytes give a message of a known type, or a failure with a code that says what is wrong', () => {
  const fields = fc.dictionary(
    fc.oneof(
      fc.constantFrom('request_id', 'function', 'arguments', 'functions', 'message', 'status', 'data'),
      fc.string(),
    ),
    fc.anything({ maxDepth: 3 }),
  );
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .tuple(fc.oneof(fc.constantFrom(...types), fc.string()), fields)
      .map(([type, more]) => JSON.stringify({ ...more, type })),
  );
  fc.assert(
    fc.property(text, (sent) => {
      const message = read(sent);
      if (message.ok) expect(types).toContain(message.value.type);
      else expect(message.failure.code).toMatch(/^E10[13456]$/);
    }),
    { numRuns: runs(500) },
  );
});

test('fields beside the type are read like those in data', () => {
  const call = fc.record({
    request_id: fc.string({ minLength: 1, maxLength: 100 }),
    function: fc.constantFrom('brief', 'do', 'end_turn'),
    arguments: fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.jsonValue({ maxDepth: 2 }), {
      maxKeys: 4,
    }),
  });
  fc.assert(
    fc.property(call, (data) => {
      const flat = read(JSON.stringify({ type: 'function_call', ...data }));
      const nested = read(JSON.stringify({ type: 'function_call', data }));
      expect(flat.ok).toBe(nested.ok);
      if (flat.ok && nested.ok) expect(flat.value.data).toMatchObject(nested.value.data);
    }),
  );
});

test('a message that is too large or too deep is refused before it is parsed', () => {
  const deep = `{"type":"function_call","arguments":${'['.repeat(30)}${']'.repeat(30)}}`;
  const large = JSON.stringify({ type: 'chat_response', message: 'x'.repeat(MAX_BYTES) });
  for (const text of [deep, large])
    expect(read(text)).toMatchObject({ ok: false, failure: { code: 'E106' } });
});
