import { expect, test } from 'vitest';
import { openGame, startForPeople } from '../../support/people-stack.js';
import { invite, PersonClient } from '../../support/person-client.js';

const refusal = (joined: Promise<unknown>) =>
  joined.then(
    () => 'joined',
    (error: Error) => error.message,
  );

test('the client of another version, and of a game that is over, reads why in its dialog', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'short', { min_agents: 1, end_turn: 1 });
  await ann.push('game_ready');
  const invitation = await invite(stack, 'short', 'person-1');
  expect(await refusal(PersonClient.join(invitation, '3.2.1'))).toContain(
    'This game is played with FreeCiv 3.0: your client is of 3.2',
  );
  await using person = await PersonClient.join(invitation);
  await expect.poll(() => person.turn).toBe(1);
  const ended = person.closed;
  await person.endTurn();
  await ann.act('end_turn');
  await ann.push('game_ended');
  await ended;
  expect(await refusal(PersonClient.join(invitation))).toContain('The game is over');
});

test('a client that floods its seat with packets is disconnected, and the game goes on without it', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'flooded');
  const invitation = await invite(stack, 'flooded', 'person-1');
  const person = await PersonClient.join(invitation);
  await ann.push('game_ready');
  await expect.poll(() => person.turn).toBe(1);
  for (let n = 0; n < 20_000; n += 1) void person.send('client_heartbeat', {}).catch(() => undefined);
  await person.closed;
  await using again = await PersonClient.join(invitation);
  await expect.poll(() => again.turn).toBe(1);
  await again.endTurn();
  await ann.act('end_turn');
  await ann.push('turn_start', ({ turn }) => turn === 2);
});

test('a person who joins while the game is being restored waits for it', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'restored', { min_agents: 1 });
  await ann.push('game_ready');
  const invitation = await invite(stack, 'restored', 'person-1');
  const person = await PersonClient.join(invitation);
  await expect.poll(() => person.turn).toBe(1);
  await person[Symbol.asyncDispose]();
  const recovering = ann.push('status', ({ status }) => status === 'recovering');
  process.kill(stack.games.get('restored')?.serverPid ?? 0, 'SIGKILL');
  await recovering;
  await using again = await PersonClient.join(invitation);
  await expect.poll(() => again.turn).toBe(1);
});
