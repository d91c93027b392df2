import { connect } from '../client.js';

const gateway = process.argv[2] ?? 'ws://127.0.0.1:8003';
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, { agentId: 'my-agent', token, game: 'first-game' });
for (let played = 0; played < 3; played += 1) {
  const { turn, offers } = await seat.offers();
  const chosen = offers.filter(({ type }) => /unit_(build_city|explore)/.test(type));
  console.log(`turn ${turn}: ${offers.length} offers, ${chosen.length} chosen`);
  for (const offer of chosen) {
    const outcome = await seat.act(offer).then((verdict) => verdict.outcome, String);
    console.log(`  ${offer.label}: ${outcome}`);
  }
  await seat.endTurn();
}
await seat.close();
