/**
 * How long an agent waits: from asking for a new game to its first state, and from an action to its verdict, both
 * through gateway and proxy. Beside it, in the same run, what a game server takes for the same orders of a seat that is
 * connected to it with nothing between.
 */
import { sendRoute } from '../../proxy/actions/unit/unit-orders.js';
import { ownUnits } from '../../test/support/own-things.js';
import { playGame } from '../../test/support/played-game.js';
import { quantile } from '../../test/support/quantile.js';
import { startStack } from '../../test/support/stack.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';

const GAMES = amount(10, 1);
const REQUESTS = amount(500, 10);

await using stack = await startStack({ MAX_GAMES: '40' }, { checksMessages: false });
const firstStates: number[] = [];
for (let game = 0; game < GAMES; game += 1) {
  const agent = await stack.agent(`opener-${game}`);
  const began = performance.now();
  await agent.connect({ api_token: stack.token, game_id: `new-${game}` });
  await agent.state({ format: 'llm_optimized', include_legal_actions: true });
  firstStates.push(performance.now() - began);
  await stack.games.get(`new-${game}`)?.unload();
}

const agent = await stack.agent('actor');
await agent.connect({ api_token: stack.token, game_id: 'acting' });
const state = await agent.state({ format: 'full' });
const units = state.units.filter(({ owner }) => owner === state.player_id);
const unit = units[0]?.id ?? 0;
const verdicts: number[] = [];
for (let request = 0; request < REQUESTS; request += 1) {
  const began = performance.now();
  await agent.act(request % 2 === 0 ? 'unit_sentry' : 'unit_cancel_orders', { unit_id: unit });
  verdicts.push(performance.now() - began);
}

// The same orders to the same kind of game, on a connection of a seat's own.
await using direct = await playGame({ ruleset: 'civ2civ3' });
const { seat } = direct;
const [own] = ownUnits(seat.world);
if (own === undefined) throw new Error('a player without units');
const bareTimes: number[] = [];
for (let request = 0; request < REQUESTS; request += 1) {
  const began = performance.now();
  if (request % 2 === 0)
    await seat.request('unit_change_activity', { unitId: own.id, activity: 'ACTIVITY_SENTRY', target: -1 });
  else await sendRoute(seat, own.id, own.tile, []);
  bareTimes.push(performance.now() - began);
}

const row = (name: string, times: readonly number[]): string =>
  `${name.padEnd(58)} p50 ${quantile(times, 0.5).toFixed(2).padStart(8)} ms   p99 ${quantile(times, 0.99).toFixed(2).padStart(8)} ms`;
console.log(row(`new game to first state with offers (${GAMES} games)`, firstStates));
console.log(row(`action to verdict through gateway and proxy (${REQUESTS})`, verdicts));
console.log(row(`baseline: the same orders without them (${REQUESTS})`, bareTimes));
figure('new game to first state, p50', quantile(firstStates, 0.5), 'ms');
for (const q of [0.5, 0.99])
  figure(`action to verdict, p${q * 100}`, quantile(verdicts, q), 'ms', {
    name: 'game server alone',
    value: quantile(bareTimes, q),
  });
