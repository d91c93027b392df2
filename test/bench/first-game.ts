/**
 * How long an agent waits: from asking for a new game to its first state, and from an action to its verdict, both
 * through gateway and proxy. Beside it, in the same run, what the game server itself takes for one request on a bare
 * connection, and the verdicts without gateway and proxy.
 */
import { FreecivConnection } from '../../proxy/freeciv/connection.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import { quantile } from '../support/quantile.js';
import { startStack } from '../support/stack.js';

const GAMES = 10;
const REQUESTS = 500;

await using stack = await startStack({ MAX_GAMES: '40' });
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
const units = (state.units as { id: number; owner: number }[]).filter(
  (unit) => unit.owner === state.player_id,
);
const unit = units[0]?.id ?? 0;
const verdicts: number[] = [];
for (let request = 0; request < REQUESTS; request += 1) {
  const began = performance.now();
  await agent.action(request % 2 === 0 ? 'unit_sentry' : 'unit_cancel_orders', { unit_id: unit });
  verdicts.push(performance.now() - began);
}

const game = stack.games.get('acting');
const seat = game?.seat('actor');
if (game === undefined || seat === undefined) throw new Error('the game is gone');
const bare = await FreecivConnection.open({
  protocol: Protocol.load('3.0'),
  host: '127.0.0.1',
  port: game.serverPort,
  username: 'bare',
  signal: new AbortController().signal,
  onPacket: () => undefined,
  onSettled: () => undefined,
});
const tile = seat.world.units.get(unit)?.tile ?? 0;
const query = { actorUnitId: unit, targetUnitId: 0, targetTileId: tile, disturbPlayer: false };
const bareTimes: number[] = [];
for (let request = 0; request < REQUESTS; request += 1) {
  const began = performance.now();
  await bare.request('unit_get_actions', query);
  bareTimes.push(performance.now() - began);
}
bare.close();

const row = (name: string, times: readonly number[]): string =>
  `${name.padEnd(58)} p50 ${quantile(times, 0.5).toFixed(2).padStart(8)} ms   p99 ${quantile(times, 0.99).toFixed(2).padStart(8)} ms`;
console.log(row(`new game to first state with offers (${GAMES} games)`, firstStates));
console.log(row(`action to verdict through gateway and proxy (${REQUESTS})`, verdicts));
console.log(row(`baseline: get_actions on a bare connection (${REQUESTS})`, bareTimes));
