/**
 * An agent that lets people see what it thinks: `LLM_API_TOKEN=… node dist/agent/examples/thinking-agent.js`. Where
 * `think` is, a model would be asked; its blocks and usage are sent on as they come.
 */
import { z } from 'zod';
import { AgentClient } from '../client.js';

const MODEL = 'rules-of-thumb-1';
const offerSchema = z.looseObject({ type: z.string(), label: z.string() });
const stateSchema = z.looseObject({ turn: z.int(), legal_actions: z.array(offerSchema) });
type Offer = z.infer<typeof offerSchema>;
type State = z.infer<typeof stateSchema>;

/** What a model answers: blocks in its provider's form, and which of the offers it takes. */
function think({ turn, legal_actions: offers }: State) {
  const wishes = ['unit_build_city', 'unit_explore', 'city_production'];
  const chosen = wishes.flatMap((wish) => offers.filter(({ type }) => type === wish)).slice(0, 4);
  const thinking = `Turn ${turn}: ${offers.length} things can be done. Cities come first, then what lies around them.`;
  const calls = chosen.map(({ type, unit_id, city_id, target }, place) => ({
    ...{ type: 'tool_use', id: `turn-${turn}-${place}` },
    ...{ name: type, input: { unit_id, city_id, target } },
  }));
  const blocks = [{ type: 'thinking', thinking }, ...calls];
  return { blocks, chosen, usage: { input_tokens: JSON.stringify(offers).length >> 2, output_tokens: 60 } };
}

async function act(agent: AgentClient, { type, ...fields }: Offer): Promise<string> {
  const verdict = await agent.action(type, fields).catch((error: Error) => ({ outcome: error.message }));
  return String(verdict.outcome);
}

const agent = await AgentClient.open({
  gateway: process.argv[2] ?? 'ws://127.0.0.1:8003',
  agentId: process.argv[3] ?? 'my-thinking-agent',
});
await agent.connect({ api_token: process.env.LLM_API_TOKEN, game_id: 'first-game', model: MODEL });
await agent.push('game_ready');
for (let i = 0; i < 5; i += 1) {
  const state = stateSchema.parse(await agent.state({ include_legal_actions: true }));
  const { blocks, chosen, usage } = think(state);
  // Before the actions, so that everybody can read why they come.
  await agent.transcript(blocks, { usage });
  for (const offer of chosen) {
    const outcome = await act(agent, offer);
    await agent.transcript([{ type: 'tool_result', content: `${offer.label}: ${outcome}` }]);
    console.log('turn', state.turn, offer.label, outcome);
  }
  const next = agent.push('turn_start', ({ turn }) => turn === state.turn + 1);
  await agent.action('end_turn');
  await next;
}
await agent.close();
