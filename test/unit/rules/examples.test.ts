import { describe, expect, test } from 'vitest';
import type { World } from '../../../proxy/world/world.js';
import { worldOfTape } from '../../recordings/replay-tape.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { variedWorld } from '../../support/varied-world.js';
import { economyLines, productionLines, tileLines } from './support/city-lines.js';
import { diplomacyLines, governmentLines, requirementLines, researchLines } from './support/player-lines.js';
import { activityLines, combatLines, nativityLines, pathLines, stepLines } from './support/unit-lines.js';

const forms: Readonly<Record<string, (world: World) => readonly string[]>> = {
  steps: stepLines,
  paths: pathLines,
  activities: activityLines,
  combat: combatLines,
  nativity: nativityLines,
  economy: economyLines,
  production: productionLines,
  tiles: tileLines,
  diplomacy: diplomacyLines,
  governments: governmentLines,
  research: researchLines,
  requirements: requirementLines,
};

/** Games that a real server played, and draws of what else may be in them. */
const worlds: readonly (readonly [string, () => World])[] = [
  ['classic', () => variedWorld(worldAtTurn(60), 1)],
  ['civ2civ3', () => variedWorld(worldAtTurn(85, 'civ2civ3-4-ai-90-turns'), 2)],
  ['sandbox', () => variedWorld(worldOfTape('war', 'alice'), 3)],
  ['civ2', () => variedWorld(worldOfTape('spies', 'bob', 'Civ2 ruleset'), 4)],
];

/**
 * What the rules say of everything in a world, as files to read: test/unit/rules/examples. That the rules say what the
 * server does is shown by test/thorough/rules; these show that they still say the same. After a rule has changed on
 * purpose `npx vitest run --project unit test/unit/rules/examples.test.ts -u` writes them anew.
 */
describe.each(worlds)('the game %s', (name, make) => {
  const world = make();

  test.each(Object.entries(forms))('the rules say of %s what they said before', async (form, linesOf) => {
    const lines = linesOf(world);
    expect(lines.length).toBeGreaterThan(0);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`examples/${name}.${form}.txt`);
  });
});
