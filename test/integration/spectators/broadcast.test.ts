import { expect, test } from 'vitest';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { type Stack, startStack } from '../../support/stack.js';

const config = { players: 4, map: { xsize: 40, ysize: 30 }, seeds: { game: 5, map: 5 } };

/** All that a view and a snapshot have in common, in one order. */
function facts(view: SpectatorView) {
  const { version, header, map } = view;
  const byId = <T>(entries: ReadonlyMap<number, T>) => [...entries].toSorted(([a], [b]) => a - b);
  const { tiles, units, cities, players, events, history } = view;
  return [version, header, map, byId(tiles), byId(units), byId(cities), byId(players), events, history];
}

async function watched(stack: Stack, heard: (update: SpectatorUpdate) => void) {
  const source = await stack.broadcasts.findSource('g', { delay: { turns: 0, seconds: 0 } });
  if (!source.ok) throw new Error(source.failure.message);
  const snapshot = await source.value.subscribe(heard);
  if (!snapshot.ok) throw new Error(snapshot.failure.message);
  return { source: source.value, snapshot: snapshot.value };
}

test('a snapshot and the updates after it are the game as a later snapshot shows it, through turns of AIs', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('watched');
  await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config: config });
  await agent.push('game_ready');
  const updates: SpectatorUpdate[] = [];
  const { source, snapshot } = await watched(stack, (update) => updates.push(update));
  const view = viewOf(snapshot);
  expect(snapshot.tiles).toHaveLength(snapshot.map.width * snapshot.map.height);
  expect(snapshot.players.length).toBeGreaterThanOrEqual(4);
  expect(new Set(snapshot.units.map(([, , owner]) => owner)).size).toBeGreaterThanOrEqual(4);
  for (let turn = 0; turn < 8; turn += 1) {
    await agent.act('end_turn');
    await agent.push('turn_start', (data) => data.turn === turn + 2);
  }
  const later = await source.subscribe(() => {});
  if (!later.ok) throw new Error(later.failure.message);
  for (const update of updates) expect(applyUpdate(view, update)).toBe(true);
  expect(facts(view)).toEqual(facts(viewOf(later.value)));
  expect(view.header.turn).toBeGreaterThanOrEqual(9);
  expect(view.events.filter(({ kind }) => kind === 'city_founded').length).toBeGreaterThan(0);
  expect(new Set(view.history.map(([turn]) => turn)).size).toBeGreaterThanOrEqual(8);
});

test('a subscriber is told nothing that its snapshot has already', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('watched');
  await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config: config });
  await agent.push('game_ready');
  const game = stack.games.get('g');
  if (game === undefined) throw new Error('no game');
  // From now on the game is observed, and nobody watches: what is done is published a second later.
  expect(await stack.broadcasts.currentWorld(game)).toBeDefined();
  const { units } = await agent.state();
  await agent.act('unit_build_city', { unit_id: units.find(({ type }) => type === 'settlers')?.id });
  const updates: SpectatorUpdate[] = [];
  const { snapshot } = await watched(stack, (update) => updates.push(update));
  expect(updates).toEqual([]);
  expect(snapshot.actions?.map(({ type }) => type)).toEqual(['unit_build_city']);
  await agent.act('end_turn');
  await expect.poll(() => updates[0]).toMatchObject({ stream: snapshot.stream, since: snapshot.version });
});

test('one observer serves the recording and all who watch, under a name no agent gets', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('spectators');
  await agent.connect({ api_token: stack.token, model: 'test', game_id: 'g', game_config: config });
  await agent.push('game_ready');
  const game = stack.games.get('g');
  if (game === undefined) throw new Error('no game');
  const seen: SpectatorSnapshot[] = [];
  const { source, snapshot } = await watched(stack, () => {});
  const more = await Promise.all([source.subscribe(() => {}), source.subscribe(() => {})]);
  for (const one of more) if (one.ok) seen.push(one.value);
  expect(seen.map(({ stream }) => stream)).toEqual([snapshot.stream, snapshot.stream]);
  const printed = await game.command('list connections');
  const observers = printed.ok ? printed.value.filter((line) => /^\W*spectators /.test(line)) : [];
  expect(observers, JSON.stringify(printed)).toHaveLength(1);
});
