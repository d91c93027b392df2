/**
 * How long all legal actions take for a player with 50 units and 20 cities: when nothing is known of the server's odds,
 * when one unit has moved since, and when nothing has changed. Beside it, in the same run, what the server itself takes
 * to answer the questions that are asked of it.
 */

import { seededRandom } from '#shared/core/seeded-random.js';
import { llmOptimizedView } from '../../features/advisor/optimized/llm-optimized.js';
import type { ActionPort } from '../../proxy/actions/action-port.js';
import { legalActions } from '../../proxy/actions/legal-actions.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { legalSteps } from '../../proxy/rules/movement/legal-steps.js';
import { sendSteps } from '../../test/support/orders.js';
import { ownCities, ownUnits } from '../../test/support/own-things.js';
import { type PlayedGame, playGame } from '../../test/support/played-game.js';
import { quantile } from '../../test/support/quantile.js';
import { runLua } from '../accuracy/lua.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';

const UNITS = 50;
const CITIES = 20;
const RUNS = amount(60, 2);

await using game = await playGame({
  ruleset: 'classic',
  players: 3,
  commands: ['set techlevel 40', 'set size 4', 'set gold 1000', 'easy'],
});
await game.playUntil(10);
const { seat } = game;
await settle(game);
console.log(`${ownUnits(seat.world).length} units, ${ownCities(seat.world).length} cities`);

const cold: number[] = [];
const asked: number[] = [];
const server: number[] = [];
const serverInTurn: number[] = [];
let offers = 0;
for (let run = 0; run <= RUNS; run += 1) {
  const questions: (() => Promise<unknown>)[] = [];
  const port = watched(seat, questions);
  const took = await timed(async () => {
    offers = (await legalActions(port)).length;
  });
  const alone = await timed(() => Promise.all(questions.map((ask) => ask())));
  const inTurn = await timed(async () => {
    for (const ask of questions) await ask();
  });
  // The first run warms the machine up.
  if (run === 0) continue;
  cold.push(took);
  asked.push(questions.length);
  server.push(alone);
  serverInTurn.push(inTurn);
}
const moved: number[] = [];
const same: number[] = [];
await legalActions(seat);
for (let run = 0; run < RUNS; run += 1) {
  await moveSome(() => legalActions(seat));
  moved.push(await timed(() => legalActions(seat)));
  same.push(await timed(() => legalActions(seat)));
}
const states: number[] = [];
const unchanged: number[] = [];
const state = () => JSON.stringify(llmOptimizedView(seat.world, seat.planList.all));
state();
for (let run = 0; run < RUNS; run += 1) {
  await moveSome(async () => state());
  states.push(await timed(async () => state()));
  unchanged.push(await timed(async () => state()));
}
report(`all ${offers} offers, nothing known`, cold);
report(`baseline: the server alone, the same ${asked.at(-1)} questions at once`, server);
report(`baseline: the server alone, one after the other`, serverInTurn);
report('all offers, one unit has moved', moved);
report('all offers, nothing has changed', same);
report('llm_optimized and its JSON, one unit has moved', states);
report('llm_optimized and its JSON, nothing has changed', unchanged);
const questions = { name: 'server alone', value: quantile(server, 0.5) };
figure('all offers, nothing known, p50', quantile(cold, 0.5), 'ms', questions);
figure('all offers, one unit has moved, p50', quantile(moved, 0.5), 'ms', questions);
figure('all offers, nothing has changed, p50', quantile(same, 0.5), 'ms', questions);

/** A port whose world is new to every memory, and which notes what is asked. */
function watched(seat: Seat, questions: (() => Promise<unknown>)[]): ActionPort {
  return {
    world: { ...seat.world },
    request: (name, fields) => {
      questions.push(() => seat.request(name, fields));
      return seat.request(name, fields);
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Moves a unit; where none has moves left a new turn begins first, and `read` reads it. */
async function moveSome(read: () => Promise<unknown>): Promise<void> {
  while (!(await moveOne(seat))) {
    await game.nextTurn();
    await read();
  }
}

async function moveOne(seat: Seat): Promise<boolean> {
  for (const unit of ownUnits(seat.world)) {
    const [step] = legalSteps(seat.world, unit).filter(({ certain }) => certain);
    if (step === undefined) continue;
    await sendSteps(seat, unit.id, [step]);
    return true;
  }
  return false;
}

/** Lets the seat have as many cities and units as wanted, of kinds as they come in a game. */
async function settle(game: PlayedGame): Promise<void> {
  const { world } = game.seat;
  const player = `find.player(${world.seat.player ?? -1})`;
  const random = seededRandom(1);
  const land = [...world.tiles.values()].filter(
    ({ known, terrain }) =>
      known !== 'TILE_UNKNOWN' && world.ruleset.terrains.get(terrain)?.tclass === 'TC_LAND',
  );
  const place = () => {
    const tile = land[Math.floor(random() * land.length)]?.tile ?? 0;
    const { x, y } = world.map.position(tile);
    return `find.tile(${x}, ${y})`;
  };
  for (let tries = 0; tries < 400 && ownCities(world).length < CITIES; tries += 1) {
    await runLua(game, [`edit.create_city(${player}, ${place()}, "City ${tries}")`]);
    await game.seat.request('client_heartbeat', {});
  }
  const types = [
    'Workers',
    'Settlers',
    'Musketeers',
    'Horsemen',
    'Catapult',
    'Caravan',
    'Diplomat',
    'Explorer',
  ];
  for (let count = 0; ownUnits(world).length < UNITS && count < 200; count += 1) {
    const type = types[count % types.length];
    await runLua(game, [`edit.create_unit(${player}, ${place()}, find.unit_type("${type}"), 0, nil, -1)`]);
    await game.seat.request('client_heartbeat', {});
  }
}

function report(name: string, times: readonly number[]): void {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)].map((time) => time.toFixed(2).padStart(8));
  console.log(`${name.padEnd(58)} p50 ${p50} ms   p99 ${p99} ms`);
}
