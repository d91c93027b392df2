/**
 * An agent that shows people what its model thinks: `LLM_API_TOKEN=… node dist/agent/examples/thinking-agent.js`. A real
 * agent asks its model where this one calls `think`, and sends the model's blocks and usage unchanged.
 */
import { connect, type Offer } from '../client.js';

const MODEL = 'rules-of-thumb-1';

/** In place of a model: returns blocks in its provider's form and the offers it chose. */
function think(turn: number, offers: readonly Offer[]) {
  const wishes = ['unit_build_city', 'unit_explore', 'city_production'];
  const chosen = wishes.flatMap((wish) => offers.filter(({ type }) => type === wish)).slice(0, 4);
  const thinking = `Turn ${turn}: ${offers.length} things can be done. Cities come first, then what lies around them.`;
  const calls = chosen.map(({ type, unit_id, city_id, target }, place) => ({
    ...{ type: 'tool_use', id: `turn-${turn}-${place}` },
    name: type,
    input: { unit_id, city_id, target },
  }));
  const blocks = [{ type: 'thinking', thinking }, ...calls];
  return { blocks, chosen, usage: { input_tokens: JSON.stringify(offers).length >> 2, output_tokens: 60 } };
}

const [, , gateway = 'ws://127.0.0.1:8003', game = 'thinking-agent'] = process.argv;
const token = process.env.LLM_API_TOKEN ?? '';
const seat = await connect(gateway, {
  agentId: 'my-thinking-agent',
  token,
  game,
  login: { model: MODEL },
}).catch(({ message }: Error) => {
  console.error(message);
  process.exit(1);
});
for (let i = 0; i < 5; i += 1) {
  const { turn, offers } = await seat.offers();
  const { blocks, chosen, usage } = think(turn, offers);
  // Sent before the actions, so that spectators read the reason first.
  await seat.transcript(blocks, { usage });
  for (const offer of chosen) {
    const outcome = await seat.act(offer).then((verdict) => verdict.outcome, String);
    await seat.transcript([{ type: 'tool_result', content: `${offer.label}: ${outcome}` }]);
    console.log('turn', turn, offer.label, outcome);
  }
  await seat.endTurn();
}
await seat.close();
