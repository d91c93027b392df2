import { describe, expect, test } from 'vitest';
import { ruleKinds } from '#shared/protocol/agent-requests.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { mapSvg } from '../../../proxy/views/map/map-image.js';
import { mapWindow, mapWindowText } from '../../../proxy/views/map-window/map-window.js';
import { llmOptimizedView } from '../../../proxy/views/optimized/llm-optimized.js';
import { lookUpRules } from '../../../proxy/views/rules-lookup/rules-lookup.js';
import { sceneText } from '../../../proxy/views/scene/scene.js';
import { turnDigest } from '../../../proxy/views/turn-digest.js';
import type { Position } from '../../../proxy/world/map-geometry.js';
import type { World } from '../../../proxy/world/world.js';
import { TapePlayer } from '../../recordings/replay-tape.js';
import { readTapes } from '../../recordings/seat-tape.js';
import { replay } from '../../support/recorded-world.js';

/** A moment of a game that a real server played, and a version some time before. */
interface Moment {
  readonly world: World;
  readonly since: number;
}

/** The recorded game of AIs as its first player sees it when a turn has begun; `since` is two turns earlier. */
function turn(number: number): Moment {
  let since = 0;
  const world = replay(0, ({ turn: { phase }, game, version }) => {
    if (game?.turn === number - 2 && phase === 'movement') since = version;
    return phase !== 'movement' || game?.turn !== number;
  });
  return { world, since };
}

/** The end of an integration test of actions, as the seat that did most of them has it. */
async function endOf(name: string): Promise<Moment> {
  const tapes = readTapes().filter(({ test: played }) => played === name);
  const [tape] = tapes.toSorted((a, b) => b.entries.length - a.entries.length);
  if (tape === undefined) throw new Error(`there is no tape of ${name}`);
  const player = new TapePlayer();
  let since = 0;
  let left = tape.entries.length / 2;
  for await (const _ of player.play(tape)) if (left-- > 0) since = player.world.version;
  return { world: player.world, since };
}

const EACH_TILE = 40;

/** The whole view has thousands of tiles: some of them show what there is. */
function someTiles(world: World): object {
  const view = fullView(world);
  return { ...view, visible_tiles: view.visible_tiles.filter((_, index) => index % EACH_TILE === 0) };
}

const forms: Readonly<Record<string, (moment: Moment) => string>> = {
  'full.json': ({ world }) => json(someTiles(world)),
  'delta.json': ({ world, since }) => json(deltaView(world, since)),
  'llm_optimized.json': ({ world }) => json(llmOptimizedView(world)),
  'digest.json': ({ world, since }) => json(turnDigest(world, since)),
  'scene.txt': ({ world }) => sceneText(world),
  'map.txt': ({ world }) => `${mapWindowText(mapWindow(world, { centre: firstPlace(world) }))}\n`,
};

/** Where the first own city or unit is. */
function firstPlace({ map, seat, cities, units }: World): Position {
  const [first] = [...cities.values(), ...units.values()].filter(({ owner }) => owner === seat.player);
  return map.position(first?.tile ?? 0);
}

function json(view: object): string {
  return `${JSON.stringify(view, null, 1)}\n`;
}

const moments: readonly (readonly [string, () => Moment | Promise<Moment>])[] = [
  ['turn-20', () => turn(20)],
  ['turn-60', () => turn(60)],
  ['war', () => endOf('war')],
  ['diplomacy', () => endOf('diplomacy')],
  ['cities', () => endOf('cities')],
];

/**
 * What agents get, as files to read: test/unit/views/examples. A view that is changed on purpose changes them;
 * `npx vitest run --project unit test/unit/views/examples.test.ts -u` writes them anew, and the diff shows what agents
 * will see of the change.
 */
describe.each(moments)('the views at %s', (name, at) => {
  test('are those of the examples', async () => {
    const moment = await at();
    for (const [form, write] of Object.entries(forms))
      await expect(write(moment)).toMatchFileSnapshot(`examples/${name}.${form}`);
  });
});

test('the map of a small world is that of the examples', async () => {
  const { world } = await endOf('war');
  await expect(mapSvg(world)).toMatchFileSnapshot('examples/war.map.svg');
});

test('what the rules say of everything is that of the examples', async () => {
  const { world } = turn(60);
  const { unitTypes, improvements, techs, governments, terrains, extras } = world.ruleset;
  const things = [unitTypes, improvements, techs, governments, terrains, extras];
  const names = new Set(things.flatMap((table) => [...table.values()].map(({ name }) => name)));
  const lines = [...names].flatMap((name) =>
    ruleKinds.flatMap((kind) => {
      const found = lookUpRules(world, { name, kind });
      return found.ok
        ? found.value.map((entry) => `${kind} ${entry.name}: ${entry.sentences.join(' ')}`)
        : [];
    }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('examples/rules.txt');
});
