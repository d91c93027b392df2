import { expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { newCityCentreOutput, tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import type { Tile } from '../../../proxy/rules/lookup/tiles.js';
import type { World } from '../../../proxy/world/world.js';
import { type Recording, replay } from '../../support/recorded-world.js';

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'classic-8-ai-150-turns'];
const outputs = [0, 1, 2];

/** Yields of the centre of each city that is founded: as foretold of the tile as it was at the beginning of the turn. */
class Foundings {
  readonly #before = new Map<number, { readonly turn: number; readonly tile: Tile | undefined }>();
  readonly #foretold = new Map<number, readonly number[]>();
  readonly wrong: string[] = [];
  compared = 0;

  hear(world: World, packet: ServerPacket): void {
    const turn = world.game?.turn ?? 0;
    if (packet.name === 'tile_info') {
      const { tile: index } = packet.fields;
      if (this.#before.get(index)?.turn !== turn)
        this.#before.set(index, { turn, tile: world.tiles.get(index) });
    } else if (packet.name === 'city_info' && !world.cities.has(packet.fields.id)) {
      const { id, owner, tile: index } = packet.fields;
      const before = this.#before.get(index);
      const tile = before?.turn === turn ? before.tile : world.tiles.get(index);
      if (tile === undefined) return;
      const foretold = outputs.map((output) => newCityCentreOutput(world, owner, tile, output));
      this.#foretold.set(id, foretold);
    }
  }

  compare(world: World): void {
    for (const [id, foretold] of this.#foretold) {
      const city = world.cities.get(id);
      this.#foretold.delete(id);
      if (city === undefined) continue;
      const now = outputs.map((output) => tileOutput(world, city.tile, output, city));
      this.compared += 1;
      if (foretold.join() !== now.join())
        this.wrong.push(`${city.name}: ${foretold.join('/')}, then ${now.join('/')}`);
    }
  }
}

test('what the centre of a new city yields is what the rules of the game had foretold of the tile', () => {
  const foundings = new Foundings();
  for (const recording of recordings) {
    replay(
      undefined,
      (world) => {
        foundings.compare(world);
        return true;
      },
      recording,
      (world, packet) => foundings.hear(world, packet),
    );
  }
  console.info(`${foundings.compared} cities`);
  expect(foundings.wrong).toEqual([]);
  expect(foundings.compared).toBeGreaterThan(50);
});
