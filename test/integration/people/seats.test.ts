import { expect, test } from 'vitest';
import { openGame, startForPeople } from '../../support/people-stack.js';
import { invite, PersonClient } from '../../support/person-client.js';

const refusal = (joined: Promise<unknown>) =>
  joined.then(
    () => 'joined',
    (error: Error) => error.message,
  );

test('a person plays beside an agent: lobby, nation, city, chat, turns, and once more after leaving', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'evening');
  const invitation = await invite(stack, 'evening', 'person-1');
  const person = await PersonClient.join(invitation);
  await ann.push('game_ready');
  await expect.poll(() => person.turn).toBe(1);
  await person.foundCity('Annapolis');
  const cities = [...person.world.cities.values()].map(({ name }) => name);
  expect(cities).toEqual(['Annapolis']);
  await person.say('hello');
  expect(await ann.push('chat_message')).toMatchObject({ text: expect.stringContaining('hello') });
  expect((await person.say('/quit')).join()).toContain('the operator');
  expect(await refusal(PersonClient.join(invitation))).toContain('Another person plays this seat now');
  await person.endTurn();
  await ann.act('end_turn');
  await expect.poll(() => person.turn).toBe(2);
  await person[Symbol.asyncDispose]();
  await using again = await PersonClient.join(invitation);
  await expect.poll(() => again.turn).toBe(2);
  expect([...again.world.cities.values()].map(({ name }) => name)).toEqual(['Annapolis']);
  expect(again.world.seat.player).toBe(person.world.seat.player);
  await ann.push('turn_start', ({ turn }) => turn === 2);
  const waits = ann.push('status', ({ status }) => status === 'waiting');
  await ann.act('end_turn');
  expect(await waits).toMatchObject({ waiting_for: [{ player_id: again.world.seat.player, away: false }] });
  await again.endTurn();
  await expect.poll(() => again.turn).toBe(3);
});

test('a person takes the seat of a model over, gives it back by /away, and leaves it by going', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'shared', { min_agents: 1 });
  await ann.push('game_ready');
  const taken = ann.push('event', ({ event }) => event === 'played_by');
  const person = await PersonClient.join(await invite(stack, 'shared', 'ann'));
  expect(await taken).toMatchObject({ who: 'person', turn: 1 });
  await expect(ann.act('end_turn')).rejects.toMatchObject({ code: 'E145' });
  expect((await ann.state()).turn).toBe(1);
  const given = ann.push('event', (data) => data.event === 'played_by' && data.who === 'model');
  expect((await person.say('/away')).join()).toContain('Your agent plays the seat now');
  await given;
  expect((await person.send('player_phase_done', { turn: 1 })).join()).toContain('Your agent plays');
  await ann.act('end_turn');
  await expect.poll(() => person.turn).toBe(2);
  expect((await person.say('/away')).join()).toContain('You play the seat again');
  await expect(ann.act('end_turn')).rejects.toMatchObject({ code: 'E145' });
  const back = ann.push('event', (data) => data.event === 'played_by' && data.who === 'model');
  await person[Symbol.asyncDispose]();
  await back;
  await ann.act('end_turn');
  await ann.push('turn_start', ({ turn }) => turn === 3);
});

test('what an agent has begun does not act on in the seat that a person has taken over', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'waiting');
  const bob = await stack.agent('bob');
  await bob.connect({ api_token: stack.token, game_id: 'waiting' });
  await ann.push('game_ready');
  const invitation = await invite(stack, 'waiting', 'ann');
  const passing = ann.act('end_turn', { until: 9 });
  const awaited = () => stack.games.get('waiting')?.pendingPlayers.map(({ agentId }) => agentId);
  await expect.poll(awaited).toEqual(['bob']);
  await using person = await PersonClient.join(invitation);
  expect(await passing).toMatchObject({ result: { brief: { ended: { turns: 0, why: 'person' } } } });
  await bob.act('end_turn');
  // Each connection is told of the new turn by itself: only bob's own tells that bob can end it.
  await bob.push('turn_start', ({ turn }) => turn === 2);
  await expect.poll(() => person.turn).toBe(2);
  await bob.act('end_turn');
  await expect.poll(awaited).toEqual(['ann']);
  await person.endTurn();
  await expect.poll(() => person.turn).toBe(3);
});
