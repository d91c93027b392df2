import { describe, expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';

interface Offer {
  readonly type: string;
  readonly priority: string;
  readonly unit_id?: number;
}

/** So much a model reads before it chooses. */
const READ = 20;

describe.each(['classic', 'civ2civ3'])('the first offers of a new game (%s)', (ruleset) => {
  test('begin with what a player would do, have something for every unit, and let no concern fill the list', async () => {
    await using stack = await startStack();
    const agent = await stack.agent('reader');
    await agent.connect({
      api_token: stack.token,
      game_id: 'first',
      game_config: { ruleset, players: 3, seeds: { game: 11, map: 11 } },
    });
    await agent.push('turn_start');
    const query = { format: 'llm_optimized', include_legal_actions: true, max_legal_actions: READ };
    const { legal_actions: offers, units_needing_orders: units } = (await agent.state(query)) as {
      legal_actions: readonly Offer[];
      units_needing_orders: readonly { id: number; type: string; can_found_city?: true }[];
    };
    expect(offers).toHaveLength(READ);
    const founders = units.filter(({ can_found_city: can }) => can).map(({ id }) => id);
    const first = offers.slice(0, founders.length);
    expect(first.map(({ type }) => type)).toEqual(founders.map(() => 'unit_build_city'));
    const explorers = units.filter(({ type }) => type === 'explorer').map(({ id }) => id);
    const beforeTheRest = offers.slice(
      0,
      offers.findIndex(({ priority }) => priority === 'low'),
    );
    for (const id of explorers)
      expect(beforeTheRest).toContainEqual(expect.objectContaining({ type: 'unit_explore', unit_id: id }));
    for (const { id } of units) expect(offers.some(({ unit_id }) => unit_id === id)).toBe(true);
    expect(offers.some(({ type }) => type === 'tech_research')).toBe(true);
    expect(offers.filter(({ type }) => /^(tech|player)_/.test(type)).length).toBeLessThanOrEqual(3);
    expect(offers.at(-1)?.type).toBe('end_turn');
  });
});
