/**
 * Ten games on real servers change turns at once: in each turn every agent asks for its full state and its legal actions at
 * the same moment, then all end their turns together. Printed: how long the event loops of gateway and proxy were kept from
 * looking at anything else (what a heartbeat would have waited), and how long the turn change took.
 */
import { quantile } from '../../test/support/quantile.js';
import { SplitStack } from '../../test/support/services/split-stack.js';
import { figure } from './support/figures.js';
import { amount, asked } from './support/form.js';
import { loopLags } from './support/loop-lag.js';

const GAMES = amount(10, 1);
const AGENTS_EACH = 2;
const TURNS = asked(30, 2);

await using stack = await SplitStack.start({ isBuilt: true, environment: { MAX_GAMES: String(GAMES) } });
const config = { players: 5, min_agents: AGENTS_EACH, ai_skill: 'easy' };
const agents = await Promise.all(
  Array.from({ length: GAMES * AGENTS_EACH }, async (_, index) => {
    const agent = await stack.agent(`agent-${index}`);
    await agent.connect({
      api_token: stack.token,
      game_id: `game-${index % GAMES}`,
      game_config: config,
    });
    return agent;
  }),
);
await Promise.all(agents.map((agent) => agent.push('game_ready')));
await loopLags(stack);
const changes: number[] = [];
const views: number[] = [];
for (let turn = 1; turn <= TURNS; turn++) {
  await Promise.all(
    agents.map(async (agent) => {
      const began = performance.now();
      await agent.state({ format: 'full', include_legal_actions: true });
      views.push(performance.now() - began);
    }),
  );
  await Promise.all(
    agents.map(async (agent) => {
      const began = performance.now();
      await agent.act('end_turn', {});
      await agent.push('turn_start');
      changes.push(performance.now() - began);
    }),
  );
}
const row = (name: string, times: readonly number[]) =>
  console.log(
    `${name.padEnd(36)} p50 ${quantile(times, 0.5).toFixed(1)} ms   p99 ${quantile(times, 0.99).toFixed(1)} ms`,
  );
figure('full state with offers, p99', quantile(views, 0.99), 'ms');
figure('turn change, p99', quantile(changes, 0.99), 'ms');
row('full state with offers, all at once', views);
row('turn change, all at once', changes);
for (const [process, lag] of Object.entries(await loopLags(stack))) {
  figure(`event loop of the ${process}, p99`, lag.p99, 'ms');
  console.log(
    `event loop of the ${process.padEnd(18)} p50 ${lag.p50.toFixed(1)} ms   p99 ${lag.p99.toFixed(1)} ms   longest ${lag.longest.toFixed(1)} ms`,
  );
}
