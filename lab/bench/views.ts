/**
 * What each form of the state weighs and takes, at turns 1, 50, 100 and 150 of a recorded game of eight, for its player with
 * the most cities; the recording is an observer's, so it sees the whole map. Beside them, in the same run, JSON.stringify
 * of the raw entities. Times are of the view and of its JSON together; `cold` is the first, with no entity seen before.
 */

import { llmOptimizedView } from '../../features/advisor/optimized/llm-optimized.js';
import { turnDigest } from '../../features/advisor/turn-digest.js';
import { mapSvg } from '../../features/maps/map-image.js';
import { sceneText } from '../../features/scene/scene.js';
import { deltaView } from '../../proxy/views/delta/delta.js';
import { fullView } from '../../proxy/views/full.js';
import { tokenCounter } from '../../proxy/views/packing/pack-state.js';
import type { World } from '../../proxy/world/world.js';
import { applyDelta } from '../../test/support/apply-delta.js';
import { quantile } from '../../test/support/quantile.js';
import { worldAtTurn } from '../../test/support/recorded-world.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';

const RECORDING = 'classic-8-ai-150-turns';
const RUNS = amount(200, 2);
const countTokens = await tokenCounter();

interface Row {
  readonly state: string;
  readonly bytes: number;
  readonly tokens: number;
  readonly 'cold ms': string;
  readonly 'p50 ms': string;
  readonly 'p99 ms': string;
}

for (const turn of [1, 50, 100, 150].slice(0, amount(4, 2))) {
  const before = turn > 1 ? fullView(worldAtTurn(turn - 1, RECORDING)) : undefined;
  const world = worldAtTurn(turn, RECORDING);
  world.seat = { ...world.seat, player: busiestPlayer(world) };
  console.log(
    `turn ${turn}, player ${world.seat.player}: ${world.units.size} units, ${world.cities.size} cities`,
  );
  const rows = [
    measure('raw entities', () => rawEntities(world)),
    measure('full', () => fullView(world)),
    measure('llm_optimized', () => llmOptimizedView(world)),
    measure('delta, nothing new', () => deltaView(world, world.version)),
    ...(before === undefined ? [] : [measure('delta, one turn', () => deltaView(world, before.version))]),
    measure('turn digest', () => turnDigest(world)),
    measure('scene', () => sceneText(world)),
    measure('map svg', () => mapSvg(world)),
  ];
  console.table(rows);
  const raw = { name: 'raw entities', value: Number(rows[0]?.['p50 ms']) };
  for (const each of rows.slice(1))
    figure(`${each.state} at turn ${turn}, p50`, Number(each['p50 ms']), 'ms', raw);
  if (before !== undefined && applyDelta(before, deltaView(world, before.version)).turn !== turn) {
    throw new Error('the delta does not lead to this turn');
  }
}

function measure(state: string, view: () => unknown): Row {
  const times: number[] = [];
  let json = '';
  for (let run = 0; run <= RUNS; run += 1) {
    const began = performance.now();
    json = JSON.stringify(view());
    times.push(performance.now() - began);
  }
  const [cold = 0, ...warm] = times;
  return {
    state,
    bytes: Buffer.byteLength(json),
    tokens: countTokens(json),
    'cold ms': cold.toFixed(2),
    'p50 ms': quantile(warm, 0.5).toFixed(2),
    'p99 ms': quantile(warm, 0.99).toFixed(2),
  };
}

function rawEntities(world: World): unknown {
  const tables = [world.tiles, world.units, world.cities, world.players, world.research, world.diplomacy];
  return tables.map((table) => [...table.values()]);
}

function busiestPlayer(world: World): number {
  const cities = new Map<number, number>();
  for (const { owner } of world.cities.values()) cities.set(owner, (cities.get(owner) ?? 0) + 1);
  return [...cities].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}
