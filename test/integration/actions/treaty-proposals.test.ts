import { expect, test } from 'vitest';
import { Stage } from '../../support/stage.js';

test('an AI answers a proposal at once: it buys what it lacks, and says why it declines', async () => {
  await using stage = await Stage.of(['alice'], { players: 2 });
  const [alice] = stage.first();
  const ai = [...alice.world.players.values()].find(({ flags }) => flags.has('PLRF_AI'));
  if (ai === undefined) throw new Error('there is no AI');
  const toAi = { target: { id: ai.playerno } };
  const explorer = await alice.unit('Explorer', { x: 20, y: 20 });
  await stage.lua(
    `edit.create_unit(find.player(${ai.playerno}), find.tile(22, 20), find.unit_type("Explorer"), 0, nil, -1)`,
  );
  const early = await alice.refused('treaty_propose', { ...toAi, clauses: [{ clause: 'peace' }] });
  expect(early.message).toContain('contact');
  await alice.does('unit_move', { unit_id: explorer.id, target: { x: 21, y: 20 } });
  await alice.tech('Pottery');
  // It speaks of a ceasefire first, at the beginning of its own turn.
  for (let turn = 0; turn < 5 && !alice.world.treaties.has(ai.playerno); turn += 1) await stage.nextTurn();
  const meeting = await alice.refused('treaty_propose', { ...toAi, clauses: [{ clause: 'peace' }] });
  expect(meeting.message).toContain('treaty_cancel_meeting');
  await alice.does('treaty_accept', toAi);

  const sold = [
    { clause: 'advance', value: 'pottery' },
    { clause: 'gold', giver: 'them', value: 20 },
  ];
  const before = alice.world.players.get(alice.player)?.gold ?? 0;
  const { changed } = await alice.does('treaty_propose', { ...toAi, clauses: sold });
  expect(changed).toMatchObject({ treaty: 'concluded', relation: 'ceasefire' });
  expect(alice.world.players.get(alice.player)?.gold).toBe(before + 20);

  const wish = [{ clause: 'embassy', giver: 'them' }];
  const declined = await alice.does('treaty_propose', { ...toAi, clauses: wish });
  expect(declined.changed).toMatchObject({
    treaty: 'declined',
    answer: expect.stringContaining('not very good for us'),
  });
  expect(alice.world.treaties.has(ai.playerno)).toBe(false);
});
