import { describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { createWorld } from '../../../proxy/world/world.js';
import { packetsOf } from '../../recordings/recorded-world.js';

/** The rules of a recorded game with some packets changed, as far as a sentence refuses them. */
function refusal(change: (packet: ServerPacket) => ServerPacket | undefined): string | undefined {
  const world = createWorld();
  for (const packet of packetsOf('civ2civ3-4-ai-60-turns')) {
    const changed = change(packet);
    try {
      if (changed !== undefined) applyPacket(world, changed);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    if (packet.name === 'rulesets_ready') return undefined;
  }
  throw new Error('the recording has no rules');
}

const required = { range: 'REQ_RANGE_PLAYER', survives: false, present: true, quiet: false } as const;

describe('a ruleset that contradicts itself is refused with what is wrong', () => {
  test('the rules of a real server are taken', () => {
    expect(refusal((packet) => packet)).toBeUndefined();
  });

  test('a technology that needs itself by way of another', () => {
    const needs = (value: number) => [{ ...required, type: 'VUT_ADVANCE' as const, value }];
    const sentence = refusal((packet) => {
      if (packet.name !== 'ruleset_tech' || packet.fields.id > 2) return packet;
      const { id } = packet.fields;
      return { ...packet, fields: { ...packet.fields, researchReqs: needs(id === 1 ? 2 : 1) } };
    });
    expect(sentence).toMatch(/the technology .+ needs itself, by way of others or at once/);
  });

  test('an improvement that is obsolete by itself', () => {
    const sentence = refusal((packet) => {
      if (packet.name !== 'ruleset_building' || packet.fields.id !== 3) return packet;
      const obsReqs = [{ ...required, type: 'VUT_IMPROVEMENT' as const, value: 3 }];
      return { ...packet, fields: { ...packet.fields, obsReqs } };
    });
    expect(sentence).toMatch(/whether .+ is obsolete depends on itself/);
  });

  test.each([
    [{ hp: 0 }, 'has 0 hit points'],
    [{ firepower: 0 }, 'has a firepower of 0'],
    [{ unitClassId: 31 }, 'is of the class 31, which is not told'],
    [{ visionRadiusSq: 65_535 }, 'sees 65535 squared tiles where 10000 are allowed'],
    [{ obsoletedBy: 0 }, 'makes itself obsolete, by way of others or at once'],
    [{ id: 255 }, 'there is unit type 255 where 56 are announced'],
  ] as const)('a unit type with %o', (fields, sentence) => {
    const told = refusal((packet) =>
      packet.name === 'ruleset_unit' && packet.fields.id === 0
        ? { ...packet, fields: { ...packet.fields, ...fields } }
        : packet,
    );
    expect(told).toContain(sentence);
  });

  test('a move without fragments', () => {
    const told = refusal((packet) =>
      packet.name === 'ruleset_terrain_control'
        ? { ...packet, fields: { ...packet.fields, moveFragments: 0 } }
        : packet,
    );
    expect(told).toContain('a move has 0 fragments');
  });

  test('an embassy that depends on an embassy', () => {
    const told = refusal((packet) => {
      if (packet.name !== 'ruleset_effect') return packet;
      const reqs = Array.from({ length: 40 }, (_, value) => ({
        ...required,
        type: 'VUT_DIPLREL' as const,
        value,
      }));
      return { ...packet, fields: { ...packet.fields, effectType: 'EFT_HAVE_EMBASSIES', reqs } };
    });
    expect(told).toContain('an effect that gives embassies depends on an embassy');
  });

  test('more effects of a type than can be asked for', () => {
    const world = createWorld();
    const tell = () => {
      for (const packet of packetsOf('civ2civ3-4-ai-60-turns')) {
        const isFirst = packet.name === 'ruleset_effect' && world.ruleset.effects.length === 0;
        for (let copies = isFirst ? 501 : 1; copies > 0; copies -= 1) applyPacket(world, packet);
      }
    };
    expect(tell).toThrow('there are more than 500 effects');
  });

  test('rules without units of measure are not complete', () => {
    expect(refusal((packet) => (packet.name === 'ruleset_terrain_control' ? undefined : packet))).toContain(
      'the ruleset has no ruleset_terrain_control',
    );
  });

  test('rules that come after the ruleset was complete', () => {
    const world = createWorld();
    let effect: ServerPacket | undefined;
    for (const packet of packetsOf('civ2civ3-4-ai-60-turns')) {
      applyPacket(world, packet);
      if (packet.name === 'ruleset_effect') effect = packet;
      if (packet.name === 'rulesets_ready') break;
    }
    expect(() => effect && applyPacket(world, effect)).toThrow('after the ruleset was complete');
  });
});
