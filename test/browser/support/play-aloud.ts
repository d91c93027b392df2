import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import type { TwoAgents } from '../../support/two-agents.js';

/** Two agents play so many turns as models do: each looks, says why, and does one thing that works and one that does not. */
export async function playAloud(game: TwoAgents, turns: number): Promise<void> {
  for (const last = game.turn + turns; game.turn < last; ) {
    for (const [place, agent] of game.agents.entries()) await playTurn(agent, place === 0, game.turn);
    await game.nextTurn();
  }
}

async function playTurn(agent: AgentConnection, isFirst: boolean, turn: number): Promise<void> {
  const { offers } = await agent.offers();
  const wish = offers.find(({ type }) => type === 'unit_build_city') ?? offers[0];
  if (wish === undefined) throw new Error('nothing can be done');
  if (isFirst)
    await agent.transcript(anthropicBlocks(turn, wish), { model: 'claude-sonnet-4', usage: large });
  else await agent.transcript(openAiBlocks(turn, wish), { model: 'gpt-5.1', usage: small });
  await agent.request('action', wish);
  const far = { unit_id: wish.unit_id, target: { x: 0, y: 0 } };
  await agent.act('unit_move', far).catch(() => undefined);
}

const large = { input_tokens: 4200, output_tokens: 310, cache_read_input_tokens: 18_000 };
const small = { prompt_tokens: 3900, completion_tokens: 170 };

function anthropicBlocks(turn: number, { type, unit_id, label }: Offer) {
  const thinking = `Turn ${turn}. The settlers stand on grassland beside a river, with wheat two tiles away and the coast within reach.

A capital here grows fast: the river brings one trade more on every tile, and ships can be built later. To walk on would cost two turns and find nothing better. <b>So I found the city now</b> and let the explorer look for the next place.`;
  return [
    { type: 'thinking', thinking, signature: 'c2lnbmVk' },
    { type: 'text', text: `I choose this: ${label}.` },
    { type: 'tool_use', id: `tool-${turn}`, name: type, input: { unit_id } },
  ];
}

function openAiBlocks(turn: number, { type, unit_id }: Offer) {
  const text = 'A second city, or warriors first? Nobody has been met yet, so growth comes first.';
  return [
    { type: 'reasoning', summary: [{ type: 'summary_text', text }] },
    { type: 'function_call', call_id: `call-${turn}`, name: type, arguments: JSON.stringify({ unit_id }) },
  ];
}
