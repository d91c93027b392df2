import { describe, expect, test } from 'vitest';
import { openDecisions, suddenReason } from '../../../features/advisor/brief/turn-end-reasons.js';
import { openedByTech, openingTechs } from '../../../features/advisor/rules/opened-by-tech.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { threats } from '../../../features/advisor/threats/threats.js';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import { allTechs, techState } from '../../../proxy/rules/lookup/research.js';
import { allTargets, isEndless, type Target } from '../../../proxy/rules/production/target.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

describe('open decisions', () => {
  const recorded = worldAtTurn(60);
  const since = recorded.messages.count;
  const legion = must(recorded.units.get(131));
  const beside = (x: number, y: number) =>
    worldWithUnits(recorded, unitWith(legion, { tile: must(recorded.map.tileAt({ x, y })) }));

  /** Those that are not of a technology, which are always some. */
  const without = (why: string, world: World) =>
    openDecisions(world, { since }).filter((one) => one.why !== why);

  test('there are no open decisions while no threat is grave and nothing asks', () => {
    expect(threats(situationOf(recorded)).map(({ severity }) => severity)).toContain('medium');
    expect(without('learned', recorded)).toEqual([]);
    // A legion beside Nesa, where archers would win.
    expect(without('learned', beside(10, 22))).toEqual([]);
  });

  test('open decisions are grave threats, each known by its kind, its player and the city', () => {
    const world = beside(6, 10);
    expect(threats(situationOf(world))[0]).toMatchObject({ severity: 'high', city_id: 295, turns_away: 1 });
    expect(without('learned', world)).toEqual([
      { why: 'threat', keys: ['threat military 2 295'], recurs: false },
    ]);
  });

  /** What is new in a changed world. */
  const fresh = (changes: Partial<World>) => {
    const before = new Set(openDecisions(recorded, { since }).flatMap(({ keys }) => keys));
    return openDecisions(worldWith(recorded, changes), { since }).flatMap(({ why, keys }) =>
      keys.filter((key) => !before.has(key)).map((key) => `${why}: ${key}`),
    );
  };

  test('a technology that opens something is new, and one that opens nothing is not', () => {
    const research = must(recorded.research.get(0));
    const learned = (opens: boolean) => {
      const { id } = must(
        allTechs(recorded).find(
          (tech) =>
            techState(research, tech.id) !== 'known' &&
            Object.values(openedByTech(recorded, tech)).some((things) => things.length > 0) === opens,
        ),
      );
      const inventions = Array.from(research.inventions, (state, tech) => (tech === id ? '2' : state)).join(
        '',
      );
      const knowing = { ...research, inventions };
      return { id, reasons: fresh({ research: tableWith(recorded.research, (one) => one.id, knowing) }) };
    };
    const opens = allTechs(recorded).filter((tech) =>
      Object.values(openedByTech(recorded, tech)).some((things) => things.length > 0),
    );
    const opening = learned(true);
    const known = openingTechs(recorded);
    expect(allTechs(recorded).filter(({ id }) => known.has(id))).toEqual(opens);
    expect(opening.reasons).toContain(`learned: tech ${opening.id}`);
    expect(learned(false).reasons.filter((one) => one.startsWith('learned'))).toEqual([]);
  });

  test('what a city builds and gold can pay for is new with the gold, and so is a city that makes coinage', () => {
    const city = must(recorded.cities.get(143));
    const settlers = must(allTargets(recorded).find(({ thing }) => thing.ruleName === 'Settlers'));
    const coinage = must(allTargets(recorded).find(isEndless));
    const builds = ({ kind, value }: Target, gold: number) => {
      const detail = {
        ...must(city.detail),
        ...{ productionKind: kind, productionValue: value, shieldStock: 5, buyCost: 40, didBuy: false },
      };
      const player = { ...must(recorded.players.get(0)), gold };
      return fresh({
        cities: tableWith(recorded.cities, ({ id }) => id, { ...city, size: 3, detail }),
        players: tableWith(recorded.players, ({ playerno }) => playerno, player),
      });
    };
    expect(builds(settlers, 49)).toEqual([]);
    expect(builds(settlers, 50)).toEqual(['gold: purchase 143 Settlers']);
    expect(builds(coinage, 0)).toEqual(['production: idle 143']);
  });
});

describe('passing of turns', () => {
  const quiet = worldAtTurn(60);

  /** The world after such messages of the server, and how many there were before. */
  function told(...events: readonly EventType[]): { readonly world: World; readonly since: number } {
    const world = worldAtTurn(60);
    const since = world.messages.count;
    const common = { message: 'It happened.', tile: -1, turn: 60, phase: 0, connId: -1 };
    for (const event of events) applyPacket(world, { name: 'chat_msg', fields: { ...common, event } });
    commit(world);
    return { world, since };
  }

  test.each<readonly [readonly EventType[], string | undefined]>([
    [[], undefined],
    [['E_CITY_GROWTH'], undefined],
    [['E_UNIT_LOST_DEF'], 'lost'],
    [['E_UNIT_WIN_DEF'], 'attacked'],
    [['E_FIRST_CONTACT'], 'contact'],
    [['E_TREATY_PEACE'], 'treaty'],
    [['E_TREATY_PEACE', 'E_FIRST_CONTACT', 'E_UNIT_WIN_DEF', 'E_UNIT_LOST_DEF'], 'lost'],
    [['E_TREATY_PEACE', 'E_FIRST_CONTACT'], 'contact'],
  ])('turns are passed no further by messages %j', (events, reason) => {
    const { world, since } = told(...events);
    expect(suddenReason(world, since, new Set())).toBe(reason);
    expect(suddenReason(world, world.messages.count, new Set())).toBeUndefined();
  });

  test('turns are passed no further by a treaty that came to the table, not by one that was there', () => {
    const world = worldAtTurn(60);
    applyPacket(world, { name: 'diplomacy_init_meeting', fields: { counterpart: 2, initiatedFrom: 2 } });
    const clause = { counterpart: 2, giver: 2, type: 'CLAUSE_GOLD' as const, value: 30 };
    applyPacket(world, { name: 'diplomacy_create_clause', fields: clause });
    applyPacket(world, {
      name: 'diplomacy_accept_treaty',
      fields: { counterpart: 2, iAccepted: false, otherAccepted: true },
    });
    commit(world);
    const since = world.messages.count;
    const keys = openDecisions(world, { since }).flatMap(({ why, keys: own }) =>
      why === 'treaty' ? own : [],
    );
    expect(keys.length).toBeGreaterThan(0);
    expect(suddenReason(world, since, new Set())).toBe('treaty');
    expect(suddenReason(world, since, new Set(keys))).toBeUndefined();
    expect(suddenReason(quiet, since, new Set())).toBeUndefined();
  });
});
