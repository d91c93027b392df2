import { describe, expect, test } from 'vitest';
import type { EventType } from '../../../proxy/freeciv/generated/packets.js';
import { openDecisions, suddenReason } from '../../../proxy/views/brief/turn-end-reasons.js';
import { situationOf } from '../../../proxy/views/optimized/situation.js';
import { threats } from '../../../proxy/views/optimized/threats.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

describe('open decisions', () => {
  const recorded = worldAtTurn(60);
  const since = recorded.messages.count;
  const legion = must(recorded.units.get(131));
  const beside = (x: number, y: number) =>
    worldWithUnits(recorded, unitWith(legion, { tile: must(recorded.map.tileAt({ x, y })) }));

  test('there are no open decisions while no threat is grave and nothing asks', () => {
    expect(threats(situationOf(recorded)).map(({ severity }) => severity)).toContain('medium');
    expect(openDecisions(recorded, { since })).toEqual([]);
    // A legion beside Nesa, where archers would win.
    expect(openDecisions(beside(10, 22), { since })).toEqual([]);
  });

  test('open decisions are grave threats, each known by its kind, its player and the city', () => {
    const world = beside(6, 10);
    expect(threats(situationOf(world))[0]).toMatchObject({ severity: 'high', city_id: 295, turns_away: 1 });
    expect(openDecisions(world, { since })).toEqual([
      { why: 'threat', keys: ['threat military 2 295'], recurs: false },
    ]);
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
