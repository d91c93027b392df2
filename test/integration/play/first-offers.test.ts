import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';
import { Stage } from '../../support/stage.js';

/** So much a model reads before it chooses. */
const READ = 20;

test.each(['classic', 'civ2civ3'])(
  'the first offers in %s are those of a player, for every unit, and no concern fills the list',
  async (ruleset) => {
    await using stack = await startStack();
    const agent = await stack.agent('reader');
    await agent.connect({
      api_token: stack.token,
      game_id: 'first',
      game_config: { ruleset, players: 3, seeds: { game: 11, map: 11 } },
    });
    await agent.push('turn_start');
    const { legal_actions: offers, units_needing_orders: units } = await agent.state({
      format: 'llm_optimized',
      include_legal_actions: true,
      max_legal_actions: READ,
    });
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
  },
);

test('settlers and explorers are offered the way to where they are wanted, and take it', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  await alice.city('Aton', { x: 20, y: 15 });
  for (const x of [15, 18, 22, 25]) {
    const scout = await alice.unit('Explorer', { x, y: 15 });
    await alice.does('unit_fortify', { unit_id: scout.id });
  }
  await stage.lua('edit.create_extra(find.tile(25, 16), "Hut")');
  const settlers = await alice.unit('Settlers', { x: 20, y: 15 });
  const explorer = await alice.unit('Explorer', { x: 21, y: 15 });
  const { legal_actions: offers } = await alice.agent.state({
    format: 'llm_optimized',
    include_legal_actions: true,
    max_legal_actions: 40,
  });
  const site = offers.find(({ reason }) => reason === 'a good place for a city');
  expect(site).toMatchObject({ type: 'settle', unit_id: settlers.id, priority: 'medium' });
  const started = await alice.agent.act('settle', { ...site });
  expect(started).toMatchObject({
    outcome: 'applied',
    result: { state_change: { plan: `settle-${settlers.id}`, turns_left: expect.any(Number) } },
  });
  const village = offers.find(
    ({ reason, unit_id }) => reason === 'a village to enter' && unit_id === explorer.id,
  );
  expect(village).toMatchObject({ type: 'unit_move', target: { x: 25, y: 16 } });
});
