import { AgentClient } from '../client.js';

const gateway = process.argv[2] ?? 'ws://127.0.0.1:8003';
const agent = await AgentClient.open({ gateway, agentId: 'my-agent' });
await agent.connect({ api_token: process.env.LLM_API_TOKEN, game_id: 'first-game' });
for (let played = 0; played < 3; played += 1) {
  const { turn, offers } = await agent.legalActions();
  const chosen = offers.filter(({ type }) => /unit_(build_city|explore)/.test(type));
  console.log(`turn ${turn}: ${offers.length} offers, ${chosen.length} chosen`);
  for (const offer of chosen) {
    const outcome = await agent.action(offer.type, offer).then((verdict) => verdict.outcome, String);
    console.log(`  ${offer.label}: ${outcome}`);
  }
  await agent.action('end_turn');
  await agent.push('turn_start', (next) => next.turn === turn + 1);
}
await agent.close();
