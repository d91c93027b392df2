import { expect, test } from 'vitest';
import { productionChoices } from '../../../features/advisor/production/advice.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { stackThreats } from '../../../features/advisor/threats/stack-threats.js';
import { controlOf } from '../../../proxy/rules/movement/zones-of-control.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, turnOf, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { type Recording, replay, worldAtTurn } from '../../support/recorded-world.js';

/** What is kept for a position. */
function keptFacts(world: World): string {
  const situation = situationOf(world);
  const { plan } = settlingOutlook(situation);
  const facts = [[...plan], stackThreats(situation), productionChoices(situation), controlOf(world)];
  return JSON.stringify(facts);
}

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'civ2civ3-4-ai-40-turns-3.2'];

test.each(recordings)(
  'what is kept for a position holds when players have ended the turn, in %s',
  (recording) => {
    let seen = 0;
    const look = (world: World): boolean => {
      const turn = turnOf(world);
      if (world.turn.phase !== 'movement' || turn <= seen) return true;
      seen = turn;
      const facts = keptFacts(world);
      const { positionVersion } = world;
      for (const player of world.players.values())
        applyPacket(world, { name: 'player_info', fields: { ...player, phaseDone: !player.phaseDone } });
      expect(commit(world)).toBe(true);
      expect(world.positionVersion).toBe(positionVersion);
      expect(keptFacts({ ...world })).toBe(facts);
      return turn < 40;
    };
    replay(0, look, recording);
    expect(seen).toBeGreaterThan(30);
  },
);

test('the end of a turn makes another version of the same position, a repeated relation makes none', () => {
  const world = worldAtTurn(60);
  const { version } = world;
  const player = must(world.players.get(1));
  applyPacket(world, { name: 'player_info', fields: { ...player, phaseDone: !player.phaseDone } });
  expect(commit(world)).toBe(true);
  const relation = must([...world.diplomacy.values()][0]);
  applyPacket(world, { name: 'player_diplstate', fields: { ...relation } });
  expect(commit(world)).toBe(false);
  expect(world).toMatchObject({ version: version + 1, positionVersion: version });
  expect(world.players.changedSince(version)).toHaveLength(1);
  expect(world.players.positionVersion).toBeLessThanOrEqual(version);
  applyPacket(world, { name: 'player_info', fields: { ...player, gold: player.gold + 1 } });
  expect(commit(world)).toBe(true);
  expect(world.positionVersion).toBe(version + 2);
});

test('the turns for which contact lasts are no part of the position, but whether there is some is', () => {
  const world = worldAtTurn(60);
  const relation = must([...world.diplomacy.values()].find(({ contactTurnsLeft: left }) => left > 1));
  const tell = (contactTurnsLeft: number) => {
    const { positionVersion } = world;
    applyPacket(world, { name: 'player_diplstate', fields: { ...relation, contactTurnsLeft } });
    expect(commit(world)).toBe(true);
    return world.positionVersion > positionVersion;
  };
  const { contactTurnsLeft: left } = relation;
  expect([tell(left - 1), tell(0), tell(left)]).toEqual([false, true, true]);
});
