import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, Stage } from '../../support/stage.js';
import { testShown } from '../../support/unit-action-coverage.js';

describe('diplomacy', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;
  let toBob: { target: { id: number } };
  let toAlice: { target: { id: number } };

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    toBob = { target: { id: bob.player } };
    toAlice = { target: { id: alice.player } };
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** Both open a meeting and one of them puts a clause on the table. */
  async function meetOver(...clauses: readonly Record<string, unknown>[]): Promise<void> {
    // Of a meeting before, bob may hear the end a moment after alice.
    await bob.sees((world) => !world.treaties.has(alice.player));
    await alice.does('treaty_open', toBob);
    await bob.sees((world) => world.treaties.has(alice.player));
    for (const clause of clauses) await alice.does('treaty_add_clause', { ...toBob, ...clause });
    await bob.sees((world) => world.treaties.get(alice.player)?.clauses.length === clauses.length);
  }

  async function conclude(): Promise<Readonly<Record<string, unknown>>> {
    const first = await alice.does('treaty_accept', toBob);
    expect(first.changed).toMatchObject({ i_accepted: true, other_accepted: false });
    await bob.sees((world) => world.treaties.get(alice.player)?.otherAccepted === true);
    const { changed } = await bob.does('treaty_accept', toAlice);
    expect(changed).toMatchObject({ concluded: true });
    await alice.sees((world) => !world.treaties.has(bob.player));
    return changed;
  }

  test('chat comes with who says it, without what nobody sees', async () => {
    await alice.does('diplomacy_message', { ...toBob, text: 'peace\u202e?' });
    const { nation } = (await bob.agent.state()).players[alice.player] ?? {};
    const said = await bob.agent.push('chat_message', ({ text }) => text.includes('peace?'));
    expect(said).toMatchObject({ player_id: alice.player, nation });
    // A player of the server whose words do not come through the gateway.
    await alice.seat.request('chat_msg_req', { message: 'dis\u200bband\u202c all' });
    const quoted = await bob.agent.push('chat_message', ({ text }) => text.includes('disband all'));
    expect(quoted).toMatchObject({ player_id: alice.player, nation });
  });

  test('nobody meets whom he has never met, nor himself, nor somebody who is not there', async () => {
    expect((await alice.refused('treaty_open', toBob)).message).toContain('contact');
    expect((await alice.refused('treaty_open', toAlice)).code).toBe('E130');
    const error = await alice.refused('treaty_open', { target: 'Napoleon the Ninth' });
    expect(error.details).toMatchObject({ path: 'data.target', players: [{ id: bob.player }] });
    expect((await alice.refused('treaty_accept', toBob)).message).toContain('treaty_open');
    await stage.meet();
  });

  test('a cease-fire ends the war; what cannot follow on a state is refused', async () => {
    await meetOver({ clause: 'ceasefire' });
    expect((await alice.refused('treaty_open', toBob)).details).toMatchObject({ i_accepted: false });
    expect((await conclude()).relation).toBe('ceasefire');
    await meetOver();
    const again = await alice.refused('treaty_add_clause', { ...toBob, clause: 'ceasefire' });
    expect(again).toMatchObject({ code: 'E130', details: { path: 'data.clause' } });
    await alice.does('treaty_cancel_meeting', toBob);
    await bob.sees((world) => !world.treaties.has(alice.player));
    expect((await alice.refused('treaty_cancel_meeting', toBob)).code).toBe('E130');
  });

  test('a foreigner who is no enemy is expelled from the land', async () => {
    const sandbox = await Stage.of(['alice', 'bob'], { ruleset: 'sandbox' });
    await using _end = sandbox;
    const [host, guest] = sandbox.pair();
    await sandbox.meet();
    await host.does('treaty_open', { target: guest.player });
    await host.does('treaty_add_clause', { target: guest.player, clause: 'ceasefire' });
    await guest.sees((world) => (world.treaties.get(host.player)?.clauses.length ?? 0) === 1);
    await host.does('treaty_accept', { target: guest.player });
    await guest.sees((world) => world.treaties.get(host.player)?.otherAccepted === true);
    await guest.does('treaty_accept', { target: host.player });
    await host.city('Capital', { x: 16, y: 15 });
    await guest.city('Home', { x: 26, y: 12 });
    const police = await host.unit('Warriors', { x: 16, y: 14 });
    const workers = await guest.unit('Workers', { x: 17, y: 14 });
    const verdict = await host.does('unit_expel', { unit_id: police.id, target: { id: workers.id } });
    expect(verdict.changed).toMatchObject({ succeeded: true });
    await guest.sees((world) => world.units.get(workers.id)?.tile !== workers.tile);
  });

  test('a proposal to a player who is no AI waits on the table, accepted by who made it', async () => {
    const clauses = [{ clause: 'gold', value: 3 }];
    const { changed } = await alice.does('treaty_propose', { ...toBob, clauses });
    expect(changed).toMatchObject({ treaty: 'proposed', i_accepted: true, other_accepted: false });
    await bob.sees((world) => world.treaties.get(alice.player)?.otherAccepted === true);
    expect((await bob.does('treaty_accept', toAlice)).changed).toMatchObject({ concluded: true });
    await alice.sees((world) => !world.treaties.has(bob.player));
  });

  test('a treaty hands over gold, a technology, an embassy and maps', async () => {
    await alice.tech('Alphabet');
    await alice.gold(100);
    const gold = alice.world.players.get(alice.player)?.gold ?? 0;
    await meetOver(
      { clause: 'gold', value: 50 },
      { clause: 'advance', value: 'alphabet' },
      { clause: 'embassy', giver: 'them' },
      { clause: 'seamap' },
      { clause: 'map', giver: 'them' },
    );
    const more = await alice.does('treaty_add_clause', { ...toBob, clause: 'gold', value: 70 });
    expect(more.changed.clauses).toContainEqual({ clause: 'gold', giver: alice.player, value: 70 });
    expect(more.changed.clauses).toHaveLength(5);
    await conclude();
    expect(alice.world.players.get(alice.player)?.gold).toBe(gold - 70);
    await expect.poll(() => bob.world.research.get(bob.player)?.inventions).toMatch(/2/);
    await alice.sees((world) => world.players.get(alice.player)?.realEmbassy[bob.player] === true);
  });

  test('a treaty is not concluded when one side has no longer what it promised', async () => {
    const gold = bob.world.players.get(bob.player)?.gold ?? 0;
    await meetOver({ clause: 'gold', giver: 'them', value: gold });
    await bob.does('treaty_accept', toAlice);
    await alice.sees((world) => world.treaties.get(bob.player)?.otherAccepted === true);
    await stage.lua(`edit.change_gold(find.player(${bob.player}), -1)`);
    const error = await alice.refused('treaty_accept', toBob);
    expect(error).toMatchObject({ code: 'E131', message: expect.stringContaining('promised amount') });
    expect(alice.world.treaties.has(bob.player)).toBe(false);
  });

  test('a treaty that waits for the seat to accept is offered as urgent, and can be sent back as it is', async () => {
    await meetOver({ clause: 'seamap' });
    await bob.does('treaty_accept', toAlice);
    await alice.sees((world) => world.treaties.get(bob.player)?.otherAccepted === true);
    const state = await alice.agent.state({
      format: 'full',
      include_legal_actions: true,
      max_legal_actions: 3,
    });
    const first = state.legal_actions.find(({ type }) => type === 'treaty_accept');
    expect(first).toMatchObject({
      type: 'treaty_accept',
      ...toBob,
      accepted: true,
      certain: true,
      priority: 'high',
    });
    const verdict = await alice.agent.act('treaty_accept', first);
    expect(verdict).toMatchObject({ outcome: 'applied' });
  });

  test('a clause is refused when its giver has no such thing, and can be taken out again', async () => {
    await meetOver({ clause: 'embassy' }, { clause: 'vision' });
    const rich = await alice.refused('treaty_add_clause', { ...toBob, clause: 'gold', value: 99_999 });
    expect(rich).toMatchObject({ code: 'E130', details: { path: 'data.value' } });
    const unknown = await alice.refused('treaty_add_clause', {
      ...toBob,
      clause: 'advance',
      value: 'Railroad',
    });
    expect(unknown.details.path).toBe('data.value');
    const there = await alice.refused('treaty_add_clause', { ...toBob, clause: 'vision' });
    expect(there.message).toContain('already');
    const removed = await alice.does('treaty_remove_clause', { ...toBob, clause: 'embassy' });
    expect(removed.changed.clauses).toEqual([{ clause: 'vision', giver: alice.player }]);
    expect((await alice.refused('treaty_remove_clause', { ...toBob, clause: 'embassy' })).code).toBe('E130');
    await alice.does('treaty_accept', toBob);
    expect((await alice.refused('treaty_accept', toBob)).code).toBe('E130');
    const withdrawn = await alice.does('treaty_accept', { ...toBob, accepted: false });
    expect(withdrawn.changed).toMatchObject({ i_accepted: false });
    await conclude();
  });

  test('shared vision is withdrawn, once', async () => {
    const verdict = await alice.does('cancel_pact', { ...toBob, pact: 'shared_vision' });
    expect(verdict.changed).toEqual({ shared_vision: false });
    expect((await alice.refused('cancel_pact', { ...toBob, pact: 'shared_vision' })).code).toBe('E130');
  });

  test('a city is given, but not a capital', async () => {
    const capital = await alice.city('Capital', { x: 16, y: 15 });
    const gift = await alice.city('Gift', { x: 20, y: 13 });
    await meetOver({ clause: 'city', value: 'gift' });
    const error = await alice.refused('treaty_add_clause', { ...toBob, clause: 'city', value: 'Capital' });
    expect(error).toMatchObject({ code: 'E130', details: { path: 'data.value', possible: ['Gift'] } });
    await conclude();
    await bob.sees((world) => world.cities.get(gift.id)?.owner === bob.player);
    expect(alice.world.cities.get(capital.id)?.owner).toBe(alice.player);
  });

  test('peace follows on the cease-fire, and is cancelled back to war', async () => {
    await meetOver({ clause: 'peace' });
    expect((await conclude()).relation).toBe('armistice');
    const verdict = await bob.does('cancel_pact', toAlice);
    expect(verdict.changed).toMatchObject({ relation: 'war', was: 'armistice' });
    const error = await bob.refused('cancel_pact', toAlice);
    expect(error).toMatchObject({ code: 'E130', details: { relation: 'war' } });
  });

  test('an alliance is formed, and cancelled to an armistice', async () => {
    await meetOver({ clause: 'alliance' });
    expect((await conclude()).relation).toBe('alliance');
    const verdict = await alice.does('cancel_pact', toBob);
    expect(verdict.changed).toMatchObject({ relation: 'armistice', was: 'alliance' });
  });
});

testShown('diplomacy');
