import { seededRandom } from './seeded-random.js';
import { startStack } from './stack.js';
import { type Eyes, Strategist } from './strategist.js';

interface Outcome {
  readonly score: number;
  readonly cities: number;
  readonly citizens: number;
}

/** Plays a game of one agent and two AIs on a stack of its own, to the beginning of a turn. */
export async function playStrategist(
  eyes: Eyes,
  { seed, turns }: { readonly seed: number; readonly turns: number },
): Promise<Outcome> {
  await using stack = await startStack();
  const agent = await stack.agent('strategist');
  await agent.connect({
    api_token: stack.token,
    model: 'scripted',
    game_id: 'compare',
    game_config: { players: 3, min_agents: 1, seeds: { game: seed, map: seed } },
  });
  const player = new Strategist(agent, eyes, seededRandom(seed));
  for (let turn = 1; turn < turns; turn += 1) {
    await agent.push('turn_start', (data) => data.turn === turn);
    await player.turn();
    await agent.action('end_turn');
  }
  await agent.push('turn_start', (data) => data.turn === turns);
  const { strategic_summary: summary } = await agent.state({ format: 'llm_optimized' });
  const { score, cities_count: cities, citizens } = summary as Readonly<Record<string, number>>;
  return { score: score ?? 0, cities: cities ?? 0, citizens: citizens ?? 0 };
}
