import { describe, expect, test } from 'vitest';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { areAllied } from '../../../proxy/rules/lookup/players.js';
import {
  canBeGiven,
  cancelObstacle,
  canGiveClause,
  isPactPossible,
  meetingObstacle,
  pactBases,
  sharesVision,
  teachableTechs,
} from '../../../proxy/rules/players/diplomacy.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

type DiplomaticState = PacketFields['player_diplstate'];
type Player = PacketFields['player_info'];

const recorded = worldAtTurn(60);
const me = must(recorded.players.get(0));
const other = must(recorded.players.get(2));
const third = must(recorded.players.get(1));
const human = new Set<'PLRF_AI'>();
const ai = new Set<'PLRF_AI'>(['PLRF_AI']);

function withPlayers(world: World, ...players: readonly Player[]): World {
  return worldWith(world, { players: tableWith(world.players, ({ playerno }) => playerno, ...players) });
}

/** How two players stand to each other, the same from both sides. */
function standing(world: World, one: number, two: number, changes: Partial<DiplomaticState>): World {
  const entries = [...world.diplomacy.values()].filter(
    ({ plr1, plr2 }) => (plr1 === one && plr2 === two) || (plr1 === two && plr2 === one),
  );
  expect(entries).toHaveLength(2);
  const changed = entries.map((entry) => ({ ...entry, ...changes }));
  return worldWith(world, {
    diplomacy: tableWith(world.diplomacy, (entry) => entry.diplstateId, ...changed),
  });
}

/** Nobody has an embassy, and the two have met of late. */
const noEmbassies = withPlayers(
  recorded,
  ...[me, other].map((player) => ({ ...player, realEmbassy: player.realEmbassy.map(() => false) })),
);
const met = standing(noEmbassies, 0, 2, { contactTurnsLeft: 5 });

describe('meeting', () => {
  const game = must(met.game);
  const among = (diplomacy: typeof game.diplomacy, mine: typeof human, theirs: typeof human) =>
    worldWith(
      withPlayers(met, { ...me, flags: mine, realEmbassy: [] }, { ...other, flags: theirs, realEmbassy: [] }),
      {
        game: { ...game, diplomacy },
      },
    );

  test.each([
    ['DIPLO_FOR_ALL', 'all', 'all', 'all'],
    ['DIPLO_FOR_HUMANS', 'all', 'none', 'none'],
    ['DIPLO_FOR_AIS', 'none', 'none', 'all'],
    ['DIPLO_NO_AIS', 'all', 'all', 'none'],
    ['DIPLO_NO_MIXED', 'all', 'none', 'all'],
    ['DIPLO_FOR_TEAMS', 'none', 'none', 'none'],
    ['DIPLO_DISABLED', 'none', 'none', 'none'],
  ] as const)(
    'under %s a meeting is open to two humans: %s, to a human and an AI: %s, to two AIs: %s',
    (setting, ...who) => {
      const pairs = [
        [human, human],
        [human, ai],
        [ai, ai],
      ] as const;
      for (const [index, [mine, theirs]] of pairs.entries()) {
        const world = among(setting, mine, theirs);
        const expected = who[index] === 'all' ? undefined : 'forbidden_by_game';
        expect(meetingObstacle(world, must(world.players.get(2)))).toBe(expected);
      }
    },
  );

  test('under DIPLO_FOR_TEAMS a meeting is open to those of one team', () => {
    const world = among('DIPLO_FOR_TEAMS', human, human);
    const mates = withPlayers(world, { ...other, team: me.team, realEmbassy: [] });
    expect(meetingObstacle(mates, must(mates.players.get(2)))).toBeUndefined();
  });

  test.each([
    ['with oneself', met, 0, 'nobody'],
    ['of a seat without a player', worldWith(met, { seat: { ...met.seat, player: undefined } }), 2, 'nobody'],
    ['with a dead player', withPlayers(met, { ...other, isAlive: false }), 2, 'dead'],
    ['of a dead player', withPlayers(met, { ...me, isAlive: false }), 2, 'dead'],
    ['without contact and embassy', standing(noEmbassies, 0, 2, { contactTurnsLeft: 0 }), 2, 'no_contact'],
    ['in contact', met, 2, undefined],
  ] as const)('a meeting %s is open or has its reason not to be', (_which, world, player, expected) => {
    expect(meetingObstacle(world, must(world.players.get(player)))).toBe(expected);
  });

  test.each([0, 2])('a meeting is possible by the embassy of player %i with the other one', (owner) => {
    const away = standing(noEmbassies, 0, 2, { contactTurnsLeft: 0 });
    const host = owner === 0 ? 2 : 0;
    const player = must(away.players.get(owner));
    const realEmbassy = player.realEmbassy.map((_, id) => id === host);
    const world = withPlayers(away, { ...player, realEmbassy });
    expect(meetingObstacle(world, must(world.players.get(2)))).toBeUndefined();
  });
});

describe('treaty', () => {
  test.each([
    ['DS_WAR', 'no_treaty'],
    ['DS_NO_CONTACT', 'no_treaty'],
    ['DS_PEACE', undefined],
    ['DS_ALLIANCE', undefined],
    ['DS_CEASEFIRE', undefined],
    ['DS_ARMISTICE', undefined],
  ] as const)('a treaty in %s can be cancelled or there is none', (type, expected) => {
    expect(cancelObstacle(standing(met, 0, 2, { type }), 2)).toBe(expected);
  });

  const peace = standing(met, 0, 2, { type: 'DS_PEACE', hasReasonToCancel: 0 });
  const democracy = must(
    [...met.ruleset.governments.values()].find(({ ruleName }) => ruleName === 'Democracy'),
  );
  const senate = withPlayers(peace, { ...me, government: democracy.id });

  test.each([
    ['within a team', withPlayers(peace, { ...other, team: me.team }), 'one_team'],
    ['with a dead player', withPlayers(peace, { ...other, isAlive: false }), 'dead'],
    ['against the senate of a democracy', senate, 'senate'],
    ['for which there is a reason', standing(senate, 0, 2, { hasReasonToCancel: 1 }), undefined],
  ] as const)('a treaty %s can be cancelled or has its reason not to be', (_which, world, expected) => {
    expect(cancelObstacle(world, 2)).toBe(expected);
  });

  test.each([
    ['CLAUSE_CEASEFIRE', ['war']],
    ['CLAUSE_PEACE', ['war', 'ceasefire']],
    ['CLAUSE_ALLIANCE', ['war', 'ceasefire', 'armistice', 'peace']],
    ['CLAUSE_GOLD', []],
  ] as const)('a treaty of %s follows on some states', (clause, bases) => {
    expect(pactBases(clause)).toEqual(bases);
    for (const type of ['DS_WAR', 'DS_CEASEFIRE', 'DS_ARMISTICE', 'DS_PEACE', 'DS_ALLIANCE'] as const) {
      const world = standing(met, 0, 2, { type });
      const name = type.replace('DS_', '').toLowerCase();
      expect(isPactPossible(world, 2, clause)).toBe(bases.some((base) => base === name));
    }
  });
});

describe('clause', () => {
  const gold = (value: number) => ({ giver: 0, type: 'CLAUSE_GOLD' as const, value });
  const peace = standing(met, 0, 2, { type: 'DS_PEACE' });
  const alliance = { giver: 0, type: 'CLAUSE_ALLIANCE' as const, value: 0 };
  const feud = (mine: DiplomaticState['type'], theirs: DiplomaticState['type']) =>
    standing(standing(peace, 0, 1, { type: mine }), 2, 1, { type: theirs });
  const quiet = [...recorded.players.values()]
    .filter(({ playerno }) => ![0, 2].includes(playerno))
    .reduce(
      (world, { playerno }) =>
        standing(standing(world, 0, playerno, { type: 'DS_PEACE' }), 2, playerno, { type: 'DS_PEACE' }),
      peace,
    );
  const city = (id: number) => ({ giver: 0, type: 'CLAUSE_CITY' as const, value: id });
  const [capital] = [...recorded.cities.values()].filter(
    (one) => one.owner === 0 && !canBeGiven(recorded, one, 0),
  );

  test.each([
    ['as much gold as there is', withPlayers(met, { ...me, gold: 50 }), gold(50), true],
    ['no more gold than there is', withPlayers(met, { ...me, gold: 50 }), gold(51), false],
    ['whatever the other one gives, who is asked', met, { ...gold(1_000_000), giver: 2 }, true],
    ['an own city', met, city(118), recorded.cities.get(118)?.owner === 0],
    ['no capital', met, city(capital?.id ?? 0), false],
    ['no city of another player', met, { ...city(135) }, false],
    ['no city that is not known', met, city(99_999), false],
    ['a map', met, { giver: 0, type: 'CLAUSE_MAP', value: 0 }, true],
    ['an embassy that the other one has not got', met, { giver: 0, type: 'CLAUSE_EMBASSY', value: 0 }, true],
    ['no peace in peace', peace, { giver: 2, type: 'CLAUSE_PEACE', value: 0 }, false],
    ['an alliance where neither fights an ally of the other', quiet, alliance, true],
    ['no alliance with who fights an ally', feud('DS_ALLIANCE', 'DS_WAR'), alliance, false],
    ['no alliance with an ally of an enemy', feud('DS_WAR', 'DS_ALLIANCE'), alliance, false],
    [
      'no alliance in war with a third, when there is no peace to build on',
      standing(met, 0, 2, { type: 'DS_ALLIANCE' }),
      alliance,
      false,
    ],
  ] as const)('a clause can give %s', (_what, world, clause, expected) => {
    expect(canGiveClause(world, 2, clause)).toBe(expected);
  });

  test('a clause can give a technology that can be researched, or any unknown one where holes are allowed', () => {
    const techId = (name: string) =>
      must([...met.ruleset.techs.values()].find(({ ruleName }) => ruleName === name)).id;
    const [alphabet, writing] = [techId('Alphabet'), techId('Writing')];
    const research = must(met.research.get(2));
    const states = [...must(met.research.get(0)).inventions];
    const without = (lacks: Readonly<Record<number, string>>) =>
      states.map((state, tech) => lacks[tech] ?? state).join('');
    const teaches = (techTradeAllowHoles: boolean) => {
      const inventions = without({ [alphabet]: '1', [writing]: '0' });
      const changed = tableWith(met.research, ({ id }) => id, { ...research, inventions });
      const world = worldWith(met, { research: changed, game: { ...must(met.game), techTradeAllowHoles } });
      return teachableTechs(world, 0, 2).map(({ id }) => id);
    };
    expect(teaches(false)).toEqual([alphabet]);
    expect(teaches(true).toSorted()).toEqual([alphabet, writing].toSorted());
  });
});

test('players are allied by an alliance or as a team, and share vision when they say so', () => {
  expect(areAllied(standing(met, 0, 2, { type: 'DS_ALLIANCE' }), 0, 2)).toBe(true);
  expect(areAllied(standing(met, 0, 2, { type: 'DS_PEACE' }), 0, 2)).toBe(false);
  const givesSharedVision = me.givesSharedVision.map((_, index) => (index === 0 ? 0b100 : 0));
  const sharing = withPlayers(met, { ...me, givesSharedVision });
  expect([1, 2, 3].map((taker) => sharesVision(sharing, 0, taker))).toEqual([false, true, false]);
  expect(sharesVision(sharing, third.playerno, 2)).toBe(false);
  expect(sharesVision(sharing, 99, 2)).toBe(false);
});
