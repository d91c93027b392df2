import { describe, expect, test } from 'vitest';
import { briefView, packedBrief } from '../../../features/advisor/brief/brief.js';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { actorOptions } from '../../../features/advisor/options/actor-options.js';
import { turnDigest } from '../../../features/advisor/turn-digest.js';
import { cityRows } from '../../../features/city-rows/city-row.js';
import { cityRowsText } from '../../../features/city-rows/city-rows-text.js';
import { mapWindow } from '../../../features/map-window/map-window.js';
import { mapSvg } from '../../../features/maps/map-image.js';
import { concepts } from '../../../features/rules-lookup/concept-entries.js';
import { lookUpRules } from '../../../features/rules-lookup/rules-lookup.js';
import { sceneText } from '../../../features/scene/scene.js';
import { briefText } from '../../../features/texts/brief-text.js';
import { mapWindowText } from '../../../features/texts/map-text.js';
import { actorOptionsText } from '../../../features/texts/options-text.js';
import { legalActions } from '../../../proxy/actions/legal-actions.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { standingOrdersView } from '../../../proxy/views/entities/unit-view.js';
import { fullView } from '../../../proxy/views/full.js';
import type { Position } from '../../../proxy/world/map-geometry.js';
import type { World } from '../../../proxy/world/world.js';
import { foldTape, TapePlayer, worldOfTape } from '../../recordings/replay-tape.js';
import { scenePort } from '../../recordings/scene-port.js';
import { readTapes } from '../../recordings/seat-tape.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';
import { variedWorld } from '../../support/varied-world.js';

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

let sixty: Moment | undefined;

/** Replayed once for all tests. */
function turnSixty(): Moment {
  sixty ??= turn(60);
  return sixty;
}

const ends = new Map<string, Moment>();

/** The end of an integration test of actions, as the seat that did most of them has it; `since` is its middle. */
function endOf(name: string): Moment {
  const end = ends.get(name) ?? foldedEnd(name);
  ends.set(name, end);
  return end;
}

function foldedEnd(name: string): Moment {
  const tapes = readTapes().filter(({ test: played }) => played === name);
  const [tape] = tapes.toSorted((a, b) => b.entries.length - a.entries.length);
  if (tape === undefined) throw new Error(`there is no tape of ${name}`);
  let since = 0;
  const world = foldTape(tape, ({ version }, index) => {
    if (index < tape.entries.length / 2) since = version;
  });
  return { world, since };
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
  'digest.json': ({ world }) => json(turnDigest(world)),
  'scene.txt': ({ world }) => sceneText(world),
  'map.txt': ({ world }) => `${mapWindowText(mapWindow(world, { centre: firstPlace(world) }))}\n`,
  'cities.txt': ({ world }) => `${cityRowsText(world, { unchanged: 0, cities: cityRows(world, []) })}\n`,
  'brief.txt': ({ world }) => briefOf(world),
};

/** Where the first own city or unit is. */
function firstPlace({ map, seat, cities, units }: World): Position {
  const [first] = [...cities.values(), ...units.values()].filter(({ owner }) => owner === seat.player);
  return map.position(first?.tile ?? 0);
}

const MESSAGES = 30;

/** The brief of the last messages as text, then all counsel. */
function briefOf(world: World): string {
  const brief = packedBrief(briefView(world, { since: world.messages.count - MESSAGES }));
  return `${briefText(brief)}\n\n${json(counselOf(world))}`;
}

const worlds = new Map<string, World>();

/** Made once for all tests: views leave a world as it is. */
function once(name: string, make: () => World): World {
  const world = worlds.get(name) ?? make();
  worlds.set(name, world);
  return world;
}

const classic = () => turnSixty().world;
const civ2civ3 = () => once('civ2civ3', () => worldAtTurn(80, 'civ2civ3-4-ai-90-turns'));
const sandbox = () => once('sandbox', () => worldOfTape('spies', 'alice', 'Sandbox ruleset'));

/** Everything there may be in the rules of a game, drawn; a third of it is new. */
function drawn(from: World, seed: number): Moment {
  return { world: once(`drawn ${seed}`, () => variedWorld(from, seed)), since: from.version - 1 };
}

function json(view: object): string {
  return `${JSON.stringify(view, null, 1)}\n`;
}

/** The name of a moment, the moment, and the forms in which it shows nothing that another one does not. */
type Example = readonly [string, () => Moment, readonly string[]];

const moments: readonly Example[] = [
  ['turn-20', () => turn(20), []],
  ['turn-60', turnSixty, []],
  ['war', () => endOf('war'), []],
  ['diplomacy', () => endOf('diplomacy'), []],
  ['cities', () => endOf('cities'), []],
  ['drawn-classic', () => drawn(classic(), 11), ['delta.json']],
  ['drawn-civ2civ3', () => drawn(civ2civ3(), 12), ['delta.json', 'full.json']],
  ['drawn-sandbox', () => drawn(sandbox(), 13), []],
];

/**
 * What agents get, as files to read: test/unit/views/examples. A view that is changed on purpose changes them;
 * `npx vitest run --project unit test/unit/views/examples.test.ts -u` writes them anew, and the diff shows what agents
 * will see of the change.
 */
describe.each(moments)('the moment %s', (name, at, left) => {
  test('the views are those of the examples', async () => {
    const moment = at();
    for (const [form, write] of Object.entries(forms))
      if (!left.includes(form)) await expect(write(moment)).toMatchFileSnapshot(`examples/${name}.${form}`);
  });
});

test.each(['wake-conditions', 'unit-orders'])(
  'the standing orders in the test of %s are those of the examples',
  async (name) => {
    const views: object[] = [];
    let before = '';
    for (const tape of readTapes().filter(({ test: played }) => played === name)) {
      const player = new TapePlayer();
      for await (const _ of player.play(tape)) {
        const view = standingOrdersView(player.world, player.orders);
        if (JSON.stringify(view) === before) continue;
        before = JSON.stringify(view);
        views.push(view);
      }
    }
    await expect(json(views)).toMatchFileSnapshot(`examples/${name}.orders.json`);
  },
);

/** The nation, some cities, and units of different types. */
function someActors(world: World): readonly (number | undefined)[] {
  const cities = ownCities(world).map(({ id }) => id);
  const unitsByType = new Map(ownUnits(world).map(({ type, id }) => [type, id]));
  return [undefined, ...cities.slice(0, 2), ...[...unitsByType.values()].slice(0, 14)];
}

/** What an actor can do, as much as it is told at once, and all of it. */
async function optionsOf(world: World, actor: number | undefined): Promise<string> {
  const offers = await legalActions(scenePort(world, []), actor ?? 'nation');
  const actions = [...new Set(offers.map(({ type }) => type))].filter((type) => type !== 'unit_move');
  const all = actorOptions(world, actor, offers, { actions });
  return `${JSON.stringify(actorOptions(world, actor, offers))}\n${actorOptionsText(all)}`;
}

test.each([
  ['turn-60', classic],
  ['cities', () => endOf('cities').world],
  ['drawn-classic', () => drawn(classic(), 11).world],
  ['drawn-sandbox', () => drawn(sandbox(), 13).world],
])('what can be done at %s is that of the examples', async (name, at) => {
  const world = at();
  const texts: string[] = [];
  for (const actor of someActors(world)) texts.push(await optionsOf(world, actor));
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot(`examples/${name}.options.txt`);
});

test('the map of a small world is that of the examples', async () => {
  const { world } = endOf('war');
  await expect(mapSvg(world)).toMatchFileSnapshot('examples/war.map.svg');
});

test.each([
  ['rules', classic],
  ['rules-civ2civ3', civ2civ3],
  ['rules-sandbox', sandbox],
])('what the rules say of everything is that of the examples: %s', async (name, make) => {
  const world = make();
  const { unitTypes, improvements, techs, governments, terrains, extras } = world.ruleset;
  const things = [unitTypes, improvements, techs, governments, terrains, extras];
  const all = [...things.flatMap((table) => [...table.values()]), ...concepts];
  const names = new Set(all.map(({ name }) => name));
  const lines = [...names].flatMap((name) => {
    const found = lookUpRules(world, { name });
    return found.ok
      ? found.value.map((entry) => `${entry.kind} ${entry.name}: ${entry.sentences.join(' ')}`)
      : [];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`examples/${name}.txt`);
});
