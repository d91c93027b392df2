import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SpectatorAction } from '#shared/protocol/spectator/agents.js';
import { applyUpdate, snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';
import { AgentActivity } from '../../../features/watching/agents/agent-activity.js';
import type { AgentEvent } from '../../../features/watching/agents/agent-event.js';
import { blockTexts } from '../../../features/watching/agents/block-text.js';
import { ActionQuota, TranscriptQuota } from '../../../features/watching/agents/display-quota.js';
import { actionText } from '../../../features/watching/agents/shown-action.js';
import { stateHash } from '../../../features/watching/recording/recording-format.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { seededRandom } from '../../support/seeded-random.js';

function action(player: number, turn: number, outcome: SpectatorAction['outcome'] = 'applied'): AgentEvent {
  return { kind: 'action', player, action: { player, turn, type: 'unit_move', text: '', outcome, ms: 1 } };
}

function thought(player: number, turn: number, length = 10): AgentEvent {
  return { kind: 'transcript', player, blocks: [{ player, turn, kind: 'text', text: 'x'.repeat(length) }] };
}

const standing = {
  player: 1,
  turn: 1,
  presence: 'connected',
  playedBy: 'model',
  state: 'thinking',
  endsAt: null,
  plans: [],
} as const;

/** Of a game in which nothing is but what agents do. */
const empty = viewOf({
  ...{ stream: 's', version: 0, turn: 1, year: -4000, phase: 'movement' },
  map: { width: 1, height: 1, shape: 'square', wrap_x: false, wrap_y: false },
  rules: { ruleset: '', terrains: [], extras: [], unit_types: [] },
  ...{ tiles: [], units: [], cities: [], players: [], events: [], history: [] },
});

test('a spectator that follows the updates has the same as one that gets a snapshot later', () => {
  const random = seededRandom(4);
  const book = new AgentActivity();
  const view = viewOf(snapshotFrom(empty));
  for (let version = 0; version < 200; version += 1) {
    const player = Math.floor(random() * 3);
    for (let count = Math.floor(random() * 9); count > 0; count -= 1) {
      book.record(action(player, version));
      book.record(thought(player, version, Math.floor(random() * 3000)));
      book.updateStatus({ ...standing, player, turn: version }, version);
    }
    const { stream, turn, year, phase } = snapshotFrom(empty);
    applyUpdate(view, { stream, since: version, version: version + 1, turn, year, phase, ...book.drain() });
    const later = viewOf({ ...snapshotFrom(empty), ...book.published() });
    expect(stateHash(view)).toBe(stateHash(later));
  }
  expect(view.actions.length).toBe(60);
  expect(view.transcript.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(18_000);
});

test('agent activity continues from a recording, with what was recorded here before it was read', () => {
  const before = new AgentActivity();
  before.record({ kind: 'model', player: 1, model: 'm' });
  before.record(action(1, 1));
  before.record({ kind: 'tokens', player: 1, tokens: { input: 5, output: 2 } });
  before.drain();
  const after = new AgentActivity();
  after.updateStatus({ ...standing, turn: 2, state: 'ended' }, 5);
  after.record(action(1, 2, 'rejected'));
  after.record({ kind: 'tokens', player: 1, tokens: { input: 1, output: 1 } });
  after.restore(viewOf({ ...snapshotFrom(empty), ...before.published() }));
  after.drain();
  const { actions, agents } = after.published();
  expect(agents).toMatchObject([
    {
      ...{ model: 'm', tokens: { input: 6, output: 3 }, clock: { state: 'ended' } },
      verdicts: { applied: 1, rejected: 1, invalid: 0 },
    },
  ]);
  expect(actions?.map(({ id, turn }) => [id, turn])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test('a game that was taken back drops later activity; a new game of the same name keeps only the models', () => {
  const book = new AgentActivity();
  book.record({ kind: 'model', player: 1, model: 'm' });
  for (const turn of [1, 2, 3]) {
    book.updateStatus({ ...standing, turn }, turn);
    book.record(action(1, turn));
  }
  book.rewind(2);
  expect(book.published().actions?.map(({ turn }) => turn)).toEqual([1, 2]);
  expect(book.published().agents?.[0]?.verdicts.applied).toBe(3);
  book.rewind(1);
  expect(book.published().agents).toMatchObject([{ model: 'm', tokens: null, verdicts: { applied: 0 } }]);
});

test('turns are counted by mark; a turn that is played again counts once, with its last mark', () => {
  const book = new AgentActivity();
  const ended = (turn: number, mark: 'played' | 'failed') =>
    book.record({ kind: 'turn', player: 1, turn, mark });
  for (const turn of [1, 2, 3]) ended(turn, 'played');
  ended(2, 'failed');
  const turns = { played: 1, auto_ended: 0, timed_out: 0, failed: 1 };
  expect(book.published().agents).toMatchObject([{ turns, last_turn: { turn: 2, mark: 'failed' } }]);
  book.drain();
  const after = new AgentActivity();
  after.restore(viewOf({ ...snapshotFrom(empty), ...book.published() }));
  after.record({ kind: 'turn', player: 1, turn: 2, mark: 'played' });
  expect(after.published().agents).toMatchObject([{ turns: { ...turns, played: 2, failed: 0 } }]);
});

test('a clock is published only when it changes', () => {
  const book = new AgentActivity();
  book.updateStatus(standing, 100);
  expect(book.drain().agents).toMatchObject([{ clock: { state: 'thinking', since: 100 } }]);
  book.updateStatus(standing, 200);
  expect(book.hasUnpublished).toBe(false);
  book.updateStatus({ ...standing, state: 'ended' }, 300);
  expect(book.drain().agents).toMatchObject([{ clock: { state: 'ended', since: 300 } }]);
  book.updateStatus({ ...standing, turn: 2 }, 400);
  expect(book.drain().agents).toMatchObject([{ clock: { state: 'thinking', since: 400 } }]);
});

test.each([
  [{ type: 'redacted_thinking', data: 'secret' }, [['reasoning', '(not shown by its provider)']]],
  [
    { type: 'reasoning', summary: [], encrypted_content: 'secret' },
    [['reasoning', '(not shown by its provider)']],
  ],
  [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }, [['text', 'a']]],
  [{ role: 'tool', tool_call_id: 'c', content: 'done' }, [['tool_result', 'done']]],
  [{ type: 'function_call_output', call_id: 'c', output: '{"a":1}' }, [['tool_result', '{"a":1}']]],
  [{ type: 'tool_result', content: [{ type: 'image', source: {} }] }, [['tool_result', '(image)']]],
  [{ type: 'server_tool_use', name: 'search', input: { q: 1 } }, [['tool_call', '{"q":1}']]],
  [{ kind: 'tool_call', name: 'n', arguments: { a: [1] } } as const, [['tool_call', '{"a":[1]}']]],
  [{ type: 'web_search_call', id: 'w' }, [['text', '(web_search_call)']]],
  [{ role: 'assistant', content: null, reasoning_content: 'r', tool_calls: [] }, [['reasoning', 'r']]],
  [{ type: 'text', text: '' }, []],
] as const)('a provider’s block is told in words: %j', (block, words) => {
  expect(blockTexts(block).map(({ kind, text }) => [kind, text])).toEqual(words);
  expect(JSON.stringify(blockTexts(block))).not.toContain('secret');
});

test('long texts are cut between characters, with the number of characters that were cut', () => {
  const about = { turn: 3, player: 1 };
  const text = `${'x'.repeat(3999)}😀${'y'.repeat(100)}`;
  const [shown] = new TranscriptQuota().admit([{ kind: 'reasoning', text }], about, 8);
  expect(shown).toEqual({ ...about, kind: 'reasoning', text: 'x'.repeat(3999), cut: 102 });
});

test('agents share the limits of transcripts and actions of a turn', () => {
  const text = randomBytes(3000).toString('base64');
  const blocks = Array(20).fill({ kind: 'reasoning', text });
  const chars = (shown: TranscriptQuota, turn: number, agents: number) =>
    shown.admit(blocks, { turn, player: 1 }, agents).reduce((sum, block) => sum + block.text.length, 0);
  const shown = new TranscriptQuota();
  const eighth = chars(shown, 3, 8);
  expect(eighth).toBeGreaterThan(3500);
  expect(eighth).toBeLessThan(4500);
  expect(chars(shown, 3, 8)).toBe(0);
  expect(chars(shown, 4, 8)).toBe(eighth);
  expect(chars(new TranscriptQuota(), 3, 2)).toBeGreaterThan(3 * eighth);
  const actions = new ActionQuota();
  const told = (turn: number) => [...Array(400)].filter(() => actions.admit(turn, 8)).length;
  expect([told(1), told(1), told(2)]).toEqual([37, 0, 37]);
});

test('plans are published when they change, also when the last one has ended', () => {
  const book = new AgentActivity();
  book.updateStatus(standing, 100);
  expect(book.drain().agents?.[0]).not.toHaveProperty('plans');
  const plans = ['Settlers 5 goes to (3, 4) and founds a city'];
  book.updateStatus({ ...standing, plans }, 200);
  expect(book.drain().agents).toMatchObject([{ plans, clock: { since: 100 } }]);
  book.updateStatus({ ...standing, plans }, 300);
  expect(book.hasUnpublished).toBe(false);
  book.updateStatus(standing, 400);
  expect(book.drain().agents).toMatchObject([{ plans: [] }]);
});

test('refusals are counted by action with the last reason, also when not shown and after a restart', () => {
  const refusal = (type: string, sentence: string, outcome: 'rejected' | 'no_effect' = 'rejected') =>
    ({ player: 1, action: { player: 1, turn: 1, type, text: '', outcome, sentence, ms: 1 } }) as const;
  const before = new AgentActivity();
  before.record({ kind: 'action', ...refusal('city_buy', 'Rome costs 90 gold') });
  before.record({ kind: 'verdict', ...refusal('city_buy', 'Ostia costs 80 gold') });
  before.record({ kind: 'action', ...refusal('unit_fortify', '', 'no_effect') });
  before.drain();
  const after = new AgentActivity();
  after.record({ kind: 'verdict', ...refusal('city_buy', 'Pisa costs 70 gold') });
  for (let name = 0; name < 40; name += 1)
    after.record({ kind: 'verdict', ...refusal(`invented_${name}`, 'There is no such action') });
  after.restore(viewOf({ ...snapshotFrom(empty), ...before.published() }));
  const refused = after.published().agents?.[0]?.refused ?? [];
  expect(refused[0]).toEqual({ type: 'city_buy', count: 3, sentence: 'Pisa costs 70 gold' });
  expect(refused.length).toBe(25);
  expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(43);
});

test.each(['set_city_tiles', 'city_rename', 'unit_move'])(
  'where a unit and a city have one id, spectators see whose action %s is',
  (name) => {
    const recorded = worldAtTurn(60);
    const city = must(recorded.cities.get(133));
    const [some] = recorded.units.values();
    const world = worldWithUnits(recorded, unitWith(must(some), { id: city.id }));
    const { text } = actionText(world, { action_type: name, actor_id: city.id });
    expect(text === city.name).toBe(name !== 'unit_move');
  },
);
