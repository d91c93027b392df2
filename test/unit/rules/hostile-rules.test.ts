import { describe, expect, test } from 'vitest';
import { briefView, packedBrief } from '../../../features/advisor/brief/brief.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { battleOdds } from '../../../proxy/rules/combat/odds.js';
import { tilesWithin } from '../../../proxy/rules/lookup/adjacency.js';
import { canLoad } from '../../../proxy/rules/movement/transport.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { plainText } from '../../../proxy/world/messages.js';
import { commit } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const battle = { attack: 10, defence: 10, attackerHp: 10, defenderHp: 10, rounds: 0 };

describe('what no ruleset has and a server may send', () => {
  test('a fight in which nobody loses hit points has odds', () => {
    const { win, lose } = battleOdds({ ...battle, attackerFirepower: 0, defenderFirepower: 0 });
    expect(win + lose).toBeCloseTo(1);
  });

  test('a radius beyond the map finds the tiles of a bounded one', () => {
    const map = new MapGeometry(300, 300, new Set());
    const found = tilesWithin(map, 45_000, 0x7fff_ffff);
    expect(found.length).toBe(tilesWithin(map, 45_000, 1_000).length);
    expect(found.length).toBeLessThan(4_000);
  });

  test('units that carry each other do not end in a circle', () => {
    const world = worldAtTurn(60);
    const [one, other, cargo] = ownUnits(world);
    const carry = (unit: typeof one, transportedBy: number) => {
      const { detail } = must(unit);
      const { tile } = must(one);
      const fields = { ...must(detail), tile, transported: true, transportedBy };
      applyPacket(world, { name: 'unit_info', fields });
    };
    carry(one, must(other).id);
    carry(other, must(one).id);
    carry(cargo, must(one).id);
    commit(world);
    const units = ownUnits(world).filter(({ tile }) => tile === must(one).tile);
    for (const unit of units) for (const transport of units) canLoad(world, unit, transport);
    expect(llmOptimizedView(world)).toBeDefined();
  });
});

describe('messages that are made to be slow to read', () => {
  const parts = [
    '[id:1',
    '1',
    '[l name="" ',
    '[l x=1 y=1 ',
    ' have started building ',
    " can't build ",
    ' in ',
  ];

  test.each(parts)('%s, again and again', (part) => {
    const world = worldAtTurn(40);
    const events = ['E_UNIT_WIN_DEF', 'E_WONDER_STARTED', 'E_WORKLIST', 'E_CHAT_MSG'] as const;
    const message = `[id:${part.repeat(1_500 / part.length)}`;
    for (let n = 0; n < 400; n += 1) {
      const event = must(events[n % events.length]);
      const fields = { message, event, tile: -1, turn: 40, phase: 0, connId: -1 };
      applyPacket(world, { name: 'chat_msg', fields });
    }
    commit(world);
    expect(packedBrief(briefView(world, { since: 0 }))).toBeDefined();
    expect(llmOptimizedView(world)).toBeDefined();
  });

  test('links keep their names and places', () => {
    expect(plainText('In [l tgt="city" id=7 name="R [x] ome" /] at [l tgt="tile" x=3 y=-4 /].')).toBe(
      'In R [x] ome at (3, -4).',
    );
    expect(plainText('[link name="A"/] [l nothing /] [l name="B" ')).toBe('A  [l name="B" ');
  });
});
