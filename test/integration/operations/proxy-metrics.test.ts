import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

test('a game that was played shows in the proxy’s metrics, and names nobody', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'measured');
  for (let turn = 0; turn < 2; turn++) {
    for (const agent of game.agents) {
      await agent.state({ format: 'llm_optimized', include_legal_actions: true });
      await agent.act('unit_teleport').catch(() => undefined);
    }
    await game.nextTurn();
  }
  const text = await (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
  const value = (series: string): number => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? Number.NaN);
  };
  expect(value('freeciv_proxy_links')).toBe(1);
  expect(value('freeciv_proxy_games{state="running"}')).toBe(1);
  expect(value('freeciv_proxy_game_servers')).toBe(1);
  expect(value('freeciv_proxy_seats')).toBe(2);
  expect(value('freeciv_proxy_versions_held')).toBeGreaterThan(2);
  expect(value('freeciv_proxy_requests_total{type="state_query",result="ok"}')).toBe(4);
  expect(value('freeciv_proxy_verdicts_total{outcome="E130"}')).toBe(4);
  const ended = ['applied', 'no_effect'].map((outcome) =>
    value(`freeciv_proxy_verdicts_total{outcome="${outcome}"}`),
  );
  expect(ended.filter((count) => count > 0).reduce((sum, count) => sum + count, 0)).toBe(4);
  // A state whose version changes while its offers are made is made again, and counts once.
  expect(value('freeciv_proxy_offers_count')).toBe(4);
  expect(value('freeciv_proxy_turn_duration_seconds_count')).toBe(2);
  expect(value('freeciv_proxy_pushes_total{type="turn_start"}')).toBe(6);
  for (const stage of ['ready', 'queue', 'act', 'state', 'offers'])
    expect(value(`freeciv_proxy_stage_duration_seconds_count{stage="${stage}"}`), stage).toBeGreaterThan(3);
  expect(text).not.toMatch(/ann|ben|measured/);
});
