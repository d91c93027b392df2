import { describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import type { PacketFields, UnitActivity } from '../../../proxy/freeciv/generated/packets.js';
import { type TerrainWork, terrainWorks } from '../../../proxy/rules/terrain/terrain-work.js';
import { canFortify } from '../../../proxy/rules/units/unit-activities.js';
import type { World } from '../../../proxy/world/world.js';
import { type LaterRecording, replay } from '../../support/recorded-world.js';

const works: Readonly<Partial<Record<UnitActivity, TerrainWork>>> = {
  ACTIVITY_GEN_ROAD: 'road',
  ACTIVITY_IRRIGATE: 'irrigation',
  ACTIVITY_CULTIVATE: 'irrigation',
  ACTIVITY_MINE: 'mine',
  ACTIVITY_PLANT: 'mine',
  ACTIVITY_TRANSFORM: 'transform',
  ACTIVITY_BASE: 'base',
  ACTIVITY_PILLAGE: 'pillage',
  ACTIVITY_POLLUTION: 'pollution',
};

/** What units of a recorded game begin where they stand, and whether the rules had said that they could. */
class Beginnings {
  readonly #world: World;
  readonly wrong: string[] = [];
  readonly counts = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Compares a unit as the server tells of it now with what the rules say of it as it was. */
  compare(now: PacketFields['unit_info']): void {
    const was = this.#world.units.get(now.id);
    if (was === undefined || was.tile !== now.tile || was.owner !== now.owner) return;
    if (was.activity === now.activity && was.activityTarget === now.activityTgt) return;
    const work = works[now.activity];
    if (work !== undefined) {
      const isPossible = terrainWorks(this.#world, was, work).some(
        ({ activity, extra }) => activity === now.activity && (extra?.id ?? -1) === now.activityTgt,
      );
      this.#add(now.activity, now, isPossible);
    }
    if (now.activity === 'ACTIVITY_FORTIFYING')
      this.#add(now.activity, now, canFortify(this.#world, was) === true);
  }

  #add(what: string, { id, type }: PacketFields['unit_info'], isPossible: boolean): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    const name = this.#world.ruleset.unitTypes.get(type)?.name;
    if (!isPossible) this.wrong.push(`turn ${this.#world.game?.turn}: ${name} ${id} ${what}`);
  }
}

describe.each<LaterRecording>(['civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'])(
  'the game %s',
  (recording) => {
    test('units that begin an activity where they stand begin what the rules said that they could', () => {
      let beginnings: Beginnings | undefined;
      replay(
        undefined,
        () => true,
        recording,
        (world: World, packet: ServerPacket) => {
          beginnings ??= new Beginnings(world);
          if (packet.name === 'unit_info') beginnings.compare(packet.fields);
        },
      );
      expect(beginnings?.wrong).toEqual([]);
      for (const activity of ['ACTIVITY_GEN_ROAD', 'ACTIVITY_IRRIGATE'])
        expect(beginnings?.counts.get(activity), activity).toBeGreaterThan(5);
    });
  },
);
