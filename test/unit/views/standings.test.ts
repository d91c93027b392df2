import { expect, test } from 'vitest';
import { type Brief, packedBriefSchema } from '#shared/protocol/state/brief.js';
import { briefView, packedBrief } from '../../../features/advisor/brief/brief.js';
import { standingCounsel } from '../../../features/advisor/counsel/standing-counsel.js';
import { briefText } from '../../../features/texts/brief-text.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(50);

/** The world of a player that is in contact with some others alone, and scores so much more than they. */
function knowing(others: readonly number[], ahead: number): World {
  const me = must(recorded.players.get(0));
  const score = ahead + Math.max(...others.map((other) => must(recorded.players.get(other)).score), 0);
  const own = { ...me, score, realEmbassy: me.realEmbassy.map(() => false) };
  const entries = [...recorded.diplomacy.values()].map((entry) => {
    const isSeen = [entry.plr1, entry.plr2].every((one) => one === 0 || others.includes(one));
    return { ...entry, contactTurnsLeft: isSeen ? 9 : 0 };
  });
  const [mine] = [must(recorded.research.get(0))];
  return worldWith(recorded, {
    players: tableWith(recorded.players, ({ playerno }) => playerno, own),
    diplomacy: tableWith(recorded.diplomacy, ({ diplstateId }) => diplstateId, ...entries),
    research: tableWith(new VersionedTable<typeof mine>(), ({ id }) => id, mine),
  });
}

function briefOf(world: World): Brief {
  return briefView(world, { since: world.messages.count, lists: [] });
}

test.each([
  ['the best of those that it has met', [2], 5, '1 of 2 seen; contact or an embassy shows 4 more'],
  ['worse than some of them', [2, 4], -1000, '3 of 3 seen; contact or an embassy shows 3 more'],
  ['unknown where it has met nobody', [], 5, 'unknown; contact or an embassy shows 5'],
])('the place by score among those that a player knows: %s', (_what, others, ahead, place) => {
  const world = knowing(others, ahead);
  expect(briefOf(world).nation).toMatchObject({ rank: null, place });
  expect(briefText(briefOf(world))).toContain(`, place ${place}`);
  expect(standingCounsel(world)).toMatchObject([{ text: expect.stringContaining(`Place ${place};`) }]);
});

test('a player that knows all scores has a rank and no place beside it', () => {
  expect(briefOf(recorded).nation).toMatchObject({ rank: expect.any(Number), place: undefined });
  expect(briefText(briefOf(recorded))).toMatch(/, rank \d$/mu);
});

test('the last brief has the final scores, the winner, and nothing to decide', () => {
  const ranked = [3, 0, 2].map((playerId, index) => ({
    ...{ playerId, score: 300 - 40 * index, winner: index === 0, categoryNum: 0, categoryScore: [] },
  }));
  const over = worldWith(recorded, {
    finalRanking: ranked,
    turn: { ...recorded.turn, phase: 'game_over' },
  });
  const brief = packedBrief(briefView(over, { since: 0, ended: { turns: 1, why: 'game_over' } }));
  expect(packedBriefSchema.parse(brief)).toEqual(brief);
  expect(brief.happened?.[0]).toMatch(
    /^The game is over\. Final scores: .+ 300 \(winner\), .+ 260, .+ 220\.$/u,
  );
  expect([brief.decisions, brief.threats, brief.counsel, brief.advice]).toEqual([[], [], [], []]);
});
