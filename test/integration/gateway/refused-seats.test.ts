import { expect, test } from 'vitest';
import { isGameOperation } from '#shared/protocol/game-operations.js';
import { startFixture } from './support/gateway-fixture.js';
import { answerAll, type ScriptedProxy } from './support/scripted-proxy.js';

const seats = [1, 2].map((port) => ({ agent_url: `ws://127.0.0.1:${port}/` }));

/** Makes a game with seats for two agents elsewhere, of which the proxy refuses the second. */
async function makeGame(onDelete: (...asked: Parameters<ScriptedProxy['respond']>) => void) {
  await using fixture = await startFixture({
    LLM_API_TOKENS: 'good-token',
    ...{ REMOTE_AGENT_HOSTS: '127.0.0.1', REMOTE_AGENT_KEY: 'a-key-of-the-tests-that-is-long-enough' },
  });
  const { proxy, port } = fixture;
  proxy.respond = (request) => {
    const { type, agent_id } = request;
    if (type === 'game_delete') onDelete(request, proxy);
    else if (type === 'llm_connect' && agent_id === 'remote-2')
      proxy.answer(request, 'error', { error_code: 'E112', error_message: 'The game is full' });
    else if (isGameOperation(type)) proxy.answer(request, type, { game_id: 'g', config: {}, seats: [] });
    else answerAll(request, proxy);
  };
  const api = `http://127.0.0.1:${port}/api/games`;
  const headers = { authorization: 'Bearer good-token', 'content-type': 'application/json' };
  const body = JSON.stringify({ game_id: 'g', players: 3, seats });
  const made = await fetch(api, { method: 'POST', headers, body });
  const left = await fetch(`${api}/g/seats`, { headers });
  return { status: made.status, answer: await made.json(), left: await left.json(), proxy };
}

test('a new game whose second remote seat is refused is removed', async () => {
  const { answer, left, proxy } = await makeGame((request, link) =>
    link.answer(request, 'game_delete', { deleted: 'g' }),
  );
  expect(answer).toMatchObject({ code: 'E112', error: 'The game is full' });
  expect(proxy.received.filter(({ type }) => type === 'game_delete')).toMatchObject([{ game_id: 'g' }]);
  expect(left).toEqual({ remote_seats: [] });
});

test('where it cannot be removed the answer says that it is there', async () => {
  const { answer } = await makeGame((request, link) =>
    link.answer(request, 'error', { error_code: 'E123', error_message: 'The bucket is away' }),
  );
  expect(answer).toMatchObject({
    code: 'E112',
    error: expect.stringMatching(/[^.]\. The game .+: delete it$/),
  });
});
