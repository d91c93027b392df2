import { expect, test } from 'vitest';
import { type Actor, Stage } from '../../support/stage.js';
import { agree } from '../../support/treaty.js';

/** Takes all units from a player without cities: it is dead. */
async function wipeOut(stage: Stage, { player }: Actor): Promise<void> {
  await stage.lua(`for u in find.player(${player}):units_iterate() do edit.unit_kill(u, "editor", nil) end`);
}

test.each([
  { victory: ['ALLIED'] as const, reason: 'victory', winners: 2 },
  { victory: [] as const, reason: undefined, winners: 0 },
])(
  'allies who are left alone win together where victory is $victory',
  async ({ victory, reason, winners }) => {
    await using stage = await Stage.of(['alice', 'bob', 'cyd'], { victory });
    const [alice, bob, cyd] = stage.actors;
    if (alice === undefined || bob === undefined || cyd === undefined) throw new Error('too few agents');
    await stage.meet();
    for (const clause of ['CLAUSE_EMBASSY', 'CLAUSE_PEACE'] as const)
      await agree(alice.seat, bob.seat, clause);
    await agree(bob.seat, alice.seat, 'CLAUSE_EMBASSY');
    await agree(alice.seat, bob.seat, 'CLAUSE_ALLIANCE');
    await wipeOut(stage, cyd);
    for (const { agent } of [alice, bob]) await agent.act('end_turn');
    if (reason === undefined) {
      await alice.agent.push('turn_start', ({ turn }) => turn === 2);
      return;
    }
    const told = await alice.agent.push('game_ended');
    expect(told).toMatchObject({ reason, turn: 1 });
    expect(told.winners).toHaveLength(winners);
    expect(told.winners).toEqual(
      expect.arrayContaining([alice, bob].map(({ world, player }) => world.players.get(player)?.name)),
    );
    expect(told.report?.join(' ')).toMatch(/allied victory/iu);
    expect(await bob.agent.push('game_ended')).toEqual(told);
  },
);
