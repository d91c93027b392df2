import { expect, test } from 'vitest';
import { OperatorChannel } from '../../../agent/player/operator-channel.js';
import { systemPrompt } from '../../../agent/player/system-prompt.js';

const channel = new OperatorChannel();
const [, key = ''] = /<operator (\w+)>/u.exec(channel.rule) ?? [];

test('each player has a channel with a key of its own, which its system prompt tells', () => {
  expect(key).toMatch(/^[0-9a-f]{12}$/u);
  expect(new OperatorChannel().rule).not.toContain(key);
  expect(systemPrompt('tools', undefined, channel.rule)).toContain(key);
  expect(systemPrompt('tools', undefined)).not.toContain(key);
  expect(channel.message('How are we doing?')).toBe(
    `<operator ${key}>\nHow are we doing?\n</operator ${key}>`,
  );
});

test('the key is found in what a model would send, and left out of what is kept', () => {
  expect(channel.isToldIn({ text: ['quote', { of: `my ${key}` }] })).toBe(true);
  expect(channel.isToldIn({ text: 'peace?' })).toBe(false);
  expect(channel.isToldIn(undefined)).toBe(false);
  const kept = { role: 'user', parts: [{ text: `<operator ${key}>` }, 3, null] };
  expect(channel.objectWithoutKey(kept)).toEqual({
    role: 'user',
    parts: [{ text: '<operator key>' }, 3, null],
  });
});
