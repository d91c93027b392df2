import { expect, test } from 'vitest';
import { stateHash } from '../../../proxy/games/saves/save-file.js';

function save(change: Readonly<Record<string, string>> = {}): string {
  const value = (key: string, usual: string): string => `${key}=${change[key] ?? usual}`;
  return [
    ...['', '[game]', value('turn', '7'), value('phase_seconds', '0'), value('last_turn_change_time', '2')],
    ...['', '[random]', value('index_J', '39'), 'table0="f13a2bc7"'],
    ...[
      '',
      '[settings]',
      'set={"name","value"',
      `"timeout",${change.timeout ?? '0'},0`,
      '"turnblock",TRUE',
      '}',
    ],
    ...['', '[player0]', 'name="Ann"', value('idle_turns', '1'), value('gold', '50')],
    ...['', '[event_cache]', 'events={"turn","message"', `7,"${change.message ?? 'Hello'}"`, '}', 'count=1'],
    ...['', '[history]', value('history', '3'), ''],
  ].join('\n');
}

test('idle turns, durations and chat do not change the hash', () => {
  for (const key of ['phase_seconds', 'last_turn_change_time', 'timeout', 'idle_turns', 'message'])
    expect(stateHash(save({ [key]: '99' })), key).toBe(stateHash(save()));
});

test('everything else does: entities, turn, random state, and what follows the messages', () => {
  const hashes = ['turn', 'index_J', 'gold', 'history'].map((key) => stateHash(save({ [key]: '99' })));
  expect(new Set([...hashes, stateHash(save())]).size).toBe(5);
});
