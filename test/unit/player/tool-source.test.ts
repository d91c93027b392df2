import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { configuredModel } from '../../../agent/player/configured-model.js';
import { promptOf } from '../../../agent/player/game-player.js';
import { readOptions } from '../../../agent/player/options.js';

async function askedAt(gateway: string) {
  const options = readOptions(['--model', 'm', '--base-url', 'http://127.0.0.1:9/v1']);
  if (!options.ok) throw new Error(options.failure);
  const model = await configuredModel(options.value, {});
  if (!model.ok) throw new Error(model.failure);
  return promptOf({ source: { gateway, token: 't' }, ...model.value, options: options.value });
}

test('what answers at the address but is no gateway, and an address that is none, are one line', async () => {
  const server = createServer((_request, response) => response.end('{"tools":"none"}')).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await askedAt(`ws://127.0.0.1:${port}`)).toEqual({
    ok: false,
    failure: `What answers at ws://127.0.0.1:${port} is no gateway. Check --gateway`,
  });
  expect(await askedAt('a gateway')).toMatchObject({
    ok: false,
    failure: expect.stringMatching(/^No gateway answers at a gateway\. .* Check --gateway$/),
  });
});
