import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/errors.js';
import { deltaView } from '../../../proxy/views/delta/delta.js';
import { fullView } from '../../../proxy/views/full.js';
import { applyDelta } from '../../support/apply-delta.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startStack } from '../../support/stack.js';

const STEPS = 80;
/** How often the turn is ended; else an offer is drawn from the whole list. */
const TURN_CHANGES = 0.3;

/** Plays random offers, and at times a turn, so that all kinds of things come, change and go. */
class Gambler {
  readonly #agent: AgentConnection;
  readonly #random: () => number;
  readonly done = new Set<string>();
  #turn = 1;

  constructor(agent: AgentConnection, random: () => number) {
    this.#agent = agent;
    this.#random = random;
  }

  async step(): Promise<void> {
    if (this.#random() < TURN_CHANGES) return this.#endTurn();
    const state = await this.#agent.state({
      format: 'llm_optimized',
      legal_actions: 'list',
      max_legal_actions: 5_000,
    });
    const offers = state.legal_actions.filter(({ type }) => type !== 'end_turn');
    const type = this.#pick([...new Set(offers.map((offer) => offer.type))]);
    const offer = this.#pick(offers.filter((one) => one.type === type));
    if (offer === undefined) return this.#endTurn();
    try {
      await this.#agent.act(offer.type, { ...offer });
      this.done.add(offer.type);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
    }
  }

  async #endTurn(): Promise<void> {
    await this.#agent.act('end_turn');
    this.#turn += 1;
    await this.#agent.push('turn_start', ({ turn }) => turn === this.#turn);
  }

  #pick<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#random() * things.length)];
  }
}

/** The newest and two others. */
function picked<T>(states: readonly T[], random: () => number): readonly T[] {
  const any = () => states[Math.floor(random() * states.length)];
  return [states.at(-1), any(), any()].flatMap((state) => state ?? []);
}

test('a delta since any version makes that state the full one, whatever happens on the server', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('gambler');
  const game_config = {
    players: 4,
    min_agents: 1,
    seeds: { game: 9, map: 9 },
    map: { xsize: 40, ysize: 30 },
  };
  await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config });
  await agent.push('turn_start');
  const random = seededRandom(9);
  const gambler = new Gambler(agent, random);
  const seat = stack.games.get('g')?.seat('gambler');
  if (seat === undefined) throw new Error('the agent has no seat');
  const known = [fullView(seat.world)];
  for (let step = 0; step < STEPS; step += 1) {
    await gambler.step();
    const now = fullView(seat.world);
    for (const before of picked(known, random)) {
      const folded = applyDelta(before, deltaView(seat.world, before.version));
      // Thousands of tiles: the exact but slow report is only made when something differs.
      if (!isDeepStrictEqual(folded, now)) expect(folded).toEqual(now);
    }
    known.push(now);
  }
  expect(gambler.done.size).toBeGreaterThan(8);
  expect(new Set(known.map(({ turn }) => turn)).size).toBeGreaterThan(10);
});
