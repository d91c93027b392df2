import { expect, test } from 'vitest';
import { summaryOf, summaryOnDisk } from '../../../features/operations/game-info.js';
import { type Actor, Stage } from '../../support/stage.js';

/** Takes all units from a player without cities: it is dead. */
async function wipeOut(stage: Stage, player: number): Promise<void> {
  await stage.lua(`for u in find.player(${player}):units_iterate() do edit.unit_kill(u, "editor", nil) end`);
}

test('who outlives all others has won: winner, ranking and the server’s own report', async () => {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  await wipeOut(stage, bob.player);
  // Bob’s seat is not waited for any more: what ends the turn is the news of its death.
  await alice.agent.act('end_turn');
  const told = await alice.agent.push('game_ended');
  const name = alice.world.players.get(alice.player)?.name;
  expect(told).toMatchObject({ reason: 'victory', turn: 1, winner: name, winners: [name] });
  expect(told.ranking).toHaveLength(2);
  expect(told.ranking).toContainEqual(
    expect.objectContaining({ player_id: alice.player, winner: true, categories: expect.any(Object) }),
  );
  expect(told.report).toContainEqual(expect.stringContaining('conquest victory'));
  expect(await bob.agent.push('game_ended')).toEqual(told);
  expect(stage.game.record.ended).toMatchObject({ reason: 'victory' });
});

/** Its end stands in all it is told, nothing is offered to it or taken from it but talk, and it sees the game go on. */
async function watchesOn({ agent }: Actor): Promise<void> {
  const defeated = { turn: 1 };
  const begun = await agent.push('turn_start', ({ turn }) => turn === 2);
  expect(begun).toMatchObject({ active_player: null, digest: { defeated, needs_decision: [] } });
  for (const format of ['full', 'llm_optimized'] as const)
    expect(await agent.state({ format, legal_actions: 'list' })).toMatchObject({
      ...{ turn: 2, defeated, legal_actions: [] },
    });
  expect(await agent.state({ format: 'llm_optimized' })).toMatchObject({
    strategic_summary: { rank: null },
    ...{ immediate_priorities: [], opportunities: [], research_options: [] },
  });
  expect(await agent.state({ format: 'scene' })).toMatchObject({
    scene: expect.stringContaining('Your nation was destroyed in turn 1; you may watch on.'),
  });
  for (const action of ['end_turn', 'player_rates', 'tech_goal'])
    await expect(agent.act(action, { tax: 40, luxury: 0, science: 60 })).rejects.toMatchObject({
      code: 'E143',
      message: expect.stringContaining('destroyed in turn 1'),
    });
  expect(await agent.act('diplomacy_message', { text: 'well played' })).toMatchObject({
    outcome: 'applied',
  });
}

test('an agent that has lost hears it and may watch on, and the game ends when no agent is left', async () => {
  await using stage = await Stage.of(['alice', 'bob'], { players: 4 });
  const [alice, bob] = stage.pair();
  await wipeOut(stage, bob.player);
  await alice.agent.act('end_turn');
  expect(await bob.agent.push('event', ({ event }) => event === 'defeated')).toMatchObject({ turn: 1 });
  await alice.agent.push('turn_start', ({ turn }) => turn === 2);
  await watchesOn(bob);
  await wipeOut(stage, alice.player);
  await alice.agent.act('end_turn');
  for (const { agent } of [alice, bob]) {
    const told = await agent.push('game_ended');
    expect(told).toMatchObject({ reason: 'defeat' });
    expect(told.ranking).toHaveLength(4);
  }
});

test('the last turn that was asked for ends the game', async () => {
  await using stage = await Stage.of(['alice'], { end_turn: 2, players: 2 });
  const [alice] = stage.first();
  await stage.nextTurn();
  await alice.agent.act('end_turn');
  const told = await alice.agent.push('game_ended');
  expect(told).toMatchObject({ reason: 'end_turn', turn: 2 });
  expect(told.report).toContainEqual(expect.stringContaining('turn limit'));
  await stage.game.whenSettled();
  // As a list shows it now, and after the proxy was started again.
  const { id: gameId, record } = stage.game;
  const shown = summaryOf(stage.game);
  expect(shown).toMatchObject({ state: 'archived', turn: 2 });
  expect(summaryOnDisk({ gameId, record, isArchived: true })).toEqual(shown);
});
