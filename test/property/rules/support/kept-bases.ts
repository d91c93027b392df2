import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { cityBasis } from '../../../../proxy/rules/cities/city-economy.js';
import { keptCityBases } from '../../../../proxy/rules/cities/kept-basis.js';
import { tileOutput } from '../../../../proxy/rules/cities/tile-output.js';
import { cityTiles } from '../../../../proxy/rules/lookup/cities.js';
import { OUTPUT_COUNT } from '../../../../proxy/rules/lookup/outputs.js';
import { supposePlayer, supposeTechs } from '../../../../proxy/rules/lookup/supposed-world.js';
import { Ruleset } from '../../../../proxy/world/ruleset.js';
import type { World } from '../../../../proxy/world/world.js';
import { must } from '../../../support/changed-world.js';
import { forgotten } from '../../../support/forgotten-world.js';

/** The player whose game was recorded. */
export const ME = 0;

/** The bases of all cities whose details are known, as they are kept, are those that are made anew; how many there are. */
export function compareAll(world: World): number {
  const kept = [...world.players.values()].flatMap(({ playerno }) => keptCityBases(world, playerno));
  const anew = forgottenWithRules(world);
  for (const basis of kept) {
    const { city, yields } = basis;
    expectSame(basis, cityBasis(anew, city));
    // What tiles yield is kept for the seat's own cities alone.
    const tiles = city.owner === ME ? (cityTiles(world, city) ?? []) : [];
    for (const tile of tiles)
      expectSame(
        yields.of(world, city, tile),
        Array.from({ length: OUTPUT_COUNT }, (_, output) => tileOutput(anew, tile, output, city)),
      );
  }
  return kept.length;
}

/** Fails with what differs. Most are the same, which `toEqual` takes long to say. */
function expectSame(kept: unknown, anew: unknown): void {
  if (!isDeepStrictEqual(kept, anew)) expect(kept).toEqual(anew);
}

/** The same world with a ruleset of its own, too: effects are kept by it. */
function forgottenWithRules(world: World): World {
  return { ...forgotten(world), ruleset: Object.assign(new Ruleset(), world.ruleset) };
}

/** The same nation supposed to be otherwise shares what is kept. */
export function compareSupposed(world: World): number {
  const governments = [...world.ruleset.governments.keys()];
  const supposed = governments.map((government) => supposePlayer(world, ME, { government }));
  const learned = supposeTechs(world, ME, [...world.ruleset.techs.keys()]);
  return [world, ...supposed, learned, world].reduce((sum, one) => sum + compareAll(one), 0);
}

/** The player itself. */
export const own = (world: World) => must(world.players.get(ME));
