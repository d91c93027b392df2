import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SpectatorAction } from '#shared/protocol/spectator/agents.js';
import { applyUpdate, snapshotFrom, viewOf } from '#shared/protocol/spectator/view.js';
import { AgentBook } from '../../../proxy/broadcast/agents/agent-book.js';
import type { AgentNews } from '../../../proxy/broadcast/agents/agent-news.js';
import { blockWords } from '../../../proxy/broadcast/agents/block-words.js';
import { ShownActions } from '../../../proxy/broadcast/agents/shown-actions.js';
import { ShownBlocks } from '../../../proxy/broadcast/agents/shown-blocks.js';
import { stateHash } from '../../../proxy/recording/state-hash.js';
import { seededRandom } from '../../support/seeded-random.js';

function action(player: number, turn: number, outcome: SpectatorAction['outcome'] = 'applied'): AgentNews {
  return { kind: 'action', player, action: { player, turn, type: 'unit_move', text: '', outcome, ms: 1 } };
}

function thought(player: number, turn: number, length = 10): AgentNews {
  return { kind: 'transcript', player, blocks: [{ player, turn, kind: 'text', text: 'x'.repeat(length) }] };
}

const standing = { player: 1, turn: 1, presence: 'connected', state: 'thinking', endsAt: null } as const;

/** Of a game in which nothing is but what agents do. */
const empty = viewOf({
  ...{ stream: 's', version: 0, turn: 1, year: -4000, phase: 'movement' },
  map: { width: 1, height: 1, shape: 'square', wrap_x: false, wrap_y: false },
  rules: { ruleset: '', terrains: [], extras: [], unit_types: [] },
  ...{ tiles: [], units: [], cities: [], players: [], events: [], history: [] },
});

test('who follows the updates has what who comes later is given, however much was done by whom', () => {
  const random = seededRandom(4);
  const book = new AgentBook();
  const view = viewOf(snapshotFrom(empty));
  for (let version = 0; version < 200; version += 1) {
    const player = Math.floor(random() * 3);
    for (let count = Math.floor(random() * 9); count > 0; count -= 1) {
      book.note(action(player, version));
      book.note(thought(player, version, Math.floor(random() * 3000)));
      book.look({ ...standing, player, turn: version }, version);
    }
    const { stream, turn, year, phase } = snapshotFrom(empty);
    applyUpdate(view, { stream, since: version, version: version + 1, turn, year, phase, ...book.take() });
    const later = viewOf({ ...snapshotFrom(empty), ...book.all() });
    expect(stateHash(view)).toBe(stateHash(later));
  }
  expect(view.actions.length).toBe(60);
  expect(view.transcript.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(18_000);
});

test('a book goes on where a recording ends, with what was noted before that was read', () => {
  const before = new AgentBook();
  before.note({ kind: 'model', player: 1, model: 'm' });
  before.note(action(1, 1));
  before.note({ kind: 'tokens', player: 1, tokens: { input: 5, output: 2 } });
  before.take();
  const after = new AgentBook();
  after.look({ ...standing, turn: 2, state: 'ended' }, 5);
  after.note(action(1, 2, 'rejected'));
  after.note({ kind: 'tokens', player: 1, tokens: { input: 1, output: 1 } });
  after.restore(viewOf({ ...snapshotFrom(empty), ...before.all() }));
  after.take();
  const { actions, agents } = after.all();
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

test('a game taken back forgets what was done later; one begun anew under its name forgets all but the models', () => {
  const book = new AgentBook();
  book.note({ kind: 'model', player: 1, model: 'm' });
  for (const turn of [1, 2, 3]) {
    book.look({ ...standing, turn }, turn);
    book.note(action(1, turn));
  }
  book.takeBack(2);
  expect(book.all().actions?.map(({ turn }) => turn)).toEqual([1, 2]);
  expect(book.all().agents?.[0]?.verdicts.applied).toBe(3);
  book.takeBack(1);
  expect(book.all().agents).toMatchObject([{ model: 'm', tokens: null, verdicts: { applied: 0 } }]);
});

test('turns are counted by how they ended; one that is played again counts once, as it was played last', () => {
  const book = new AgentBook();
  const ended = (turn: number, mark: 'played' | 'failed') =>
    book.note({ kind: 'turn', player: 1, turn, mark });
  for (const turn of [1, 2, 3]) ended(turn, 'played');
  ended(2, 'failed');
  const turns = { played: 1, auto_ended: 0, timed_out: 0, failed: 1 };
  expect(book.all().agents).toMatchObject([{ turns, last_turn: { turn: 2, mark: 'failed' } }]);
  book.take();
  const after = new AgentBook();
  after.restore(viewOf({ ...snapshotFrom(empty), ...book.all() }));
  after.note({ kind: 'turn', player: 1, turn: 2, mark: 'played' });
  expect(after.all().agents).toMatchObject([{ turns: { ...turns, played: 2, failed: 0 } }]);
});

test('a clock is told when it changes, and not otherwise', () => {
  const book = new AgentBook();
  book.look(standing, 100);
  expect(book.take().agents).toMatchObject([{ clock: { state: 'thinking', since: 100 } }]);
  book.look(standing, 200);
  expect(book.hasNews).toBe(false);
  book.look({ ...standing, state: 'ended' }, 300);
  expect(book.take().agents).toMatchObject([{ clock: { state: 'ended', since: 300 } }]);
  book.look({ ...standing, turn: 2 }, 400);
  expect(book.take().agents).toMatchObject([{ clock: { state: 'thinking', since: 400 } }]);
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
  expect(blockWords(block).map(({ kind, text }) => [kind, text])).toEqual(words);
  expect(JSON.stringify(blockWords(block))).not.toContain('secret');
});

test('long texts are cut between characters, and it is said by how much', () => {
  const about = { turn: 3, player: 1 };
  const text = `${'x'.repeat(3999)}😀${'y'.repeat(100)}`;
  const [shown] = new ShownBlocks().take([{ kind: 'reasoning', text }], about, 8);
  expect(shown).toEqual({ ...about, kind: 'reasoning', text: 'x'.repeat(3999), cut: 102 });
});

test('agents share what a turn’s transcripts and actions may take', () => {
  const text = randomBytes(3000).toString('base64');
  const blocks = Array(20).fill({ kind: 'reasoning', text });
  const chars = (shown: ShownBlocks, turn: number, agents: number) =>
    shown.take(blocks, { turn, player: 1 }, agents).reduce((sum, block) => sum + block.text.length, 0);
  const shown = new ShownBlocks();
  const eighth = chars(shown, 3, 8);
  expect(eighth).toBeGreaterThan(3500);
  expect(eighth).toBeLessThan(4500);
  expect(chars(shown, 3, 8)).toBe(0);
  expect(chars(shown, 4, 8)).toBe(eighth);
  expect(chars(new ShownBlocks(), 3, 2)).toBeGreaterThan(3 * eighth);
  const actions = new ShownActions();
  const told = (turn: number) => [...Array(400)].filter(() => actions.take(turn, 8)).length;
  expect([told(1), told(1), told(2)]).toEqual([37, 0, 37]);
});
